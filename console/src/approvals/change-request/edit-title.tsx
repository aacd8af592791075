import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useLeave } from '../../ui/leave.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { setTitle } from '../change-requests/api.ts';
import { texts } from '../texts.tsx';
import { titleMax, titleOf, titleOrProposal } from './proposed-title.ts';

const text = texts.changeRequest.editTitle;

type Props = { request: ChangeRequest; onClose: () => void };

export default function EditTitle({ request, onClose }: Props) {
  const client = useQueryClient();
  const [title, setText] = useState(() => titleOrProposal(request));
  const saving = useMutation({
    mutationFn: () =>
      setTitle({ projectId: request.project, id: request.id }, titleOf(request, title)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['change-requests'] });
      onClose();
    },
  });
  const leave = useLeave({ isDirty: () => title !== titleOrProposal(request), onClose });
  return (
    <Dialog
      onClose={leave.close}
      closeOnEscape={!leave.asking}
      title={text.title}
      closeButtonProps={{ 'aria-label': ui.common.close }}
    >
      {leave.confirmation}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack>
          {saving.error && <ErrorNote error={saving.error} />}
          <TextInput
            label={text.label}
            required
            data-autofocus
            maxLength={titleMax}
            value={title}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave.close}>
              {ui.common.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {text.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
