import type { InTransaction } from '../../events/record.ts';
import { saveInstanceReports } from '../applications/commands.ts';
import type { InstanceReport } from '../applications/rules.ts';
import { createBatches } from './batches.ts';
import { bytesOfInstance, bytesOfReport } from './buffer.ts';
import { saveReports } from './commands.ts';
import type { Drops } from './drops.ts';
import type { Writer } from './intake.ts';
import { batchSizes } from './limits.ts';
import { addDrops, enterStages, limitWaiting } from './queries.ts';
import { byFlagAndEnvironment, dropRowsOf, type Report, type StageRow } from './rules.ts';

/** Writes reports in small transactions; one that fails does not prevent the others. */
export function createWriter(inTransaction: InTransaction, drops: Drops): Writer {
  const onGivenUp = (rows: number) => drops.add('write', null, rows);
  let stages: StageRow[] = [];

  const instanceBatches = createBatches<InstanceReport>({
    size: batchSizes.instances,
    bytesOf: bytesOfInstance,
    onGivenUp,
    write: async (rows) => {
      drops.add('instances', null, await inTransaction((tx) => saveInstanceReports(tx, rows)));
      return [];
    },
  });
  const reportBatches = createBatches<Report>({
    size: batchSizes.reports,
    weightOf: ({ variants }) => 1 + variants.size,
    bytesOf: bytesOfReport,
    onGivenUp,
    write: async (rows) => {
      const saved = await inTransaction((tx) => saveReports(tx, rows));
      stages.push(...saved.stages);
      for (const { reason, scope, dropped } of saved.dropped) drops.add(reason, scope, dropped);
      return saved.deferred;
    },
  });
  const stageBatches = createBatches<StageRow>({
    size: batchSizes.stages,
    bytesOf: ({ flag }) => 300 + 2 * flag.length,
    // Nothing is lost: the next report of the flag leads to the same stage.
    onGivenUp: () => {},
    write: (rows) =>
      inTransaction(async (tx) => {
        await limitWaiting(tx);
        return enterStages(tx, rows);
      }),
  });

  const writeStages = async () => {
    const { unwritten, errors } = await stageBatches.write(stages);
    stages = unwritten;
    return errors;
  };
  const writeDrops = async (): Promise<unknown[]> => {
    const taken = drops.take();
    if (taken.length === 0) return [];
    try {
      await inTransaction((tx) => addDrops(tx, dropRowsOf(taken)));
      return [];
    } catch (error) {
      drops.restore(taken);
      return [error];
    }
  };

  return {
    isWaiting: () =>
      stages.length > 0 ||
      [instanceBatches, reportBatches, stageBatches].some((batches) => batches.isWaiting()),
    bytes: () => instanceBatches.bytes() + reportBatches.bytes() + stageBatches.bytes(),
    /** Returns what is not written because the database is unavailable, and the errors. */
    write: async ({ reports, instances }) => {
      const ofInstances = await instanceBatches.write(instances);
      if (ofInstances.unavailable) {
        return { reports, instances: ofInstances.unwritten, errors: ofInstances.errors };
      }
      const ofReports = await reportBatches.write(reports.sort(byFlagAndEnvironment));
      const errors = [...ofInstances.errors, ...ofReports.errors];
      if (!ofReports.unavailable) errors.push(...(await writeStages()), ...(await writeDrops()));
      return { reports: ofReports.unwritten, instances: [], errors };
    },
  };
}
