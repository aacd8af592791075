import type { InTransaction } from '../../events/record.ts';
import type { SdkToken } from '../../platform/caller.ts';
import { unavailable } from '../../platform/errors.ts';
import { saveInstanceReports } from '../applications/commands.ts';
import { type InstanceReport, instanceKey } from '../applications/rules.ts';
import { saveReports } from './commands.ts';
import {
  byFlagAndEnvironment,
  type Entry,
  entriesOf,
  hourOf,
  type Report,
  scopeOf,
  toMilliseconds,
} from './rules.ts';
import type { BulkMetrics, ClientMetrics, ClientRegistration } from './schema.ts';

export type Intake = {
  addMetrics: (token: SdkToken, metrics: ClientMetrics) => void;
  addBulk: (token: SdkToken, bulk: BulkMetrics) => void;
  register: (token: SdkToken, registration: ClientRegistration) => void;
  /** Writes the buffer; rows that cannot be written stay in it for the next flush. */
  flush: () => Promise<void>;
  /** Writes the buffer and stops the timer. */
  close: () => Promise<void>;
};

type Parts = {
  inTransaction: InTransaction;
  now: () => number;
  flushMs: number;
  /** Counts of older hours are not retained, so they are ignored. */
  retentionHours: number;
  onError: (error: unknown) => void;
};

/** Counts of one application in one hour, by flag, for tokens of one scope. */
type Bucket = Pick<Report, 'application' | 'environment' | 'hour' | 'scope'> & {
  counts: Map<string, FlagCount>;
};

type FlagCount = Pick<Report, 'yes' | 'no' | 'seenAt'> & {
  variants: Map<string, number> | undefined;
};

/** Rows per transaction: about 30 ms of locks on PostgreSQL. */
const batchSize = 1000;
/** About 60 MB; beyond it, reports are refused until the buffer is written. */
const bufferedMax = 200_000;

/**
 * Buffers what SDKs report and writes it in batches, so that a request costs no statement. The buffer
 * is written `flushMs` after its first report and when the server stops; a crash loses its content.
 */
