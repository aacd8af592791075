import type { InTransaction } from '../events/record.ts';
import { isEmpty } from '../installation/contents/queries.ts';
import type { Db } from '../platform/db/open.ts';
import { badData } from '../platform/errors.ts';
import { createActivity } from './activity.ts';
import { createCompany } from './company.ts';
import { demoFlags } from './demo-flags.ts';
import { insertFlags } from './insertion.ts';
import { backdateEverything, refreshStatistics } from './queries.ts';
import { addAppliedRequests } from './requests.ts';
import { writeVersionsOfHistory } from './versions/commands.ts';
import { companyProjects, people as names } from './vocabulary.ts';

const day = 24 * 60 * 60 * 1000;
const days = 60;
const flags = demoFlags.length;

/** Two months before the given time, when the history of the demo starts. */
export const demoStart = (now: number): string => new Date(now - days * day).toISOString();

/** Keeps generated data apart from real data. */
export async function assertEmpty(db: Db): Promise<void> {
  if (await isEmpty(db)) return;
  throw badData('The demo needs an empty server. This one has projects, flags, groups or users.');
}

/** Creates a company by commands, and its flags with a history that ends now as rows. */
export async function createDemo(
  db: Db,
  inTransaction: InTransaction,
  now: number,
  { events } = { events: 3000 },
) {
  await assertEmpty(db);
  const start = demoStart(now);
  const company = await inTransaction(async (tx) => {
    const created = await createCompany(tx);
    await backdateEverything(tx, start);
    return created;
  }, start);
  const since = Date.parse(start) + day;
  const history = await inTransaction(async (tx) => {
    const inserted = await insertFlags(tx, company, {
      seed: 'demo',
      flags,
      events,
      since,
      until: now,
      suffix: '',
      named: demoFlags,
      bulk: [],
      extend: (changes) => addAppliedRequests(tx, changes, company.managers),
    });
    await writeVersionsOfHistory(tx);
    return inserted;
  });
  await createActivity(db, inTransaction, company, now);
  await refreshStatistics(db);
  return { projects: companyProjects.length, people: names.length, flags, events: history.events };
}
