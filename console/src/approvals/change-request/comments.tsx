import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { LeaveConfirmation } from '../../ui/leave.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { addComment } from '../change-requests/api.ts';
import { personName } from '../people.ts';
import { texts } from '../texts.tsx';

const text = texts.changeRequest.comments;

const secondMs = 1000;

/** Without those of a decision, which the history shows. */
const ownComments = ({ comments, history }: ChangeRequest) =>
  comments.filter(
    ({ text: posted, createdBy, createdAt }) =>
      !history.some(
        (entry) =>
          entry.comment === posted &&
          entry.createdBy?.id === createdBy.id &&
          Math.abs(Date.parse(entry.createdAt) - Date.parse(createdAt)) < secondMs,
      ),
  );

export function Comments({ request }: { request: ChangeRequest }) {
  const client = useQueryClient();
  const comments = ownComments(request);
  const [comment, setComment] = useState('');
  const posting = useMutation({
    mutationFn: () => addComment({ projectId: request.project, id: request.id }, comment),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['change-requests'] });
      setComment('');
    },
  });
  return (
    <div data-screen-only={comments.length === 0 || undefined}>
      <LeaveConfirmation isDirty={() => comment !== ''} />
      <Panel title={text.title}>
        <Stack gap="sm">
          {comments.map(({ id, text: posted, createdBy, createdAt }) => (
            <Box key={id}>
              <Text size="xs" c="dimmed">
                <b>{personName(createdBy)}</b> <TimeAgo at={createdAt} />
              </Text>
              <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {posted}
              </Text>
            </Box>
          ))}
          {posting.error && <ErrorNote error={posting.error} />}
          <Textarea
            aria-label={text.label}
            placeholder={text.placeholder}
            description={text.mention}
            wrapperProps={{ 'data-screen-only': true }}
            inputWrapperOrder={['input', 'description']}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={1000}
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button
              size="xs"
              variant="default"
              disabled={comment.trim() === ''}
              loading={posting.isPending}
              onClick={() => posting.mutate()}
            >
              {text.post}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </div>
  );
}
