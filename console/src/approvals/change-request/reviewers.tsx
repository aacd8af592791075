import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { labelOf } from '../../ui/person.tsx';
import { reviewersQuery, setReviewers } from '../change-requests/api.ts';
import { personName } from '../people.ts';
import { useRequestActions } from './request-actions.ts';

/** The requested reviewers; the author can change them. */
export function Reviewers({ request }: { request: ChangeRequest }) {
  const { mayEdit } = useRequestActions(request);
  const [editing, edit] = useDisclosure(false);
  const names = request.requestedReviewers.map(personName);
  if (editing) return <ReviewersForm request={request} onDone={edit.close} />;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c={names.length === 0 ? 'dimmed' : 'inherit'}>
        {names.length === 0 ? 'No reviewers requested' : `Requested: ${names.join(', ')}`}
      </Text>
      {mayEdit && (
        <Button size="compact-sm" variant="subtle" onClick={edit.open}>
          Request reviewers
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
        label="Reviewers"
        searchable
        nothingFoundMessage="No user with this name may approve it"
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
          Cancel
        </Button>
        <Button size="xs" loading={saving.isPending} onClick={() => saving.mutate()}>
          Save reviewers
        </Button>
      </Group>
    </Stack>
  );
}
