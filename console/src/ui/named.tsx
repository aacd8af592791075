import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { name: ReactNode; note?: string | null | undefined; badges?: ReactNode };

/** A name with badges and a note; wide enough that a narrow column does not break a word. */
export function Named({ name, note, badges }: Props) {
  return (
    <Box maw={560} miw={120}>
      <Group gap={6}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        {badges}
      </Group>
      {note && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {note}
        </Text>
      )}
    </Box>
  );
}
