import '@mantine/dates/styles.css';
import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { isConflict, isOutdated } from '../../api.ts';
import { refetchFlag } from '../../flags/flag/writes.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useLeave } from '../../ui/leave.tsx';
import { fromLocal, toLocal } from '../../ui/local-time.ts';
import { texts as ui } from '../../ui/texts.ts';
import { toast } from '../../ui/toasts.tsx';
import {
  changeState,
  discardRequest,
  type ShownRequest,
  setTitle,
} from '../change-requests/api.ts';
import { texts } from '../texts.tsx';
import { titleMax, titleOf, titleOrProposal } from './proposed-title.ts';
import { hasConflicts, type Transition, takesEffect } from './request-actions.ts';

type Props = {
  request: ShownRequest;
  transition: Transition;
  /** Entered before the request turned out to be another one. */
  comment: string;
  /** With the comment, if the request turned out to be another one. */
  onClose: (unsent?: string) => void;
};

const { decide } = texts.changeRequest;

const colours: Partial<Record<Transition, string>> = {
  Approved: 'teal',
  Rejected: 'red',
  Cancelled: 'red',
};

/** Those that decide on the changes as they are shown. */
const ofShownChanges: readonly Transition[] = ['Approved', 'Applied', 'Scheduled'];

/** One dialog for every state transition, with an optional comment. */
export default function Decide({ request, transition, onClose, ...props }: Props) {
  const [comment, setComment] = useState(props.comment);
  const [title, setText] = useState(() => titleOrProposal(request));
  const [at, setAt] = useState(() => initialTime(request));
  const [shown] = useState(ofShownChanges.includes(transition) ? request.etag : undefined);
  const key = { projectId: request.project, id: request.id };
  const discarding = transition === 'Cancelled' && request.state === 'Draft';
  const submitting = transition === 'In review';
  const text = discarding ? decide.discard : decide[transition];
  const colour = colours[transition];
  const impossible = takesEffect(transition) && hasConflicts(request);
  const deciding = useDeciding({
    send: async () => {
      if (discarding) return discardRequest(key);
      if (submitting && title.trim() !== '') await setTitle(key, titleOf(request, title));
      const wanted = {
        state: transition,
        ...(comment.trim() === '' ? {} : { comment }),
        ...(transition === 'Scheduled' ? { scheduledAt: fromLocal(at ?? '') } : {}),
      };
      return changeState(key, wanted, shown);
    },
    done: text.done,
    leaves: discarding,
    onClose,
  });
  const outdated = shown !== undefined && (isOutdated(deciding.error) || shown !== request.etag);
  const close = () => onClose(outdated ? comment : '');
  const entered = comment !== '' || title !== titleOrProposal(request);
  const leave = useLeave({ isDirty: () => entered && !outdated, onClose: close });
  return (
    <Dialog onClose={leave.close} closeOnEscape={!leave.asking} title={text.title}>
      {leave.confirmation}
      <Stack>
        <Text size="sm">{impossible ? texts.changeRequest.conflict.notApplicable : text.note}</Text>
        {outdated && <OutdatedNote />}
        {deciding.error && !outdated && !impossible && <ErrorNote error={deciding.error} />}
        {submitting && <Title text={title} onChange={setText} />}
        {transition === 'Scheduled' && <When at={at} onChange={setAt} />}
        {!discarding && <Comment text={comment} onChange={setComment} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={leave.close}>
            {ui.common.back}
          </Button>
          <Button
            {...(colour ? { color: colour } : {})}
            loading={deciding.isPending}
            disabled={outdated || impossible || (transition === 'Scheduled' && (!at || isPast(at)))}
            onClick={() => deciding.mutate()}
          >
            {text.action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type Deciding = {
  send: () => Promise<unknown>;
  /** The toast. */
  done: string;
  /** The request does not exist afterwards. */
  leaves: boolean;
  onClose: () => void;
};

function useDeciding({ send, done, leaves, onClose }: Deciding) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast(done);
      onClose();
      if (leaves) await navigate({ to: paths.changeRequests, search: { view: 'mine' } });
      await refetchFlag(client);
    },
    onError: (error) => {
      if (isOutdated(error) || isConflict(error))
        void client.invalidateQueries({ queryKey: ['change-requests'] });
    },
  });
}

const OutdatedNote = () => (
  <Alert color="red" title={decide.outdated} role="alert">
    {decide.readAgain}
  </Alert>
);

type TextProps = { text: string; onChange: (text: string) => void };

/** Reviewers find a request by its title, so a submission without one opens a form. */
const Title = ({ text, onChange }: TextProps) => (
  <TextInput
    label={texts.changeRequest.editTitle.label}
    maxLength={titleMax}
    value={text}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

function Comment({ text, onChange }: TextProps) {
  return (
    <Textarea
      label={decide.comment}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={1000}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type WhenProps = { at: string | null; onChange: (at: string | null) => void };

/** Today is not limited to later times, because the picker would replace an earlier one unasked. */
function When({ at, onChange }: WhenProps) {
  const today = new Date(new Date().setHours(0, 0, 0, 0));
  return (
    <DateTimePicker
      label={decide.when}
      value={at}
      minDate={today}
      error={at !== null && isPast(at) && decide.past}
      highlightToday
      weekendDays={[]}
      valueFormat={decide.timeFormat}
      ariaLabels={decide.picker}
      submitButtonProps={{ 'aria-label': decide.takeTime }}
      popoverProps={{ withRoles: false }}
      onChange={onChange}
    />
  );
}

const hour = 3_600_000;

const isPast = (at: string) => Date.parse(fromLocal(at)) <= Date.now();

/** The time it is already scheduled for, unless that is past, or the full hour after next. */
function initialTime({ schedule }: ChangeRequest): string | null {
  const nextHour = new Date(Math.ceil(Date.now() / hour) * hour + hour).toISOString();
  const scheduled = toLocal(schedule?.scheduledAt ?? nextHour);
  return isPast(scheduled) ? toLocal(nextHour) : scheduled;
}
