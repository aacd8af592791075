import { useQuery } from '@tanstack/react-query';
import type { Flag } from '../../../../server/flags/flags/schema.ts';
import { paths, pathTo } from '../../paths.ts';
import type { Marker } from '../../ui/chart-markers.tsx';
import { plainText } from '../../ui/markdown.ts';
import { exactTime } from '../../ui/time-ago.tsx';
import { latestVersionsQuery } from '../versions/api.ts';
import type { Buckets } from './usage-sums.ts';

/** The latest changes of the flag in an environment, each with a link to the differences. */
export function useChangeMarkers(flag: Flag, environment: string, buckets: Buckets): Marker[] {
  const key = { projectId: flag.project, featureName: flag.name };
  const versions = useQuery(latestVersionsQuery(key)).data?.versions ?? [];
  const { starts, stepMs } = buckets;
  const [begin = 0] = starts;
  return versions
    .map((version, index) => ({
      ...version,
      // The list is newest first; nothing is older than event 0.
      previous: versions[index + 1]?.eventId ?? 0,
      time: Date.parse(version.createdAt),
    }))
    .filter((each) => each.environment === environment && !each.deleted && each.time >= begin)
    .map(({ eventId, previous, time, createdAt, summary, label }) => ({
      key: String(eventId),
      at: Math.min(starts.length - 1, (time - begin) / stepMs),
      label: `${exactTime(createdAt)}: ${summary === null ? (label ?? '') : plainText(summary)}`,
      to: pathTo(paths.flag, key),
      search: { tab: 'history', from: String(previous), to: String(eventId) },
    }));
}
