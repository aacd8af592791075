import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { labelOf } from '../../ui/person.tsx';
import { MultiPicker } from '../../ui/picker.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { reviewersQuery, setReviewers } from '../change-requests/api.ts';
import { texts } from '../texts.tsx';

const text = texts.changeRequest.reviewers;

type Props = { request: ChangeRequest; onDone: () => void };

/** Chooses the requested reviewers. */
export default function ReviewersForm({ request, onDone }: Props) {
  const client = useQueryClient();
  const { project, environment, id, requestedReviewers, createdBy } = request;
  const eligible = useQuery(reviewersQuery(project, environment)).data?.reviewers ?? [];
  const [chosen, setChosen] = useState(requestedReviewers.map((each) => String(each.id)));
  const saving = useMutation({
    mutationFn: () => setReviewers({ projectId: project, id }, chosen.map(Number)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['change-requests'] });
      onDone();
    },
  });
  return (
    <Stack
      component="form"
      gap="xs"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      {saving.error && <ErrorNote error={saving.error} />}
      <MultiPicker
        label={text.label}
        nothingFoundMessage={text.noMatch}
        data={eligible
          .filter((each) => each.id !== createdBy.id || chosen.includes(String(each.id)))
          .map((each) => ({
            value: String(each.id),
            label: labelOf(each),
          }))}
        value={chosen}
        onChange={setChosen}
      />
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onDone}>
          {ui.common.cancel}
        </Button>
        <Button type="submit" size="xs" loading={saving.isPending}>
          {text.save}
        </Button>
      </Group>
    </Stack>
  );
}
