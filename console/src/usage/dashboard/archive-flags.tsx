import { Alert, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Confirm } from '../../ui/confirm.tsx';
import { texts } from '../texts.ts';
import { archiveImpactQuery } from './api.ts';
import { useArchive } from './writes.ts';

type Props = {
  projectId: string;
  features: string[];
  onClose: () => void;
};

const text = texts.dashboard.archive;

const shownMax = 8;

/** Shows the consequences before archiving flags. */
export default function ArchiveFlags({ projectId, features, onClose }: Props) {
  const impact = useQuery(archiveImpactQuery({ projectId, features })).data;
  const archive = useArchive(projectId);
  const blocked = impact?.parentsWithChildFeatures ?? [];
  const archivable = features.filter((name) => !blocked.includes(name));
  const count = archivable.length;
  return (
    <Confirm
      opened
      title={text.title(count)}
      action={text.action(count)}
      onConfirm={async () => {
        if (count > 0) await archive(archivable);
      }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{text.consequence(count)}</Text>
        <List size="sm">
          {archivable.slice(0, shownMax).map((name) => (
            <List.Item key={name}>{name}</List.Item>
          ))}
          {count > shownMax && <List.Item>{text.more(count - shownMax)}</List.Item>}
        </List>
        {blocked.length > 0 && <Alert color="orange">{text.blocked(blocked.join(', '))}</Alert>}
        {impact?.hasDeletedDependencies && <Alert color="yellow">{text.dependencies}</Alert>}
      </Stack>
    </Confirm>
  );
}
