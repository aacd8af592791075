import type { SdkToken } from '../../platform/caller.ts';
import { type InstanceReport, instanceKey, mergeInstances } from '../applications/rules.ts';
import { type Budget, bucketBytes, countBytes, instanceBytes, variantBytes } from './budget.ts';
import type { Drops } from './drops.ts';
import { variantsPerFlagMax } from './limits.ts';
import { type Report, scopeOf } from './rules.ts';

/** Counts of one application in one hour, by flag, for tokens of one scope. */
export type Bucket = Pick<Report, 'application' | 'environment' | 'hour' | 'scope'> & {
  counts: Map<string, FlagCount>;
};

type FlagCount = Pick<Report, 'yes' | 'no' | 'seenAt'> & {
  variants: Map<string, number> | undefined;
};

type Counted = Pick<Report, 'flag' | 'yes' | 'no' | 'seenAt'> & {
  variants: Report['variants'] | Readonly<Record<string, number>> | undefined;
};

/** Undefined for what was buffered before. */
type Origin = SdkToken | undefined;

export type Buffer = ReturnType<typeof createBuffer>;

/** Sums of reports in memory, within the budget; what exceeds a limit is dropped and counted. */
export function createBuffer(budget: Budget, drops: Drops) {
  let buckets = new Map<string, Bucket>();
  let instances = new Map<string, InstanceReport>();

  /** Undefined if it does not fit. */
  const findBucket = (origin: Origin, of: Omit<Bucket, 'counts'>): Bucket | undefined => {
    const { scope, environment, application, hour } = of;
    const key = `${scope}\n${environment}\n${hour}\n${application === null}\n${application}`;
    const known = buckets.get(key);
    if (known) return known;
    if (!budget.take(origin, bucketBytes(application ?? ''))) return undefined;
    const bucket = { scope, environment, application, hour, counts: new Map() };
    buckets.set(key, bucket);
    return bucket;
  };
  const countOf = (origin: Origin, { counts }: Bucket, flag: string): FlagCount | undefined => {
    const known = counts.get(flag);
    if (known) return known;
    if (!budget.take(origin, countBytes(flag))) return undefined;
    const count = { yes: 0, no: 0, variants: undefined, seenAt: 0 };
    counts.set(flag, count);
    return count;
  };
  const addVariant = (origin: Origin, { scope }: Bucket, count: FlagCount, name: string) => {
    count.variants ??= new Map();
    if (count.variants.has(name)) return true;
    const full = count.variants.size >= variantsPerFlagMax;
    if (!full && budget.take(origin, variantBytes(name))) return true;
    drops.add(full ? 'variants' : 'buffer', scope);
    return false;
  };
  const addCount = (origin: Origin, bucket: Bucket, counted: Counted): void => {
    const count = countOf(origin, bucket, counted.flag);
    if (!count) {
      drops.add('buffer', bucket.scope);
      return;
    }
    count.yes += counted.yes;
    count.no += counted.no;
    count.seenAt = Math.max(count.seenAt, counted.seenAt);
    // Variants are counted by application only.
    if (bucket.application === null || !counted.variants) return;
    const { variants } = counted;
    for (const [name, times] of variants instanceof Map ? variants : Object.entries(variants)) {
      if (times === 0 || !addVariant(origin, bucket, count, name)) continue;
      count.variants?.set(name, (count.variants.get(name) ?? 0) + times);
    }
  };
  const addInstance = (origin: Origin, report: InstanceReport): void => {
    const key = instanceKey(report);
    const before = instances.get(key);
    const merged = before ? mergeInstances(before, report) : report;
    const more = bytesOfInstance(merged) - (before ? bytesOfInstance(before) : 0);
    if (more <= 0 || budget.take(origin, more)) instances.set(key, merged);
    else drops.add('buffer', scopeOf(report));
  };

  return {
    findBucket,
    addCount,
    addInstance,
    /** Empties the buffer. */
    take: () => {
      budget.startWriting();
      const taken = { reports: listReports(buckets), instances: [...instances.values()] };
      [buckets, instances] = [new Map(), new Map()];
      return taken;
    },
    /** Adds what was taken and not written to what was reported since. */
    restore: (reports: readonly Report[], older: readonly InstanceReport[]) => {
      for (const report of reports) {
        const bucket = findBucket(undefined, report);
        if (bucket) addCount(undefined, bucket, report);
      }
      for (const report of older) {
        const newer = instances.get(instanceKey(report));
        addInstance(undefined, newer ? mergeInstances(report, newer) : report);
      }
    },
  };
}

function listReports(buckets: ReadonlyMap<string, Bucket>): Report[] {
  const reports: Report[] = [];
  for (const { scope, environment, application, hour, counts } of buckets.values()) {
    for (const [flag, { yes, no, seenAt, variants = noVariants }] of counts) {
      // Listed members: objects that are built by a spread take three times the memory.
      reports.push({ flag, environment, application, hour, scope, yes, no, variants, seenAt });
    }
  }
  return reports;
}

const noVariants: ReadonlyMap<string, number> = new Map();

export const bytesOfReport = ({ flag, application, variants }: Report) =>
  [...variants.keys()].reduce(
    (sum, variant) => sum + variantBytes(variant),
    countBytes(flag) + bucketBytes(application ?? ''),
  );

export const bytesOfInstance = (report: InstanceReport) =>
  instanceBytes([
    report.application,
    report.instance,
    report.sdkVersion ?? '',
    ...(report.strategies ?? []),
  ]);
