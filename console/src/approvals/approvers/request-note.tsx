import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Obstacle, RequestApprovers } from '../../../../server/approvals/approvers/schema.ts';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { WarningIcon } from '../../ui/icons.tsx';
import { listNames } from '../people.ts';
import { requestApproversQuery } from './api.ts';

const namesMax = 5;

/** Who may approve the request, and why the viewer cannot; while approvals are missing. */
export function RequestApproversNote({ request }: { request: ChangeRequest }) {
  const key = { projectId: request.project, id: request.id };
  const waiting = request.state === 'In review' || request.state === 'Scheduled';
  const found = useQuery({ ...requestApproversQuery(key), enabled: waiting }).data;
  if (!waiting || !found || found.missingApprovals === 0) return null;
  const { total, approvers, remaining, missingApprovals } = found;
  return (
    <Stack gap={6}>
      {remaining < missingApprovals ? (
        <Alert color="yellow" variant="light" icon={<WarningIcon />} title={tooFew(found)} p="xs">
          An Owner of the project can give others a role with the permission to approve change
          requests.
        </Alert>
      ) : (
        <Text size="sm">Can approve it: {listNames(approvers, total, namesMax)}</Text>
      )}
      {found.obstacle && (
        <Text size="sm" c="dimmed">
          {whyNot(found.obstacle, found.missingIn ?? request.environment)}
        </Text>
      )}
    </Stack>
  );
}

const tooFew = ({ remaining, missingApprovals }: RequestApprovers) =>
  remaining === 0
    ? 'Nobody can approve it'
    : `It needs ${missingApprovals} more approvals, and only ${remaining} can approve it`;

function whyNot(obstacle: Obstacle, environment: string): string {
  const reasons: Record<Obstacle, string> = {
    state: 'You cannot approve it in its present state.',
    disabled: `You cannot approve it: change requests are switched off in ${environment}.`,
    token: 'You cannot approve it with an API token.',
    permission: `You cannot approve it: you have no role with this permission in ${environment}.`,
    author: 'You cannot approve it: you proposed it.',
    approved: 'You have approved it.',
  };
  return reasons[obstacle];
}
