import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { personName } from '../people.ts';
import { texts } from '../texts.tsx';
import { useRequestActions } from './request-actions.ts';

const ReviewersForm = lazy(() => import('./reviewers-form.tsx'));

const text = texts.changeRequest.reviewers;

/** The requested reviewers; the author can change them. */
export function Reviewers({ request }: { request: ChangeRequest }) {
  const { mayEdit } = useRequestActions(request);
  const [editing, edit] = useDisclosure(false);
  const names = request.requestedReviewers.map(personName);
  if (editing) {
    return (
      <Suspense>
        <ReviewersForm request={request} onClose={edit.close} />
      </Suspense>
    );
  }
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
