import { Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './error-note.tsx';
import { PanelSkeleton } from './skeletons.tsx';
import { texts } from './texts.ts';

type Use = { key: string; label: string; note: string; to: string };
type Props = {
  title: string;
  /** Undefined while loading. */
  uses: readonly Use[] | undefined;
  error: Error | null;
  onClose: () => void;
};

/** Links to the items that use something. */
export function Uses({ title, uses, error, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        {error && <ErrorNote error={error} />}
        {!uses && !error && <PanelSkeleton lines={3} />}
        {uses?.length === 0 && <Text>{texts.uses.none}</Text>}
        <List listStyleType="none" spacing="xs">
          {uses?.map(({ key, label, note, to }) => (
            <List.Item key={key}>
              <Anchor component={Link} to={to} style={{ overflowWrap: 'anywhere' }}>
                {label}
              </Anchor>
              <Text size="xs" c="dimmed">
                {note}
              </Text>
            </List.Item>
          ))}
        </List>
      </Stack>
    </Dialog>
  );
}
