import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { CheckIcon, CrossIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { RequestApproversNote } from '../approvers/request-note.tsx';
import type { ShownRequest } from '../change-requests/api.ts';
import { personName } from '../people.ts';
import { texts } from '../texts.tsx';
import {
  hasConflicts,
  type Transition,
  takesEffect,
  useRequestActions,
} from './request-actions.ts';
import { Reviewers } from './reviewers.tsx';

const text = texts.changeRequest.review;

const Decide = lazy(() => import('./decide.tsx'));
const ScheduleNote = lazy(() => import('./schedule-note.tsx'));

const buttons: Record<Transition, { label: string; variant?: string; color?: string }> = {
  'In review': { label: text.submit },
  Approved: { label: text.approve, color: 'teal' },
  Applied: { label: text.apply },
  Scheduled: { label: text.schedule, variant: 'default' },
  Rejected: { label: text.reject, variant: 'light', color: 'red' },
  Cancelled: { label: text.cancel, variant: 'default' },
};

/** State, approvals, and the transitions that the caller may make. */
export function Review({ request }: { request: ShownRequest }) {
  const { transitions, author } = useRequestActions(request);
  const [transition, setTransition] = useState<Transition>();
  const [comment, setComment] = useState('');
  const draft = request.state === 'Draft';
  const conflicting = hasConflicts(request);
  return (
    <Panel title={text.title}>
      <Stack gap="sm">
        {!draft && <Approvals request={request} />}
        {draft && (
          <Text size="sm" c="dimmed">
            {author ? text.ownDraft : text.draftOf(personName(request.createdBy))}
          </Text>
        )}
        <RequestApproversNote request={request} />
        {request.schedule && (
          <Suspense>
            <ScheduleNote request={request} />
          </Suspense>
        )}
        <Reviewers request={request} />
        {conflicting && transitions.some(takesEffect) && (
          <Text size="sm">{texts.changeRequest.conflict.notApplicable}</Text>
        )}
        {transitions.length > 0 && (
          <Group gap="xs">
            {transitions.map((each) => (
              <Button
                key={each}
                variant={buttons[each].variant ?? (conflicting ? 'default' : 'filled')}
                {...(buttons[each].color ? { color: buttons[each].color } : {})}
                onClick={() => setTransition(each)}
              >
                {draft && each === 'Cancelled' ? text.discard : buttons[each].label}
              </Button>
            ))}
          </Group>
        )}
      </Stack>
      {transition && (
        <Suspense>
          <Decide
            request={request}
            transition={transition}
            comment={comment}
            onClose={(unsent = '') => {
              setComment(unsent);
              setTransition(undefined);
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function Approvals({ request }: { request: ChangeRequest }) {
  const { approvals, rejections, minApprovals } = request;
  const { mayEdit } = useRequestActions(request);
  const label = text.approvals(approvals.length, minApprovals);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Progress
        value={Math.min(100, (approvals.length / minApprovals) * 100)}
        color="teal"
        aria-label={label}
      />
      {approvals.map(({ createdBy, createdAt }) => (
        <Group key={`${createdBy.id} ${createdAt}`} gap={6}>
          <CheckIcon size={14} />
          <Text size="sm">
            {text.approved(personName(createdBy))} <TimeAgo at={createdAt} />
          </Text>
        </Group>
      ))}
      {mayEdit && approvals.length > 0 && (
        <Text size="xs" c="dimmed">
          {text.editsWithdraw}
        </Text>
      )}
      {rejections.map(({ createdBy, createdAt }) => (
        <Group key={`${createdBy.id} ${createdAt}`} gap={6}>
          <CrossIcon size={14} />
          <Text size="sm">
            {text.rejected(personName(createdBy))} <TimeAgo at={createdAt} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
