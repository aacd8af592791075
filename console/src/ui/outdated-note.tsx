import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorNote } from './error-note.tsx';

export type Outdated = {
  texts: { title: string; note: string; load: string };
  /** Loads the newer version into the form. */
  load: () => Promise<unknown>;
};

/** Nothing was saved, because there is a newer version, which can be loaded. */
export function OutdatedNote({ texts, load, onLoaded }: Outdated & { onLoaded: () => void }) {
  const loading = useMutation({ mutationFn: load, onSuccess: onLoaded });
  return (
    <Alert color="red" title={texts.title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{texts.note}</Text>
        {loading.error && <ErrorNote error={loading.error} />}
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="default"
            loading={loading.isPending}
            onClick={() => loading.mutate()}
          >
            {texts.load}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
