import { useQuery } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { useCreatorNames } from '../../audit/events/creator.ts';
import { eventLabel } from '../../audit/labels/label.ts';
import { language } from '../../language.ts';
import { paths, pathTo } from '../../paths.ts';
import type { Marker } from '../../ui/chart-markers.tsx';
import { plainText } from '../../ui/markdown.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import { type Version, versionsSinceQuery } from '../versions/api.ts';
import type { Buckets } from './usage-sums.ts';

/** The changes of the flag in an environment, or in all, each with a link to the differences. */
export function useChangeMarkers(flag: Flag, environment: string, buckets: Buckets): Marker[] {
  const key = { projectId: flag.project, featureName: flag.name };
  const versions = useQuery(versionsSinceQuery(key, buckets.starts[0] ?? 0)).data ?? [];
  const nameOf = useCreatorNames(versions.length > 0);
  return changesIn(versions, environment, buckets).map(({ at, previous, version }) => ({
    at,
    key: String(version.eventId),
    label: `${exactTime(version.createdAt)}: ${textOf(version, nameOf(version.createdByUserId))}`,
    to: pathTo(paths.flag, key),
    search: { tab: 'history', from: String(previous), to: String(version.eventId) },
  }));
}

/** With their position in the chart; a change of the whole flag belongs to every environment. */
export function changesIn(
  versions: readonly Version[],
  environment: string,
  { starts, stepMs }: Buckets,
) {
  const [begin = 0] = starts;
  return versions
    .map((version, index) => ({
      version,
      // The list is newest first; nothing is older than event 0.
      previous: versions[index + 1]?.eventId ?? 0,
      at: Math.min(starts.length - 1, (Date.parse(version.createdAt) - begin) / stepMs),
    }))
    .filter(
      ({ version, at }) =>
        (version.environment === null || version.environment === environment) &&
        !version.deleted &&
        at >= 0,
    );
}

/** A summary of the server begins with the login of who made the change, and is in English. */
function textOf({ type, summary, label, createdBy }: Version, name: string | undefined): string {
  if (language !== 'en' || summary === null) {
    return [name ?? createdBy, eventLabel({ type, label })].filter(Boolean).join(': ');
  }
  const text = plainText(summary);
  if (name === undefined || !createdBy || !text.startsWith(createdBy)) return text;
  return `${name}${text.slice(createdBy.length)}`;
}
