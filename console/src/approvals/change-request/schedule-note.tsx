import { Alert, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { refetchFlag } from '../../flags/flag/writes.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { exactTime } from '../../ui/time-ago.tsx';
import { toast } from '../../ui/toasts.tsx';
import { removeSchedule } from '../change-requests/api.ts';
import { texts } from '../texts.tsx';
import { useRequestActions } from './request-actions.ts';

const text = texts.changeRequest.review;

/** When it is applied or why not, and what removes it from the schedule. */
export default function ScheduleNote({ request }: { request: ChangeRequest }) {
  const { schedule } = request;
  if (!schedule) return null;
  const at = exactTime(schedule.scheduledAt);
  const pending = schedule.status === 'pending';
  return (
    <Alert
      color={pending ? 'grape' : 'red'}
      p="xs"
      title={pending ? text.scheduled(at) : text[schedule.status](at)}
    >
      {!pending && schedule.reason}
      <RemoveSchedule request={request} />
    </Alert>
  );
}

function RemoveSchedule({ request }: { request: ChangeRequest }) {
  const client = useQueryClient();
  const { mayRemoveSchedule } = useRequestActions(request);
  const [opened, { open, close }] = useDisclosure(false);
  if (!mayRemoveSchedule) return null;
  const remove = async () => {
    await removeSchedule({ projectId: request.project, id: request.id });
    await refetchFlag(client);
    toast(text.removeSchedule.done);
  };
  return (
    <>
      <Text size="sm">{text.removeSchedule.note}</Text>
      <Button mt={6} size="xs" variant="default" onClick={open}>
        {text.removeSchedule.open}
      </Button>
      <Confirm
        opened={opened}
        title={text.removeSchedule.title}
        action={text.removeSchedule.action}
        destructive={false}
        onConfirm={remove}
        onClose={close}
      >
        {text.removeSchedule.consequence}
      </Confirm>
    </>
  );
}
