import { Anchor, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FoundRequest } from '../../../../server/approvals/change-requests/schema.ts';
import { useProjectNames } from '../../flags/flags/project-name.ts';
import { paths, pathTo } from '../../paths.ts';
import { Panel } from '../../ui/panel.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { personName } from '../people.ts';
import { requestTitle } from '../request-title.ts';
import { texts } from '../texts.tsx';
import { toReviewQuery } from './api.ts';

const text = texts.changeRequests.toReview;

/** The newest requests that wait for the viewer; nothing if there are none. */
export default function ToReview() {
  const found = useQuery(toReviewQuery).data;
  if (!found || found.total === 0) return null;
  return (
    <Panel
      title={text.title}
      actions={
        <Anchor component={Link} size="sm" to={paths.changeRequests}>
          {text.all(found.total)}
        </Anchor>
      }
    >
      <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {found.changeRequests.map((request) => (
          <Box component="li" key={request.id} py={4}>
            <Request request={request} />
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

function Request({ request }: { request: FoundRequest }) {
  const nameOf = useProjectNames();
  const { id, project, environment, createdBy, createdAt } = request;
  return (
    <>
      <Anchor
        component={Link}
        size="sm"
        fw={600}
        to={pathTo(paths.changeRequest, { projectId: project, id })}
        style={{ overflowWrap: 'anywhere' }}
      >
        {requestTitle(request)}
      </Anchor>
      <Text size="xs" c="dimmed">
        {text.item(nameOf(project), environment, personName(createdBy))} <TimeAgo at={createdAt} />
      </Text>
    </>
  );
}
