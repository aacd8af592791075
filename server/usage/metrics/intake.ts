import type { InTransaction } from '../../events/record.ts';
import type { SdkToken } from '../../platform/caller.ts';
import { createBudget } from './budget.ts';
import { createBuffer } from './buffer.ts';
import { createCollector } from './collector.ts';
import { createDrops, type DropCounts } from './drops.ts';
import { attemptsMax, bufferBytesMax } from './limits.ts';
import type { BulkMetrics, ClientMetrics, ClientRegistration } from './schema.ts';
import { createWriter } from './writer.ts';

export type Intake = {
  addMetrics: (token: SdkToken, metrics: ClientMetrics) => void;
  addBulk: (token: SdkToken, bulk: BulkMetrics) => void;
  register: (token: SdkToken, registration: ClientRegistration) => void;
  /** Writes the buffer; rejects if something could not be written, which may be written later. */
  flush: () => Promise<void>;
  /** Writes the buffer and stops the timer. */
  close: () => Promise<void>;
  /** For the metrics. */
  statistics: () => { dropped: DropCounts; bytes: number; bytesMax: number };
};

type Parts = {
  inTransaction: InTransaction;
  now: () => number;
  flushMs: number;
  /** Counts of older hours are not retained, so they are ignored. */
  retentionHours: number;
  bytesMax?: number;
  onError: (error: unknown) => void;
  /** Called at most once per flush, with what was dropped since the last call. */
  onDropped: (dropped: Partial<DropCounts>) => void;
};

/**
 * Buffers what SDKs report and writes it in batches, so that a request costs no statement. The buffer
 * is written `flushMs` after its first report and when the server stops; a crash loses its content.
 */
export function createIntake(parts: Parts): Intake {
  const { now, flushMs, onError, onDropped } = parts;
  const drops = createDrops(now);
  const budget = createBudget(parts.bytesMax ?? bufferBytesMax);
  const buffer = createBuffer(budget, drops);
  const writer = createWriter(parts.inTransaction, drops);
  const collector = createCollector({ ...parts, budget, buffer, drops });
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
    addBulk: scheduled(collector.addBulk),
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
