import { Text } from '@mantine/core';
import { texts } from '../texts.ts';

type Props = { mistake: boolean; result: unknown };

/** Above the list that stays while the query is invalid. */
export function PreviousResults({ mistake, result }: Props) {
  if (!mistake || result === undefined) return null;
  return (
    <Text size="sm" c="dimmed" role="status" mb="xs">
      {texts.box.previousResults}
    </Text>
  );
}
