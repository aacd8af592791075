import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Strategy } from '../../../../server/flags/strategies/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { texts } from './texts.ts';

const t = texts.outdated;

type Props = { onReload: () => Promise<Strategy>; onLoaded: (current: Strategy) => void };

/** The strategy was not saved, because there is a newer version, which can be loaded. */
export function OutdatedNote({ onReload, onLoaded }: Props) {
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
