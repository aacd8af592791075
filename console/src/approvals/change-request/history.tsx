import { Box, Group, Text } from '@mantine/core';
import type {
  ChangeRequest,
  HistoryAction,
  HistoryEntry,
} from '../../../../server/approvals/change-requests/schema.ts';
import { Panel } from '../../ui/panel.tsx';
import { exactTime, TimeAgo } from '../../ui/time-ago.tsx';
import { personName } from '../people.ts';
import { listSubjects } from '../request-title.ts';
import { texts } from '../texts.tsx';
import { describeEdit } from './proposed-title.ts';

const text = texts.changeRequest.history;

/** Who proposed, changed, decided and applied the request, oldest first. */
export function History({ request }: { request: ChangeRequest }) {
  const { createdBy, createdAt, history, environment } = request;
  return (
    <Panel title={text.title}>
      <Box component="ol" aria-label={text.title} m={0} p={0} style={{ listStyle: 'none' }}>
        <Step sentence={text.started(personName(createdBy))} at={createdAt} />
        {history.map((entry) => (
          <Step
            key={`${entry.action} ${entry.createdAt}`}
            sentence={sentenceOf(entry, environment)}
            at={entry.createdAt}
            why={entry.reason ?? entry.comment}
          />
        ))}
      </Box>
    </Panel>
  );
}

type StepProps = { sentence: string; at: string; why?: string | undefined };

function Step({ sentence, at, why }: StepProps) {
  return (
    <Box component="li" py={4}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sentence}
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

function sentenceOf(entry: HistoryEntry, environment: string): string {
  const { action, createdBy, scheduledAt } = entry;
  const who = createdBy ? personName(createdBy) : text.token;
  const time = scheduledAt ? exactTime(scheduledAt) : undefined;
  return text.entry(action, who, { time, changes: changesIn(entry, environment) });
}

function changesIn({ subjects = [], edit }: HistoryEntry, environment: string): string {
  const [flag] = subjects;
  if (edit && flag !== undefined) return describeEdit(flag, edit, environment);
  return text.changes(subjects.length, listSubjects(subjects));
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
  const label = texts.changeRequests.states[state];
  return (
    <span>
      {entry.createdBy
        ? text.decidedBy(label, personName(entry.createdBy))
        : text.decidedByToken(label)}{' '}
      <TimeAgo at={entry.createdAt} />
    </span>
  );
}
