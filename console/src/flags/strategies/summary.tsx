import { Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { segmentNamesQuery } from '../flags/api.ts';
import { texts } from '../texts.ts';
import { strategyTypesQuery } from './api.ts';
import { isWithoutEffect, type Others } from './effect.ts';
import { sentenceOf, shareOf } from './sentence.ts';

const { sentence, view } = texts.strategies;

type Props = { strategy: Parameters<typeof sentenceOf>[0]; others: Others | undefined };

/** What the strategy in the form does, and for what share of the traffic. */
export function Summary({ strategy, others }: Props) {
  const types = useQuery(strategyTypesQuery).data?.strategies;
  const segments = useQuery(segmentNamesQuery).data?.segments;
  const share = shareOf(strategy);
  const text = sentenceOf(strategy, {
    type: types?.find(({ name }) => name === strategy.name)?.title ?? strategy.name,
    segment: (id) => segments?.find((each) => each.id === id)?.name ?? view.unknownSegment(id),
  });
  return (
    <section aria-label={sentence.title}>
      <Text size="sm" lineClamp={6} title={text} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {others && isWithoutEffect(strategy, others) && (
        <Text size="sm" fw={600} mt={4} role="status">
          {sentence.withoutEffect}
        </Text>
      )}
      {share && (
        <Group gap="xs" mt={6} wrap="nowrap">
          <Progress value={share.percent} style={{ flexGrow: 1 }} aria-label={share.text} />
          <Text size="sm" fw={600}>
            {share.text}
          </Text>
        </Group>
      )}
    </section>
  );
}
