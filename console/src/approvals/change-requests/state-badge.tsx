import { Badge } from '@mantine/core';
import type { Schedule, State } from '../../../../server/approvals/change-requests/schema.ts';
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

type Props = { request: { state: State; schedule?: Schedule } };

/** A schedule that failed or was suspended applies nothing, so it is the state. */
export function StateBadge({ request: { state, schedule } }: Props) {
  const { states, notScheduled } = texts.changeRequests;
  const stopped = schedule && schedule.status !== 'pending' ? schedule.status : undefined;
  return (
    <Badge color={stopped ? 'red' : colours[state]} variant="dot" tt="none">
      {stopped ? notScheduled[stopped] : states[state]}
    </Badge>
  );
}
