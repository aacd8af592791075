import { Badge, Group, Text } from '@mantine/core';
import type { Constraint } from '../../../../server/flags/strategies/schema.ts';
import { texts } from '../texts.ts';
import { constraintValues, operatorLabel } from './labels.ts';

const { view } = texts.strategies;

const shownMax = 12;

/** `appName is one of shop-web, shop-android`. */
export function ConstraintLine({ constraint }: { constraint: Constraint }) {
  const values = constraintValues(constraint);
  return (
    <Group gap={6} component="span">
      <Text span size="sm" fw={600}>
        {constraint.contextName}
      </Text>
      <Text span size="sm">
        {operatorLabel(constraint)}
      </Text>
      {values.slice(0, shownMax).map((value) => (
        <Value key={value} text={value} />
      ))}
      {values.length > shownMax && (
        <Text span size="sm" c="dimmed" title={values.slice(shownMax).join(', ')}>
          {view.more(values.length - shownMax)}
        </Text>
      )}
      {constraint.caseInsensitive && (
        <Text span size="sm" c="dimmed">
          {view.caseInsensitive}
        </Text>
      )}
    </Group>
  );
}

function Value({ text }: { text: string }) {
  return (
    <Badge
      component="span"
      variant="default"
      tt="none"
      radius="sm"
      fw={500}
      maw="100%"
      styles={{ label: { overflow: 'hidden', textOverflow: 'ellipsis' } }}
      title={text}
    >
      {text === '' ? view.emptyValue : text}
    </Badge>
  );
}
