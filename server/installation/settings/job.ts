import type { Db } from '../../platform/db/open.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { findSettings } from './queries.ts';

/** The job, except that its work waits until maintenance has ended. */
export const pausedByMaintenance = (db: Db, job: Job): Job => ({
  ...job,
  run: async () => ((await findSettings(db)).maintenance ? 'done' : job.run()),
});
