import { createHash } from 'node:crypto';
import { appendEvents, findNewestEventId, type PastEvent } from '../events/queries.ts';
import type { InTransaction } from '../events/record.ts';
import { systemCaller } from '../platform/caller.ts';
import type { Db, Tx } from '../platform/db/open.ts';
import { badData } from '../platform/errors.ts';
import { projectExists } from '../projects/projects/queries.ts';
import type { Cast } from './lives.ts';
import { plantFlags } from './planting.ts';
import {
  countFlags,
  insertPeople,
  insertProjects,
  insertSegments,
  insertTags,
  type Load,
  listEnabledEnvironments,
  lockLoaded,
  refreshStatistics,
} from './queries.ts';
import {
  accountOf,
  areas,
  listOf,
  people as names,
  segmentNames,
  teams,
  topics,
} from './vocabulary.ts';

type Counts = Record<Load, number>;
export type Seed = { seed: string } & Counts;

/** The last day of every made-up year; fixed, for the same seed must give the same dates. */
const until = Date.parse('2026-01-01T00:00:00.000Z');
const since = Date.parse('2025-01-01T00:00:00.000Z');
const opening = new Date(since).toISOString();
const projectCount = 20;

/** Where less than this is added, or less than there is, making indexes anew does not pay. */
const manyRows = { flags: 2000, events: 20_000 };

/** All of it or nothing; the same seed cannot be planted twice in one database. */
export async function plantSeed(
  db: Db,
  inTransaction: InTransaction,
  { seed, flags, events }: Seed,
  many = manyRows,
) {
  const suffix = `-${createHash('sha256').update(seed).digest('hex').slice(0, 4)}`;
  const planted = await inTransaction(async (tx) => {
    if (await projectExists(tx, projectsOf(suffix)[0].id)) {
      throw badData(`The seed ${seed} was used before. Choose another.`);
    }
    const bulk = await bulkOf(tx, { flags, events }, many);
    await lockLoaded(tx, bulk);
    const { cast, told } = await plantCast(tx, suffix);
    const history = await plantFlags(tx, cast, {
      seed,
      flags,
      events: events - told,
      since,
      until,
      suffix,
      bulk,
    });
    return { ...history, flags, events: told + history.events };
  });
  await refreshStatistics(db);
  return planted;
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
      description: `Everything around ${area}.`,
    })),
    'projects',
  );

/** People, projects, segments and tags, each with its event. */
async function plantCast(tx: Tx, suffix: string): Promise<{ cast: Cast; told: number }> {
  const environments = listOf(await listEnabledEnvironments(tx), 'an enabled environment');
  const projects = projectsOf(suffix);
  const users = await insertPeople(
    tx,
    names.map((name, place) => ({
      username: `${accountOf(name)}${suffix}`,
      name,
      root_role_id: place % 3 === 0 ? 2 : 3,
    })),
    opening,
  );
  await insertProjects(tx, projects, environments, opening);
  const segments = await insertSegments(tx, segmentsOf(suffix), {
    createdBy: systemCaller.name,
    createdAt: opening,
  });
  const tags = [...teams, ...topics].map((value) => ({ type: 'simple', value }));
  const newTags = await insertTags(tx, tags, opening);
  const events = [
    ...users.map((data) => told('user-created', { data: { ...data, email: null } })),
    ...projects.map((project) => told('project-created', projectData(project, environments))),
    ...segments.map((data) => told('segment-created', { data })),
    ...newTags.map((data) => told('tag-created', { data })),
  ];
  await appendEvents(tx, events);
  return {
    cast: {
      people: listOf(
        users.map(({ id, username }) => ({ id, name: username ?? '' })),
        'somebody',
      ),
      projects: listOf(
        projects.map(({ id }) => id),
        'a project',
      ),
      environments,
      segments: segments.map(({ id }) => id),
      tags,
    },
    told: events.length,
  };
}

const segmentsOf = (suffix: string) =>
  segmentNames.map((name) => ({
    name: `${name} ${suffix.slice(1)}`,
    description: `${name}, kept up to date by hand.`,
    constraints: [
      {
        contextName: 'userId',
        operator: 'STR_ENDS_WITH',
        caseInsensitive: false,
        inverted: false,
        values: [`@${accountOf(name)}.example.com`],
      },
    ],
  }));

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

const told = (type: PastEvent['type'], event: Pick<PastEvent, 'project' | 'data'>): PastEvent => ({
  type,
  ...event,
  createdBy: systemCaller.name,
  createdByUserId: systemCaller.id,
  createdAt: opening,
});
