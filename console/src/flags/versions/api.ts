import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import type {
  VersionDetail,
  VersionList,
  VersionSummary,
} from '../../../../server/flags/versions/schema.ts';
import { ApiError, call } from '../../api.ts';
import type { FlagKey } from '../flag/api.ts';

export type Version = VersionSummary;

/** One more than a page shows, because a version is described by what it changed in the one before. */
const limit = '11';

export const versionsQuery = ({ projectId, featureName }: FlagKey) =>
  infiniteQueryOptions({
    queryKey: ['versions', projectId, featureName],
    queryFn: ({ signal, pageParam }) =>
      call<VersionList>('GET /api/admin/projects/:projectId/features/:featureName/versions', {
        params: { projectId, featureName },
        query: { limit, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Whether an event changed the flag, and there is a version before it to which it can be undone. */
export const undoableQuery = (
  { projectId, featureName }: FlagKey,
  event: { id: number; createdAt: string },
) =>
  queryOptions({
    queryKey: ['versions', projectId, featureName, 'undoable', event.id],
    queryFn: async ({ signal }): Promise<'yes' | 'unchanged' | 'no-earlier-version'> => {
      const params = { projectId, featureName };
      const left = await call<VersionDetail>(
        'GET /api/admin/projects/:projectId/features/:featureName/versions/:eventId',
        { params: { ...params, eventId: event.id }, signal },
      ).catch(noneIfNotFound);
      if (left === undefined) return 'no-earlier-version';
      // The events of a transaction and the version that it leaves have the same time.
      if (left.createdAt !== event.createdAt) return 'unchanged';
      const { versions } = await call<VersionList>(
        'GET /api/admin/projects/:projectId/features/:featureName/versions',
        { params, query: { limit: '1', cursor: String(left.eventId) }, signal },
      );
      return versions[0]?.deleted === false ? 'yes' : 'no-earlier-version';
    },
  });

const perResponse = 100;
/** A chart with more marks would not be readable. */
const sinceMax = 500;

/** The versions since a time, newest first, and the one before them. */
export const versionsSinceQuery = ({ projectId, featureName }: FlagKey, since: number) =>
  queryOptions({
    queryKey: ['versions', projectId, featureName, 'since', since],
    queryFn: async ({ signal }) => {
      const all: Version[] = [];
      for (let cursor: string | undefined; all.length < sinceMax; ) {
        const { versions, nextCursor } = await call<VersionList>(
          'GET /api/admin/projects/:projectId/features/:featureName/versions',
          {
            params: { projectId, featureName },
            query: { limit: String(perResponse), cursor },
            signal,
          },
        );
        all.push(...versions);
        const last = all.at(-1);
        if (nextCursor === null || !last || Date.parse(last.createdAt) < since) break;
        cursor = nextCursor;
      }
      return all;
    },
  });

/** The flag at a time or after an event; null if it did not exist. `since` is the time of the event. */
type EarlierFlag = { flag: Flag | null; since?: string };

export const earlierFlagQuery = (key: FlagKey, at: string) =>
  queryOptions({
    queryKey: ['versions', key.projectId, key.featureName, 'at', at],
    queryFn: ({ signal }) =>
      findEarlierFlag(key, at, signal)
        .catch(noneIfNotFound)
        .then((found) => found ?? { flag: null }),
  });

/** The log begins with event 1; versions that are older than the log have event 0. */
const isLogged = (at: string) => /^[1-9]\d*$/.test(at);

async function findEarlierFlag(
  { projectId, featureName }: FlagKey,
  at: string,
  signal: AbortSignal,
): Promise<EarlierFlag> {
  const params = { projectId, featureName };
  if (!isLogged(at)) {
    const request = 'GET /api/admin/projects/:projectId/features/:featureName';
    return { flag: await call<Flag>(request, { params, query: { at }, signal }) };
  }
  const { feature, createdAt } = await call<VersionDetail>(
    'GET /api/admin/projects/:projectId/features/:featureName/versions/:eventId',
    { params: { ...params, eventId: at }, signal },
  );
  return { flag: feature, since: createdAt };
}

function noneIfNotFound(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}
