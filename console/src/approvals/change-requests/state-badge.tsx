import { Badge } from '@mantine/core';
import type { State } from '../../../../server/approvals/change-requests/schema.ts';
import { texts } from '../texts.tsx';

const colours: Record<State, string> = {
  Draft: 'gray',
  'In review': 'blue',
  Approved: 'teal',
  Scheduled: 'grape',
  Applied: 'green',
  Cancelled: 'gray',
  Rejected: 'red',
};

export function StateBadge({ state }: { state: State }) {
  return (
    <Badge color={colours[state]} variant="dot" tt="none">
      {texts.changeRequests.states[state]}
    </Badge>
  );
}
