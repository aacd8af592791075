import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { addComment } from '../change-requests/api.ts';
import { personName } from '../people.ts';

export function Comments({ request }: { request: ChangeRequest }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const posting = useMutation({
    mutationFn: () => addComment({ projectId: request.project, id: request.id }, text),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['change-requests'] });
      setText('');
    },
  });
  return (
    <Panel title="Comments">
      <Stack gap="sm">
        {request.comments.map(({ id, text: comment, createdBy, createdAt }) => (
          <Box key={id}>
            <Text size="xs" c="dimmed">
              <b>{personName(createdBy)}</b> <TimeAgo at={createdAt} />
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {comment}
            </Text>
          </Box>
        ))}
        {posting.error && <ErrorNote error={posting.error} />}
        <Textarea
          aria-label="Comment"
          placeholder="Leave a comment"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={1000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            size="xs"
            variant="default"
            disabled={text.trim() === ''}
            loading={posting.isPending}
            onClick={() => posting.mutate()}
          >
            Comment
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
