import type { InTransaction } from '../../events/record.ts';
import type { Db } from '../../platform/db/open.ts';
import type { Job } from '../../platform/jobs/runner.ts';
import { evaluateViews } from './evaluation.ts';
import { isEvaluationDue } from './queries.ts';

/** Finds the flags that have entered views with subscriptions. */
export const evaluateViewsJob = (db: Db, inTransaction: InTransaction): Job => ({
  name: 'evaluate-views',
  everyMs: 1000,
  run: async () => ((await isEvaluationDue(db)) ? inTransaction(evaluateViews) : 'done'),
});