export function createIntake({
  inTransaction,
  now,
  flushMs,
  retentionHours,
  onError,
}: Parts): Intake {
  let buckets = new Map<string, Bucket>();
  let instances = new Map<string, InstanceReport>();
  let buffered = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const assertRoom = () => {
    if (buffered < bufferedMax) return;
    throw unavailable('Too much usage was reported. Try again in a minute.');
  };
  const scheduleFlush = () => {
    if (timer !== undefined || closed) return;
    timer = setTimeout(() => void flush().catch(onError), flushMs).unref();
  };

  const bucketOf = ({ scope, environment, application, hour }: Omit<Bucket, 'counts'>): Bucket => {
    const key = `${scope}\n${environment}\n${hour}\n${application}`;
    const known = buckets.get(key);
    if (known) return known;
    const bucket = { scope, environment, application, hour, counts: new Map() };
    buckets.set(key, bucket);
    return bucket;
  };
  const countOf = ({ counts }: Bucket, flag: string): FlagCount => {
    const known = counts.get(flag);
    if (known) return known;
    buffered += 1;
    const count = { yes: 0, no: 0, variants: undefined, seenAt: 0 };
    counts.set(flag, count);
    return count;
  };
  const add = (count: FlagCount, more: Pick<Report, 'yes' | 'no' | 'seenAt'>) => {
    count.yes += more.yes;
    count.no += more.no;
    count.seenAt = Math.max(count.seenAt, more.seenAt);
  };
  const addVariants = (count: FlagCount, more: Iterable<readonly [string, number]>) => {
    for (const [variant, times] of more) {
      if (times === 0) continue;
      count.variants ??= new Map();
      count.variants.set(variant, (count.variants.get(variant) ?? 0) + times);
    }
  };
  const addInstance = (report: InstanceReport) => {
    const key = instanceKey(report);
    const before = instances.get(key);
    if (!before) buffered += 1;
    instances.set(key, { ...report, strategies: report.strategies ?? before?.strategies });
  };

  const addEntries = (token: SdkToken, entries: readonly Entry[]) => {
    const seenAt = now();
    const oldest = seenAt - retentionHours * 3_600_000;
    const { environment } = token;
    const scope = scopeOf(token);
    let bucket: Bucket | undefined;
    for (const { flag, application, at, yes = 0, no = 0, variants } of entries) {
      if ((yes === 0 && no === 0) || at < oldest) continue;
      const hour = hourOf(at);
      // Usually all entries of a request belong to one bucket.
      if (bucket?.hour !== hour || bucket.application !== application) {
        bucket = bucketOf({ scope, environment, application, hour });
      }
      const count = countOf(bucket, flag);
      add(count, { yes, no, seenAt });
      if (variants) addVariants(count, Object.entries(variants));
    }
    scheduleFlush();
  };

  const writeAll = async () => {
    const reports = listReports(buckets).sort(byFlagAndEnvironment);
    const pending = [...instances.values()];
    [buckets, instances, buffered] = [new Map(), new Map(), 0];
    let written = 0;
    try {
      for (; written < reports.length; written += batchSize) {
        const batch = reports.slice(written, written + batchSize);
        await inTransaction((tx) => saveReports(tx, batch));
      }
      while (pending.length > 0) {
        await inTransaction((tx) => saveInstanceReports(tx, pending.slice(0, batchSize)));
        pending.splice(0, batchSize);
      }
    } catch (error) {
      for (const report of reports.slice(written)) {
        const count = countOf(bucketOf(report), report.flag);
        add(count, report);
        addVariants(count, report.variants);
      }
      for (const report of pending) {
        addInstance({ ...report, ...instances.get(instanceKey(report)) });
      }
      scheduleFlush();
      throw error;
    }
  };
  const flush = async (): Promise<void> => {
    // A write in progress does not contain the newest reports, so another one follows it.
    await running?.catch(() => {});
    clearTimeout(timer);
    timer = undefined;
    running ??= writeAll().finally(() => {
      running = undefined;
    });
    await running;
  };

  return {
    addMetrics: (token, metrics) => {
      assertRoom();
      addInstance(instanceReportOf(token, metrics, now()));
      addEntries(token, entriesOf(metrics, now()));
    },
    addBulk: (token, { applications, metrics }) => {
      assertRoom();
      const inEnvironment = ({ environment }: { environment: string }) =>
        environment === token.environment;
      for (const application of applications.filter(inEnvironment)) {
        const kind = application.sdkType === 'frontend' ? 'frontend' : token.kind;
        addInstance(instanceReportOf({ ...token, kind }, application, now()));
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
    register: (token, registration) => {
      assertRoom();
      addInstance(instanceReportOf(token, registration, now()));
      scheduleFlush();
    },
    flush,
    close: async () => {
      closed = true;
      await flush().catch(onError);
    },
  };
}

function listReports(buckets: ReadonlyMap<string, Bucket>): Report[] {
  return [...buckets.values()].flatMap(({ counts, ...bucket }) =>
    [...counts].map(([flag, { variants = noVariants, ...count }]) => ({
      ...bucket,
      ...count,
      flag,
      variants,
    })),
  );
}

const noVariants: ReadonlyMap<string, number> = new Map();

type Sender = {
  appName: string;
  instanceId?: string | null;
  sdkVersion?: string | null;
  strategies?: string[];
};

const instanceReportOf = (token: SdkToken, sender: Sender, seenAt: number): InstanceReport => ({
  application: sender.appName,
  environment: token.environment,
  instance: sender.instanceId || 'default',
  kind: token.kind,
  projects: token.projects,
  sdkVersion: sender.sdkVersion ?? null,
  strategies: sender.strategies,
  seenAt,
});
