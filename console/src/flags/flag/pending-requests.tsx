import { Anchor, Group, Paper, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type {
  ChangeRequest,
  FoundRequest,
} from '../../../../server/approvals/change-requests/schema.ts';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { requestsQuery } from '../../approvals/change-requests/api.ts';
import { StateBadge } from '../../approvals/change-requests/state-badge.tsx';
import { personName } from '../../approvals/people.ts';
import { requestTitle } from '../../approvals/request-title.ts';
import { paths, pathTo } from '../../paths.ts';
import { exactTime, TimeAgo } from '../../ui/time-ago.tsx';
import { pendingRequestsQuery } from './api.ts';
import { texts } from './texts.ts';

/** Open change requests that reference the flag. */
export default function PendingRequests({ flag }: { flag: Flag }) {
  const key = { projectId: flag.project, featureName: flag.name };
  const about = { project: `IS:${flag.project}`, feature: `IS:${flag.name}`, state: 'IS:open' };
  const [pending, open] = useQueries({
    queries: [pendingRequestsQuery(key), requestsQuery(about)],
  });
  const scheduled = open.data?.changeRequests.filter(({ state }) => state === 'Scheduled') ?? [];
  const requests = [...(pending.data ?? []), ...scheduled];
  return requests.map((request) => (
    <PendingRequest key={request.id} project={flag.project} request={request} />
  ));
}

type Props = { project: string; request: ChangeRequest | FoundRequest };

function PendingRequest({ project, request }: Props) {
  const { id, environment, schedule, createdBy, createdAt } = request;
  return (
    <Paper withBorder px="md" py="xs" component="section" aria-label={requestTitle(request)}>
      <Group gap="sm">
        <StateBadge request={request} />
        <Anchor
          component={Link}
          to={pathTo(paths.changeRequest, { projectId: project, id })}
          size="sm"
          fw={600}
        >
          {requestTitle(request)}
        </Anchor>
        <Text size="sm" c="dimmed">
          {texts.pending.by(environment, personName(createdBy))} <TimeAgo at={createdAt} />
        </Text>
        {schedule?.status === 'pending' && (
          <Text size="sm" fw={600}>
            {texts.pending.scheduled(exactTime(schedule.scheduledAt))}
          </Text>
        )}
      </Group>
    </Paper>
  );
}
