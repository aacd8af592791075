import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorNote } from '../../ui/error-note.tsx';
import { texts } from './texts.ts';

type Props<T> = {
  /** Whether it is a change of a change request that was edited. */
  proposed: boolean;
  onReload: () => Promise<T>;
  onLoaded: (current: T) => void;
};

/** What was edited was not saved, because there is a newer version, which can be loaded. */
export function OutdatedNote<T>({ proposed, onReload, onLoaded }: Props<T>) {
  const t = proposed ? texts.outdatedChange : texts.outdated;
  const loading = useMutation({ mutationFn: onReload, onSuccess: onLoaded });
  return (
    <Alert color="red" title={t.title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{t.note}</Text>
        {loading.error && <ErrorNote error={loading.error} />}
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="default"
            loading={loading.isPending}
            onClick={() => loading.mutate()}
          >
            {t.load}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
