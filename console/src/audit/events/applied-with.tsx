import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownTitle } from '../../approvals/request-title.ts';
import { paths, pathTo } from '../../paths.ts';
import { formatFilter } from '../../ui/set-filter.ts';
import { texts } from '../texts.ts';
import { eventsQuery, type LoggedEvent } from './api.ts';

/** An event, or the one that left a version. */
type Change = Pick<LoggedEvent, 'id' | 'createdAt' | 'project'> & {
  createdByUserId: number | null;
};

/** The change request that was applied in the same transaction, with a link. */
export function AppliedWith({ change, before }: { change: Change; before?: string }) {
  const request = useAppliedRequest(change);
  if (!request || change.project === null) return null;
  const { id, title } = request;
  const name = ownTitle({ title });
  return (
    <>
      {before}
      {texts.events.details.appliedWith}{' '}
      <Anchor
        component={Link}
        to={pathTo(paths.changeRequest, { projectId: change.project, id })}
        inherit
        style={{ overflowWrap: 'anywhere' }}
      >
        #{id}
        {name !== undefined && ` ${name}`}
      </Anchor>
    </>
  );
}

const applied = ['change-request-applied', 'change-request-scheduled-application-success'];

/** The events of a transaction have the same time, and the one of the request follows its changes. */
function useAppliedRequest({ id, createdAt, project, createdByUserId }: Change) {
  const day = `IS:${createdAt.slice(0, 10)}`;
  const events = useQuery({
    ...eventsQuery({
      type: formatFilter({ operator: 'IS_ANY_OF', values: applied }),
      project: formatFilter({ operator: 'IS', values: [project ?? ''] }),
      from: day,
      to: day,
      limit: '1000',
    }),
    enabled: project !== null,
  }).data?.events;
  const event = events?.find(
    (each) =>
      each.createdAt === createdAt && each.createdByUserId === createdByUserId && each.id > id,
  );
  const { changeRequestId, title } = (event?.data ?? {}) as {
    changeRequestId?: number;
    title?: string;
  };
  return changeRequestId === undefined ? undefined : { id: changeRequestId, title: title ?? '' };
}
