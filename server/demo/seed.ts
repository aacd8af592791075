import { createHash } from 'node:crypto';
import { appendEvents, findNewestEventId, type PastEvent } from '../events/queries.ts';
import type { InTransaction } from '../events/record.ts';
import { systemCaller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { badData } from '../platform/errors.ts';
import { projectExists } from '../projects/projects/queries.ts';
import type { BaseData } from './flags.ts';
import { insertFlags } from './insertion.ts';
import {
  countFlags,
  insertPeople,
  insertProjects,
  insertSegments,
  insertTags,
  type Load,
  listEnabledEnvironments,
  lockTables,
  refreshStatistics,
} from './queries.ts';
import {
  accountOf,
  areas,
  listOf,
  people as names,
  segments,
  teams,
  topics,
} from './vocabulary.ts';

type Counts = Record<Load, number>;
export type Seed = { seed: string } & Counts;

/** Fixed, so that the same seed produces the same timestamps. */
const until = Date.parse('2026-01-01T00:00:00.000Z');
const since = Date.parse('2025-01-01T00:00:00.000Z');
const createdAt = new Date(since).toISOString();
const projectCount = 20;

/** Indexes are recreated if at least this many rows, and at least as many as exist, are added. */
const manyRows = { flags: 2000, events: 20_000 };

/** Runs in one transaction; the same seed is refused a second time in one database. */
export async function createSeedData(
  db: Db,
  inTransaction: InTransaction,
  { seed, flags, events }: Seed,
  many = manyRows,
) {
  const suffix = `-${createHash('sha256').update(seed).digest('hex').slice(0, 4)}`;
  const result = await inTransaction(async (tx) => {
    if (await projectExists(tx, projectsOf(suffix)[0].id)) {
      throw badData(`Seed "${seed}" was used before. Choose another.`);
    }
    const bulk = await bulkOf(tx, { flags, events }, many);
    await lockTables(tx, bulk);
    const { baseData, eventCount } = await insertBaseData(tx, suffix);
    const history = await insertFlags(tx, baseData, {
      seed,
      flags,
      events: events - eventCount,
      since,
      until,
      suffix,
      bulk,
    });
    return { ...history, flags, events: eventCount + history.events };
  });
  await refreshStatistics(db);
  return result;
}

async function bulkOf(tx: Tx, input: Counts, many: Counts): Promise<Load[]> {
  const present = { flags: await countFlags(tx), events: await findNewestEventId(tx) };
  return (['flags', 'events'] as const).filter(
    (load) => input[load] >= Math.max(many[load], present[load]),
  );
}

const projectsOf = (suffix: string) =>
  listOf(
    areas.slice(0, projectCount).map((area) => ({
      id: `${area}${suffix}`,
      name: `${area.charAt(0).toUpperCase()}${area.slice(1)}`,
      description: `Flags of the ${area} service.`,
    })),
    'projects',
  );

/** People, projects, segments and tags, each with its event. */
async function insertBaseData(
  tx: Tx,
  suffix: string,
): Promise<{ baseData: BaseData; eventCount: number }> {
  const environments = listOf(await listEnabledEnvironments(tx), 'an enabled environment');
  const projects = projectsOf(suffix);
  const users = await insertPeople(
    tx,
    names.map((name, index) => ({
      username: `${accountOf(name)}${suffix}`,
      name,
      root_role_id: index % 3 === 0 ? 2 : 3,
    })),
    createdAt,
  );
  await insertProjects(tx, projects, environments, createdAt);
  const newSegments = await insertSegments(tx, segmentsOf(suffix), {
    createdBy: systemCaller.name,
    createdAt,
  });
  const tags = [...teams, ...topics].map((value) => ({ type: 'simple', value }));
  const newTags = await insertTags(tx, tags, createdAt);
  const events = [
    ...users.map((data) => eventOf('user-created', { data: { ...data, email: null } })),
    ...projects.map((project) => eventOf('project-created', projectData(project, environments))),
    ...newSegments.map((data) => eventOf('segment-created', { data })),
    ...newTags.map((data) => eventOf('tag-created', { data })),
  ];
  await appendEvents(tx, events);
  return {
    baseData: {
      people: listOf(
        users.map(({ id, username }) => ({ id, name: username ?? '' })),
        'a user',
      ),
      projects: listOf(
        projects.map(({ id }) => id),
        'a project',
      ),
      environments,
      segments: newSegments.map(({ id }) => id),
      tags,
    },
    eventCount: events.length,
  };
}

const segmentsOf = (suffix: string) =>
  segments.map((segment) => ({ ...segment, name: `${segment.name} ${suffix.slice(1)}` }));

const projectData = (
  project: { id: string; name: string; description: string },
  environments: readonly string[],
) => ({
  project: project.id,
  data: {
    ...project,
    mode: 'open',
    defaultStickiness: 'default',
    featureLimit: null,
    environments,
    changeRequestEnvironments: [],
  },
});

const eventOf = (
  type: PastEvent['type'],
  event: Pick<PastEvent, 'project' | 'data'>,
): PastEvent => ({
  type,
  ...event,
  createdBy: systemCaller.name,
  createdByUserId: systemCaller.id,
  createdAt,
});
