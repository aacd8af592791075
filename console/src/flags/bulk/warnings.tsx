import { Alert, Stack, Text } from '@mantine/core';
import { WarningIcon } from '../../ui/icons.tsx';

/** What to know before confirming. */
export function Warnings({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Alert color="orange" variant="light" icon={<WarningIcon />} role="status">
      <Stack gap={6}>
        {texts.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
