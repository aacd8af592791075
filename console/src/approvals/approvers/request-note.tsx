import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RequestApprovers } from '../../../../server/approvals/approvers/schema.ts';
import type { ChangeRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { WarningIcon } from '../../ui/icons.tsx';
import { listNames } from '../people.ts';
import { texts } from '../texts.tsx';
import { requestApproversQuery } from './api.ts';

const text = texts.approvers.request;

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
          {text.giveRoles}
        </Alert>
      ) : (
        <Text size="sm">{text.canApprove(listNames(approvers, total, namesMax))}</Text>
      )}
      {found.obstacle && (
        <Text size="sm" c="dimmed">
          {text.whyNot(found.obstacle, found.missingIn ?? request.environment)}
        </Text>
      )}
    </Stack>
  );
}

const tooFew = ({ remaining, missingApprovals }: RequestApprovers) =>
  remaining === 0 ? text.nobody : text.tooFew(missingApprovals, remaining);
