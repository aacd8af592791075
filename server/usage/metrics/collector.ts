import type { SdkToken } from '../../platform/caller.ts';
import { unavailable } from '../../platform/errors.ts';
import { type InstanceReport, strategiesMax } from '../applications/rules.ts';
import type { Budget } from './budget.ts';
import type { Bucket, Buffer } from './buffer.ts';
import type { Drops } from './drops.ts';
import { applicationsPerTokenMax } from './limits.ts';
import { type Entry, entriesOf, hourOf, scopeOf, toMilliseconds } from './rules.ts';
import type { BulkMetrics, ClientMetrics, ClientRegistration } from './schema.ts';

type Parts = {
  buffer: Buffer;
  budget: Budget;
  drops: Drops;
  now: () => number;
  retentionHours: number;
};

/** Adds the bodies of requests to the buffer. */
export function createCollector({ buffer, budget, drops, now, retentionHours }: Parts) {
  const mayReport = createApplicationLimit(now);

  const assertRoom = (token: SdkToken) => {
    if (budget.hasRoom(token)) return;
    drops.add('buffer', scopeOf(token));
    throw unavailable('Too much usage was reported. Try again in a minute.');
  };
  const addInstance = (token: SdkToken, sender: Sender) => {
    if (!mayReport(token, sender.appName)) return drops.add('applications', scopeOf(token));
    const { strategies } = sender;
    if (strategies && strategies.length > strategiesMax) {
      drops.add('strategies', scopeOf(token), strategies.length - strategiesMax);
    }
    buffer.addInstance(token, instanceReportOf(token, sender, now()));
  };
  const addEntries = (token: SdkToken, entries: readonly Entry[]) => {
    const seenAt = now();
    const oldest = seenAt - retentionHours * 3_600_000;
    const { environment } = token;
    const scope = scopeOf(token);
    let name: string | undefined;
    let bucket: Bucket | undefined;
    for (const { flag, application, at, yes = 0, no = 0, variants } of entries) {
      if ((yes === 0 && no === 0) || at < oldest) continue;
      const hour = hourOf(at);
      // Usually all entries of a request belong to one bucket.
      if (bucket?.hour !== hour || name !== application) {
        name = application;
        const by = mayReport(token, application) ? application : null;
        bucket = buffer.findBucket(token, { scope, environment, application: by, hour });
      }
      if (bucket?.application === null) drops.add('applications', scope);
      if (!bucket) drops.add('buffer', scope);
      else buffer.addCount(token, bucket, { flag, yes, no, seenAt, variants });
    }
  };

  return {
    addMetrics: (token: SdkToken, metrics: ClientMetrics): void => {
      assertRoom(token);
      addInstance(token, metrics);
      addEntries(token, entriesOf(metrics, now()));
    },
    addBulk: (token: SdkToken, { applications, metrics }: BulkMetrics): void => {
      assertRoom(token);
      const inEnvironment = ({ environment }: { environment: string }) =>
        environment === token.environment;
      for (const application of applications.filter(inEnvironment)) {
        addInstance(token, application);
      }
      const entries = metrics.filter(inEnvironment).map((metric) => ({
        flag: metric.featureName,
        application: metric.appName,
        yes: metric.yes,
        no: metric.no,
        variants: metric.variants,
        at: Math.min(
          metric.timestamp === undefined ? now() : toMilliseconds(metric.timestamp),
          now(),
        ),
      }));
      addEntries(token, entries);
    },
    register: (token: SdkToken, registration: ClientRegistration): void => {
      assertRoom(token);
      addInstance(token, registration);
    },
  };
}

/** Whether the token may report the application, by the names that it reported in this hour. */
function createApplicationLimit(now: () => number) {
  let hour = 0;
  let reported = new Map<number, Set<string>>();
  return ({ id, kind }: SdkToken, application: string): boolean => {
    if (hourOf(now()) !== hour) [hour, reported] = [hourOf(now()), new Map()];
    const names = reported.get(id) ?? new Set();
    if (names.has(application)) return true;
    if (names.size >= applicationsPerTokenMax[kind]) return false;
    reported.set(id, names.add(application));
    return true;
  };
}

type Sender = {
  appName: string;
  instanceId?: string | null;
  sdkVersion?: string | null;
  strategies?: string[];
  /** Only in reports of proxies. */
  sdkType?: 'frontend' | 'backend' | null;
};

const instanceReportOf = (token: SdkToken, sender: Sender, seenAt: number): InstanceReport => ({
  application: sender.appName,
  environment: token.environment,
  instance: sender.instanceId || 'default',
  kind: sender.sdkType === 'frontend' ? 'frontend' : token.kind,
  projects: token.projects,
  sdkVersion: sender.sdkVersion || null,
  strategies: sender.strategies?.slice(0, strategiesMax),
  seenAt,
});
