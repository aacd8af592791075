import type { Caches } from '../../platform/cache/cache.ts';
import type { SdkToken } from '../../platform/caller.ts';
import type { InstanceReport } from '../applications/rules.ts';
import { createBudget } from './budget.ts';
import { createBuffer } from './buffer.ts';
import { createCollector } from './collector.ts';
import { createDrops, type DropCounts, type Drops } from './drops.ts';
import { attemptsMax, bufferBytesMax } from './limits.ts';
import type { Report } from './rules.ts';
import type { BulkMetrics, ClientMetrics, ClientRegistration } from './schema.ts';

export type Intake = {
  addMetrics: (token: SdkToken, metrics: ClientMetrics) => void;
  /** A repetition with the same key is not counted again. */
  addBulk: (token: SdkToken, bulk: BulkMetrics, key?: string) => void;
  register: (token: SdkToken, registration: ClientRegistration) => void;
  /** Writes the buffer; rejects if something could not be written, which may be written later. */
  flush: () => Promise<void>;
  /** Writes the buffer and stops the timer. */
  close: () => Promise<void>;
  /** For the metrics. */
  statistics: () => { dropped: DropCounts; bytes: number; bytesMax: number };
};

export type Reported = { reports: Report[]; instances: InstanceReport[] };

/** The destination of reports: the database, or the upstream of an edge. */
export type Writer = {
  /** Returns what could not be written now, and the errors. */
  write: (reported: Reported) => Promise<Reported & { errors: unknown[] }>;
  /** Whether some is written with a later call. */
  isWaiting: () => boolean;
  /** Estimated memory of what is written later. */
  bytes: () => number;
};

type Parts = {
  caches: Caches;
  createWriter: (drops: Drops) => Writer;
  now: () => number;
  flushMs: number;
  /** Counts of older hours are not retained, so they are ignored. */
  retentionHours: number;
  bytesMax?: number;
  onError: (error: unknown) => void;
  /** Called at most once per flush, with what was dropped since the last call. */
  onDropped: (dropped: Partial<DropCounts>) => void;
};

/** About 10,000 keys. */
const bulkKeysBytesMax = 4 * 1024 * 1024;
/** Longer than an edge takes to repeat a report once the server is back. */
const bulkKeyMs = 3_600_000;

/**
 * Buffers what SDKs report and writes it in batches, so that a request costs no statement. The buffer
 * is written `flushMs` after its first report and when the server stops; a crash loses its content.
 */
export function createIntake(parts: Parts): Intake {
  const { now, flushMs, onError, onDropped } = parts;
  const drops = createDrops(now);
  const budget = createBudget(parts.bytesMax ?? bufferBytesMax);
  const buffer = createBuffer(budget, drops);
  const writer = parts.createWriter(drops);
  const collector = createCollector({ ...parts, budget, buffer, drops });
  const bulkKeys = parts.caches.create<{ added: true }>({
    name: 'usage_bulk_keys',
    bytesMax: bulkKeysBytesMax,
    bytesOf: () => 0,
  });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const scheduleFlush = () => {
    if (timer !== undefined || closed) return;
    timer = setTimeout(() => void flush().catch(onError), flushMs).unref();
  };
  const writeAll = async () => {
    const { reports, instances, errors } = await writer.write(buffer.take());
    buffer.restore(reports, instances);
    budget.finishWriting(writer.bytes());
    const dropped = drops.takeNew();
    if (dropped) onDropped(dropped);
    if (errors.length > 0 || writer.isWaiting()) scheduleFlush();
    if (errors.length > 0) throw errors[0];
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
  const scheduled =
    <T>(add: (token: SdkToken, input: T) => void) =>
    (token: SdkToken, input: T) => {
      add(token, input);
      scheduleFlush();
    };

  return {
    addMetrics: scheduled(collector.addMetrics),
    addBulk: (token, bulk, key) => {
      const id = `${token.id}\n${key}`;
      if (key !== undefined && bulkKeys.get(id, 0)) return;
      scheduled(collector.addBulk)(token, bulk);
      if (key !== undefined) bulkKeys.set(id, 0, { value: { added: true }, ttlMs: bulkKeyMs });
    },
    register: scheduled(collector.register),
    flush,
    close: async () => {
      closed = true;
      await flush().catch(onError);
      for (let more = attemptsMax; more > 0 && writer.isWaiting(); more--) {
        await flush().catch(onError);
      }
    },
    statistics: () => ({
      dropped: { ...drops.totals },
      bytes: budget.bytes(),
      bytesMax: budget.bytesMax,
    }),
  };
}
