import { addChanges, setTitle } from '../approvals/change-requests/commands.ts';
import { changeState } from '../approvals/reviews/transitions.ts';
import type { InTransaction } from '../events/record.ts';
import { favoriteFlag, favoriteProject } from '../flags/favorites/commands.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { saveInstanceReports } from '../usage/applications/commands.ts';
import { saveReports } from '../usage/metrics/commands.ts';
import type { Report } from '../usage/metrics/rules.ts';
import type { Company } from './company.ts';
import { listSwitches, type Switch } from './queries.ts';
import { createRandoms } from './random.ts';
import { listOf, protectedProjects, sdks } from './vocabulary.ts';

const hourMs = 60 * 60 * 1000;
/** The default retention of hourly usage. */
const hours = 48;
const reportsPerTransaction = 2000;

/** Applications, usage of the last two days, change requests and favourites. */
export async function createActivity(
  db: Db,
  inTransaction: InTransaction,
  company: Company,
  now: number,
): Promise<void> {
  const switches = await listSwitches(db, new Date(now - hours * hourMs).toISOString());
  await inTransaction((tx) => saveInstances(tx, company, now));
  const reports = [...reportsOf(switches, now), ...removedFlagReports(now)];
  for (let start = 0; start < reports.length; start += reportsPerTransaction) {
    const batch = reports.slice(start, start + reportsPerTransaction);
    await inTransaction((tx) => saveReports(tx, batch));
  }
  await createChangeRequests(inTransaction, company, switches, now);
  const { first } = company;
  if (first) await inTransaction((tx) => addFavorites(tx, first, switches));
}

async function saveInstances(tx: Tx, { environments }: Company, now: number): Promise<void> {
  await saveInstanceReports(
    tx,
    environments.flatMap((environment) =>
      sdks.flatMap(({ application, kind, version, instances, projects }) =>
        Array.from({ length: instances }, (_, number) => ({
          application,
          environment,
          kind,
          projects,
          sdkVersion: version,
          instance: `${application}-${number + 1}`,
          strategies: ['default', 'flexibleRollout', 'userWithId'],
          seenAt: now - number * 60_000,
        })),
      ),
    ),
  );
}

/** The share of the busiest hour that each hour of a day has, in UTC. */
const dayShare = [
  0.2, 0.15, 0.1, 0.1, 0.1, 0.2, 0.35, 0.5, 0.65, 0.75, 0.8, 0.85, 0.9, 0.85, 0.8, 0.8, 0.85, 0.9,
  1, 1, 0.95, 0.8, 0.55, 0.35,
];

/**
 * Evaluations by one or two applications in each hour, more of them in production and by day. The share
 * of yes follows the changes of the flag.
 */
export function reportsOf(switches: readonly Switch[], now: number): Report[] {
  const current = Math.floor(now / hourMs) * hourMs;
  const randomOf = createRandoms('demo/usage');
  return switches.flatMap((each, index) => {
    const { flag, project, environment, variants } = each;
    const random = randomOf(index);
    const perHour = (environment === 'production' ? 2000 : 60) * (0.2 + random.next());
    const readers = sdks.filter(({ projects }) => projects.includes(project));
    const users = random.some(readers, 1 + random.below(2));
    return users.flatMap(({ application }) =>
      Array.from({ length: hours }, (_, ago) => {
        const hour = current - ago * hourMs;
        const share = dayShare[new Date(hour).getUTCHours()] ?? 1;
        const all = Math.round(perHour * share * (0.9 + 0.2 * random.next()));
        const yes = Math.round(all * shareOfYes(each, hour));
        const shown = variants.map(({ name, weight }) => {
          return [name, Math.round((yes * weight) / 1000)] as const;
        });
        return {
          flag,
          environment,
          application,
          hour,
          scope: null,
          yes,
          no: all - yes,
          variants: new Map(yes > 0 ? shown : []),
          seenAt: Math.min(now, hour + hourMs - 1),
        };
      }),
    );
  });
}

function shareOfYes({ enabled, rollout, changes }: Switch, hour: number): number {
  const later = changes.filter(({ at }) => at > hour);
  const wasEnabled = later.find((change) => change.enabled !== null)?.enabled ?? enabled;
  const share = later.find((change) => change.rollout !== null)?.rollout ?? rollout;
  return wasEnabled ? share / 100 : 0;
}

/** An outdated application evaluates a flag that no longer exists. */
const removedFlagReports = (now: number): Report[] => [
  {
    flag: 'order-lookup-v1',
    environment: 'production',
    application: 'back-office',
    hour: Math.floor(now / hourMs) * hourMs,
    scope: null,
    yes: 0,
    no: 12,
    variants: new Map(),
    seenAt: now,
  },
];

/** One waits for a review, one is approved and one is scheduled, in each protected project. */
async function createChangeRequests(
  inTransaction: InTransaction,
  { admin, managers }: Company,
  switches: readonly Switch[],
  now: number,
): Promise<void> {
  const tomorrow = new Date(now + 24 * hourMs).toISOString();
  const steps = [
    [{ state: 'In review' }],
    [{ state: 'In review' }, { state: 'Approved', comment: 'Tested in development.' }],
    [{ state: 'In review' }, { state: 'Approved' }, { state: 'Scheduled', scheduledAt: tomorrow }],
  ] as const;
  for (const project of protectedProjects) {
    const environment = 'production';
    const flags = switches.filter((it) => it.project === project && it.environment === environment);
    for (const [index, states] of steps.entries()) {
      const author = managers[index % managers.length] ?? managers[0];
      const { flag, enabled } = listOf(flags.slice(index), 'flags')[0];
      await inTransaction(async (tx) => {
        const scope = { project, environment };
        const change = {
          feature: flag,
          action: 'updateEnabled' as const,
          payload: { enabled: !enabled },
        };
        const { id } = await addChanges(tx, author, scope, change, () => {});
        const key = { project, id };
        const title = `${enabled ? 'Disable' : 'Enable'} ${flag} for all users`;
        await setTitle(tx, author, key, { title });
        for (const state of states) {
          await changeState(tx, state.state === 'In review' ? author : admin, key, state);
        }
      });
    }
  }
}

async function addFavorites(tx: Tx, caller: Caller, switches: readonly Switch[]): Promise<void> {
  const [project] = protectedProjects;
  await favoriteProject(tx, caller, project);
  const flags = new Set(switches.filter((it) => it.project === project).map(({ flag }) => flag));
  for (const name of [...flags].slice(0, 3)) await favoriteFlag(tx, caller, { name, project });
}
