import { useQuery } from '@tanstack/react-query';
import type { EventType } from '../../../../server/events/types.ts';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { eventsQuery, type LoggedEvent } from '../../audit/events/api.ts';
import { useCreatorNames } from '../../audit/events/creator.ts';
import { eventLabel } from '../../audit/labels/label.ts';
import { language } from '../../language.ts';
import { paths, pathTo } from '../../paths.ts';
import type { MarkerList } from '../../ui/chart-markers.tsx';
import { plainText } from '../../ui/markdown.ts';
import { formatFilter } from '../../ui/set-filter.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import { type Version, versionsSinceQuery } from '../versions/api.ts';
import type { Buckets } from './usage-sums.ts';

/** What can change the result of an evaluation. */
const types: EventType[] = [
  'feature-created',
  'feature-import',
  'feature-project-change',
  'feature-archived',
  'feature-revived',
  'feature-variants-updated',
  'feature-environment-variants-updated',
  'feature-strategy-add',
  'feature-strategy-update',
  'feature-strategy-remove',
  'strategy-order-changed',
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-dependency-added',
  'feature-dependency-removed',
  'feature-dependencies-removed',
];

/** A chart with more markers would not be readable. */
const markersMax = '500';

/** The changes in an environment, or in all, each with a link to its differences or its event. */
export function useChangeMarkers(flag: Flag, environment: string, buckets: Buckets): MarkerList {
  const key = { projectId: flag.project, featureName: flag.name };
  const [begin = 0] = buckets.starts;
  const found = useQuery(
    eventsQuery({
      feature: formatFilter({ operator: 'IS', values: [flag.name] }),
      type: formatFilter({ operator: 'IS_ANY_OF', values: types }),
      from: `IS:${new Date(begin).toISOString().slice(0, 10)}`,
      limit: markersMax,
    }),
  );
  const events = found.data?.events ?? [];
  const versions = useQuery(versionsSinceQuery(key, begin)).data ?? [];
  const nameOf = useCreatorNames(events.length > 0);
  const list = { to: pathTo(paths.flag, key), search: { tab: 'history' } };
  const changes = changesIn({ events, versions }, environment, buckets);
  const markers = changes.map(({ at, event, versions }) => ({
    at,
    key: String(event.id),
    label: `${exactTime(event.createdAt)}: ${textOf(event, nameOf(event.createdByUserId))}`,
    ...(versions
      ? { to: list.to, search: { ...list.search, ...versions } }
      : { to: pathTo(paths.event, { eventId: String(event.id) }), search: {} }),
  }));
  return { markers, list };
}

type Changes = {
  events: readonly LoggedEvent[];
  /** Newest first. */
  versions: readonly Version[];
};

/** With their position in the chart; a change of the whole flag belongs to every environment. */
export function changesIn(
  { events, versions }: Changes,
  environment: string,
  { starts, stepMs }: Buckets,
) {
  const [begin = 0] = starts;
  return events
    .map((event) => ({
      event,
      versions: versionsAround(event, versions),
      at: Math.min(starts.length - 1, (Date.parse(event.createdAt) - begin) / stepMs),
    }))
    .filter(
      ({ event, at }) =>
        (event.environment === null || event.environment === environment) && at >= 0,
    );
}

/** Before and after the event; undefined where one of them was not recorded. */
function versionsAround({ type, createdAt }: LoggedEvent, versions: readonly Version[]) {
  // The events of a transaction and the version that it leaves have the same time.
  const index = versions.findIndex((version) => version.createdAt === createdAt);
  const after = versions[index];
  // Nothing is older than event 0.
  const before = versions[index + 1]?.eventId ?? (type === 'feature-created' ? 0 : undefined);
  if (!after || before === undefined) return undefined;
  return { from: String(before), to: String(after.eventId) };
}

/** A summary of the server begins with the login of who made the change, and is in English. */
function textOf(
  { type, summary, label, createdBy }: LoggedEvent,
  name: string | undefined,
): string {
  if (language !== 'en' || summary === null) {
    return `${name ?? createdBy}: ${eventLabel({ type, label })}`;
  }
  const text = plainText(summary);
  if (name === undefined || !text.startsWith(createdBy)) return text;
  return `${name}${text.slice(createdBy.length)}`;
}
