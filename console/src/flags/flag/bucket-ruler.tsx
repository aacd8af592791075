import { Box, Text } from '@mantine/core';
import { texts } from './texts.ts';

const t = texts.why;

/** Shows where the user is among 100 buckets, and which of them the rollout includes. */
export function BucketRuler({ bucket, percent }: { bucket: number; percent: number }) {
  const sentence = t.bucket(bucket, percent);
  return (
    <Box maw={420} mt={6}>
      <Box
        role="img"
        aria-label={`${t.ruler(bucket)}. ${sentence}`}
        pos="relative"
        h={14}
        bdrs="sm"
        bg="var(--mantine-color-default-border)"
      >
        <Box h="100%" w={`${percent}%`} bdrs="sm" bg="var(--mantine-color-teal-6)" />
        <Box
          pos="absolute"
          top={-3}
          h={20}
          w={4}
          bdrs="sm"
          bg="var(--mantine-color-text)"
          left={`calc(${bucket - 0.5}% - 2px)`}
        />
      </Box>
      <Box pos="relative" h={18} aria-hidden="true">
        {[0, 25, 50, 75, 100].map((tick) => (
          <Text
            key={tick}
            size="xs"
            c="dimmed"
            pos="absolute"
            left={`${tick}%`}
            style={{ transform: `translateX(-${tick}%)` }}
          >
            {tick}
          </Text>
        ))}
      </Box>
      <Text size="sm">{sentence}</Text>
    </Box>
  );
}
