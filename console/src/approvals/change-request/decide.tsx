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
import type { Transition } from './request-actions.ts';

type Props = { request: ChangeRequest; transition: Transition; onClose: () => void };

type Texts = { title: string; description: string; action: string; done: string; color?: string };

const texts: Record<Transition, Texts> = {
  'In review': {
    title: 'Submit for review?',
    description: 'It is then listed for others, and those who may can approve or reject it.',
    action: 'Submit',
    done: 'It is in review',
  },
  Approved: {
    title: 'Approve it?',
    description: 'With enough approvals it can be applied.',
    action: 'Approve',
    done: 'You approved it',
    color: 'teal',
  },
  Applied: {
    title: 'Apply it now?',
    description: 'Everything in it takes effect at once.',
    action: 'Apply',
    done: 'It is applied',
  },
  Scheduled: {
    title: 'Schedule it',
    description: 'It is applied then by itself, unless something it changes or uses has changed.',
    action: 'Schedule',
    done: 'It is scheduled',
  },
  Rejected: {
    title: 'Reject it?',
    description: 'Nothing of it takes effect, and it cannot be reopened.',
    action: 'Reject',
    done: 'It is rejected',
    color: 'red',
  },
  Cancelled: {
    title: 'Cancel the request?',
    description: 'Nothing of it takes effect, and it cannot be reopened.',
    action: 'Cancel the request',
    done: 'It is cancelled',
    color: 'red',
  },
};

const discard: Texts = {
  title: 'Discard the draft?',
  description: 'Everything in it is lost.',
  action: 'Discard',
  done: 'The draft is discarded',
  color: 'red',
};

/** One dialog for every state transition, with an optional comment. */
export default function Decide({ request, transition, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [comment, setComment] = useState('');
  const [at, setAt] = useState(() => initialTime(request));
  const key = { projectId: request.project, id: request.id };
  const discarding = transition === 'Cancelled' && request.state === 'Draft';
  const text = discarding ? discard : texts[transition];
  const deciding = useMutation({
    mutationFn: () =>
      discarding
        ? discardRequest(key)
        : changeState(key, {
            state: transition,
            ...(comment.trim() === '' ? {} : { comment }),
            ...(transition === 'Scheduled' ? { scheduledAt: fromLocal(at ?? '') } : {}),
          }),
    onSuccess: async () => {
      toast(text.done);
      onClose();
      if (discarding) await navigate({ to: paths.changeRequests, search: { view: 'mine' } });
      await refetchFlag(client);
    },
  });
  return (
    <Modal opened onClose={onClose} title={text.title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text size="sm">{text.description}</Text>
        {deciding.error && <ErrorNote error={deciding.error} />}
        {transition === 'Scheduled' && <When at={at} onChange={setAt} />}
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
            {...(text.color ? { color: text.color } : {})}
            loading={deciding.isPending}
            disabled={transition === 'Scheduled' && !at}
            onClick={() => deciding.mutate()}
          >
            {text.action}
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
function initialTime({ schedule }: ChangeRequest): string | null {
  const nextHour = new Date(Math.ceil(Date.now() / hour) * hour + hour).toISOString();
  return toLocal(schedule?.scheduledAt ?? nextHour);
}
