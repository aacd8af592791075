import { Box, List, Text } from '@mantine/core';
import { formatNumber } from '../../language.ts';
import { EnvironmentName } from '../../ui/environment.tsx';
import { texts } from '../texts.tsx';
import type { PlannedChange } from './api.ts';
import { groupsOf, useSentences } from './sentences.ts';

/** Changes in sentences, by environment. */
export function ChangeList({ changes }: { changes: readonly PlannedChange[] }) {
  const sentencesOf = useSentences();
  return groupsOf(changes).map(({ environment, changes: these }) => (
    <Box key={environment ?? ''} mb={6}>
      <Text size="sm" fw={600}>
        {environment ? <EnvironmentName name={environment} /> : texts.comparison.rows.ofFlag}
      </Text>
      <Sentences texts={these.flatMap(sentencesOf)} />
    </Box>
  ));
}

/** Equal sentences as one, with how often it applies. */
export function Sentences({ texts: sentences }: { texts: readonly string[] }) {
  return (
    <List size="sm" withPadding>
      {[...new Set(sentences)].map((sentence) => {
        const count = sentences.filter((each) => each === sentence).length;
        return (
          <List.Item key={sentence} style={{ overflowWrap: 'anywhere' }}>
            {count > 1 && `${formatNumber(count)} × `}
            {sentence}
          </List.Item>
        );
      })}
    </List>
  );
}
