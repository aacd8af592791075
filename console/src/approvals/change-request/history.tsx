import { Box, Group, Text } from '@mantine/core';
import type {
  ChangeRequest,
  HistoryAction,
  HistoryEntry,
} from '../../../../server/approvals/change-requests/schema.ts';
import { Panel } from '../../ui/panel.tsx';
import { exactTime, TimeAgo } from '../../ui/time-ago.tsx';
import { personName } from '../people.ts';

/** Who proposed, decided and applied the request, oldest first. */
export function History({ request }: { request: ChangeRequest }) {
  const { createdBy, createdAt, history } = request;
  return (
    <Panel title="History">
      <Box component="ol" aria-label="History" m={0} p={0} style={{ listStyle: 'none' }}>
        <Step text={`${personName(createdBy)} started it`} at={createdAt} />
        {history.map((entry) => (
          <Step
            key={`${entry.action} ${entry.createdAt}`}
            text={sentenceOf(entry)}
            at={entry.createdAt}
            why={entry.reason ?? entry.comment}
          />
        ))}
      </Box>
    </Panel>
  );
}

function Step({ text, at, why }: { text: string; at: string; why?: string | undefined }) {
  return (
    <Box component="li" py={4}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        <Text size="xs" c="dimmed" pt={2}>
          <TimeAgo at={at} />
        </Text>
      </Group>
      {why && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {why}
        </Text>
      )}
    </Box>
  );
}

const verbs: Record<HistoryAction, string> = {
  submitted: 'submitted it for review',
  approved: 'approved it',
  rejected: 'rejected it',
  cancelled: 'cancelled it',
  scheduled: 'scheduled it',
  applied: 'applied it',
  failed: 'It could not be applied as scheduled',
  suspended: 'Its schedule was suspended',
};

function sentenceOf({ action, createdBy, scheduledAt }: HistoryEntry): string {
  if (action === 'failed' || action === 'suspended') return verbs[action];
  const who = createdBy ? personName(createdBy) : 'An API token';
  if (action === 'applied' && scheduledAt) return `It was applied as scheduled by ${who}`;
  const until = scheduledAt ? ` for ${exactTime(scheduledAt)}` : '';
  return `${who} ${verbs[action]}${until}`;
}

const closing: Partial<Record<ChangeRequest['state'], HistoryAction>> = {
  Applied: 'applied',
  Rejected: 'rejected',
  Cancelled: 'cancelled',
  Scheduled: 'scheduled',
};

/** `Applied by Ada 3 minutes ago`, for a request that was decided. */
export function Decision({ request: { state, history } }: { request: ChangeRequest }) {
  const entry = history.findLast(({ action }) => action === closing[state]);
  if (!entry) return null;
  const who = entry.createdBy ? personName(entry.createdBy) : 'an API token';
  return (
    <span>
      {state} by {who} <TimeAgo at={entry.createdAt} />
    </span>
  );
}
