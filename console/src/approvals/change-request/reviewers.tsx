import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { labelOf } from '../../ui/person.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { reviewersQuery, setReviewers } from '../change-requests/api.ts';
import { personName } from '../people.ts';
import { texts } from '../texts.tsx';
import { useRequestActions } from './request-actions.ts';

const text = texts.changeRequest.reviewers;

/** The requested reviewers; the author can change them. */
export function Reviewers({ request }: { request: ChangeRequest }) {
  const { mayEdit } = useRequestActions(request);
  const [editing, edit] = useDisclosure(false);
  const names = request.requestedReviewers.map(personName);
  if (editing) return <ReviewersForm request={request} onDone={edit.close} />;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c={names.length === 0 ? 'dimmed' : 'inherit'}>
        {names.length === 0 ? text.none : text.requested(names)}
      </Text>
      {mayEdit && (
        <Button size="compact-sm" variant="subtle" onClick={edit.open}>
          {text.request}
        </Button>
      )}
    </Group>
  );
}

function ReviewersForm({ request, onDone }: { request: ChangeRequest; onDone: () => void }) {
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
    <Stack gap="xs">
      {saving.error && <ErrorNote error={saving.error} />}
      <MultiSelect
        label={text.label}
        searchable
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
        <Button size="xs" loading={saving.isPending} onClick={() => saving.mutate()}>
          {text.save}
        </Button>
      </Group>
    </Stack>
  );
}
