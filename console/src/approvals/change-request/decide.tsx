import '@mantine/dates/styles.css';
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { refetchFlag } from '../../flags/flag/writes.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { fromLocal, toLocal } from '../../ui/local-time.ts';
import { toast } from '../../ui/toasts.tsx';
import { changeState, discardRequest } from '../change-requests/api.ts';
import type { Move } from './standing.ts';

type Props = { request: ChangeRequest; move: Move; onClose: () => void };

type Words = { title: string; says: string; action: string; done: string; color?: string };

const words: Record<Move, Words> = {
  'In review': {
    title: 'Submit for review?',
    says: 'Others see it then, and those who may can approve or reject it.',
    action: 'Submit',
    done: 'It is in review',
  },
  Approved: {
    title: 'Approve it?',
    says: 'With enough approvals it can be applied.',
    action: 'Approve',
    done: 'You approved it',
    color: 'teal',
  },
  Applied: {
    title: 'Apply it now?',
    says: 'Everything in it takes effect at once.',
    action: 'Apply',
    done: 'It is applied',
  },
  Scheduled: {
    title: 'Schedule it',
    says: 'It is applied then by itself, unless something it changes has changed by then.',
    action: 'Schedule',
    done: 'It is scheduled',
  },
  Rejected: {
    title: 'Reject it?',
    says: 'Nothing of it takes effect, and it cannot be taken up again.',
    action: 'Reject',
    done: 'It is rejected',
    color: 'red',
  },
  Cancelled: {
    title: 'Cancel the request?',
    says: 'Nothing of it takes effect, and it cannot be taken up again.',
    action: 'Cancel the request',
    done: 'It is cancelled',
    color: 'red',
  },
};

const discard: Words = {
  title: 'Discard the draft?',
  says: 'Everything in it is lost.',
  action: 'Discard',
  done: 'The draft is gone',
  color: 'red',
};

/** One dialog for every state transition, with an optional comment. */
export default function Decide({ request, move, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [comment, setComment] = useState('');
  const [at, setAt] = useState(() => startOf(request));
  const key = { projectId: request.project, id: request.id };
  const discarding = move === 'Cancelled' && request.state === 'Draft';
  const said = discarding ? discard : words[move];
  const deciding = useMutation({
    mutationFn: () =>
      discarding
        ? discardRequest(key)
        : changeState(key, {
            state: move,
            ...(comment.trim() === '' ? {} : { comment }),
            ...(move === 'Scheduled' ? { scheduledAt: fromLocal(at ?? '') } : {}),
          }),
    onSuccess: async () => {
      toast(said.done);
      onClose();
      if (discarding) await navigate({ to: paths.changeRequests, search: { view: 'mine' } });
      await refetchFlag(client);
    },
  });
  return (
    <Modal opened onClose={onClose} title={said.title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text size="sm">{said.says}</Text>
        {deciding.error && <ErrorNote error={deciding.error} />}
        {move === 'Scheduled' && <When at={at} onChange={setAt} />}
        {!discarding && (
          <Textarea
            label="Comment"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1000}
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button
            {...(said.color ? { color: said.color } : {})}
            loading={deciding.isPending}
            disabled={move === 'Scheduled' && !at}
            onClick={() => deciding.mutate()}
          >
            {said.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type WhenProps = { at: string | null; onChange: (at: string | null) => void };

function When({ at, onChange }: WhenProps) {
  return (
    <DateTimePicker
      label="When, in your time"
      value={at}
      minDate={new Date()}
      highlightToday
      weekendDays={[]}
      valueFormat="D MMM YYYY, HH:mm"
      ariaLabels={pickerLabels}
      submitButtonProps={{ 'aria-label': 'Take this time' }}
      popoverProps={{ withRoles: false }}
      onChange={onChange}
    />
  );
}

const pickerLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

const hour = 3_600_000;

/** The time it is already scheduled for, or the full hour after next. */
function startOf({ schedule }: ChangeRequest): string | null {
  const soon = new Date(Math.ceil(Date.now() / hour) * hour + hour).toISOString();
  return toLocal(schedule?.scheduledAt ?? soon);
}
