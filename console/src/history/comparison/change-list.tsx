import { Box, List, Text } from '@mantine/core';
import { EnvironmentName } from '../../ui/environment.tsx';
import type { PlannedChange } from './api.ts';
import { groupsOf, useSentences } from './sentences.ts';

export const settingsLabel = 'All environments';

/** Changes in sentences, by environment. */
export function ChangeList({ changes }: { changes: readonly PlannedChange[] }) {
  const sentencesOf = useSentences();
  return groupsOf(changes).map(({ environment, changes: these }) => (
    <Box key={environment ?? ''} mb={6}>
      <Text size="sm" fw={600}>
        {environment ? <EnvironmentName name={environment} /> : settingsLabel}
      </Text>
      <Sentences texts={these.flatMap(sentencesOf)} />
    </Box>
  ));
}

export function Sentences({ texts }: { texts: readonly string[] }) {
  return (
    <List size="sm" withPadding>
      {[...new Set(texts)].map((text) => (
        <List.Item key={text} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </List.Item>
      ))}
    </List>
  );
}
