import { Stack, Text } from '@mantine/core';
import type { Constraint } from '../../../../server/flags/strategies/schema.ts';
import { numbered } from '../../ui/form.ts';
import { texts as shared } from '../texts.ts';
import { ConstraintLine } from './constraint-line.tsx';
import { texts } from './texts.ts';

const shownMax = 3;

/** The constraints of a segment, in short. */
export function ConstraintList({ constraints }: { constraints: readonly Constraint[] }) {
  if (constraints.length === 0) return <Text size="sm">{texts.segments.all}</Text>;
  return (
    <Stack gap={4}>
      {numbered(constraints.slice(0, shownMax)).map(({ item, key }) => (
        <ConstraintLine key={key} constraint={item} />
      ))}
      {constraints.length > shownMax && (
        <Text size="xs" c="dimmed">
          {shared.strategies.view.more(constraints.length - shownMax)}
        </Text>
      )}
    </Stack>
  );
}
