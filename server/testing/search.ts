import fc from 'fast-check';
import type { Db } from '../platform/db/open.ts';
import { aProject, aTag, aUser, unique } from './a.ts';
import type { SearchQuery } from './search-queries.ts';
import { aSegment, aStrategy } from './targeting.ts';

/** Generated flags, and a reference implementation of flag search. */

export type ModelFlag = {
  name: string;
  project: string;
  type: string;
  createdAt: string;
  archived: boolean;
  marked: boolean;
  creator: number | null;
  stage: string;
  /** As type:value. */
  tags: string[];
  segments: string[];
  /** Whether it is on, by environment. */
  switches: Record<string, boolean>;
  favorite: boolean;
  lastSeen: Record<string, string>;
};

export type Dataset = {
  prefix: string;
  flags: ModelFlag[];
  projects: string[];
  segments: string[];
  people: { id: number; username: string; email: string }[];
};

/** A generated flag; projects, users and segments are indexes. */
type Plan = {
  suffix: string;
  project: number;
  type: string;
  ageDays: number;
  archived: boolean;
  marked: boolean;
  creator: number;
  stage: string;
  tags: string[];
  segments: number[];
  development: boolean | undefined;
  production: boolean | undefined;
  favorite: boolean;
  seenDaysAgo: number | undefined;
};

const dayMs = 86_400_000;
const lifetimes: Record<string, number | undefined> = {
  release: 40,
  experiment: 40,
  operational: 7,
};

/** Values that break naive parsers: quotes, commas, colons, wildcards, upper and lower case. */
export const tagValues = [
  'plain',
  'a,b',
  'x:y:z',
  '100%',
  'a_b',
  'say "hi"',
  'Ünï-Ö',
  'b\\s',
  "o'k",
];
export const tagTexts = tagValues.flatMap((value) => [`simple:${value}`, `team:${value}`]);
const suffixes = ['alpha', 'Beta', "o'k", 'a_b', 'a.b', 'x*y', '(z)', 'ALPHA2', '-', '~!'];

const plan: fc.Arbitrary<Plan> = fc.record({
  suffix: fc.constantFrom(...suffixes),
  project: fc.nat({ max: 2 }),
  type: fc.constantFrom('release', 'experiment', 'operational', 'kill-switch'),
  // Few different ages, so that many flags have the same one; none near the end of a lifetime.
  ageDays: fc.constantFrom(1, 3, 20, 60, 400),
  archived: fc.boolean(),
  marked: fc.boolean(),
  creator: fc.nat({ max: 3 }),
  stage: fc.constantFrom('initial', 'pre-live', 'live', 'completed'),
  tags: fc.uniqueArray(fc.constantFrom(...tagTexts), { maxLength: 4 }),
  segments: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 3 }),
  development: fc.option(fc.boolean(), { nil: undefined }),
  production: fc.option(fc.boolean(), { nil: undefined }),
  favorite: fc.boolean(),
  seenDaysAgo: fc.option(fc.constantFrom(0, 2, 50), { nil: undefined }),
});

export const dataset = () => fc.array(plan, { maxLength: 40 });

/** Inserts the flags and returns them as the reference implementation uses them. */
export async function insertDataset(
  db: Db,
  prefix: string,
  plans: readonly Plan[],
  callerId: number,
): Promise<Dataset> {
  const [projects, segments, people] = await insertReferences(db, prefix);
  const now = Date.now();
  const flags = plans.map((planned, number): ModelFlag => {
    const environments = { development: planned.development, production: planned.production };
    const switches = Object.entries(environments).filter(([, enabled]) => enabled !== undefined);
    const seenAt = new Date(now - (planned.seenDaysAgo ?? 0) * dayMs).toISOString();
    const seenIn = planned.seenDaysAgo === undefined ? [] : switches.slice(0, 1);
    return {
      name: `${prefix}.${number}.${planned.suffix}`,
      project: projects[planned.project] ?? '',
      type: planned.type,
      createdAt: new Date(now - planned.ageDays * dayMs).toISOString(),
      archived: planned.archived,
      marked: planned.marked,
      creator: people[planned.creator]?.id ?? null,
      stage: planned.archived ? 'archived' : planned.stage,
      tags: planned.tags,
      segments: switches.length === 0 ? [] : planned.segments.map((index) => segments[index] ?? ''),
      switches: Object.fromEntries(switches) as Record<string, boolean>,
      favorite: planned.favorite,
      lastSeen: Object.fromEntries(seenIn.map(([environment]) => [environment, seenAt])),
    };
  });
  for (const flag of flags) await insertFlag(db, flag, callerId);
  return { prefix, flags, projects, segments, people };
}

async function insertReferences(db: Db, prefix: string) {
  const projects: string[] = [];
  const segments: string[] = [];
  const people: Dataset['people'] = [];
  for (const number of [0, 1, 2]) {
    projects.push(await aProject(db, { id: `${prefix}-p${number}-${unique('x')}` }));
    const username = unique('Person');
    const email = `${unique('mail')}@Example.com`;
    const { id } = await aUser(db, { username, email });
    people.push({ id, username, email });
  }
  for (const name of ['seg', 'seg,comma', 'Ségment "q"', 'other']) {
    segments.push(`${prefix} ${name}`);
    await aSegment(db, { name: `${prefix} ${name}` });
  }
  await db
    .insertInto('tag_types')
    .values({ name: 'team' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const text of tagTexts) await aTag(db, splitTag(text));
  return [projects, segments, people] as const;
}

const splitTag = (text: string) => ({
  type: text.slice(0, text.indexOf(':')),
  value: text.slice(text.indexOf(':') + 1),
});

async function insertFlag(db: Db, flag: ModelFlag, callerId: number): Promise<void> {
  await db
    .insertInto('flags')
    .values({
      name: flag.name,
      project: flag.project,
      type: flag.type,
      stale: flag.marked,
      created_at: flag.createdAt,
      created_by_user_id: flag.creator,
      archived_at: flag.archived ? new Date().toISOString() : null,
    })
    .execute();
  const stages = [...new Set(['initial', flag.stage])] as ('initial' | 'archived')[];
  await db
    .insertInto('flag_stages')
    .values(stages.map((stage) => ({ flag: flag.name, stage })))
    .execute();
  for (const [environment, enabled] of Object.entries(flag.switches)) {
    const key = { flag: flag.name, environment };
    await db
      .insertInto('flag_environments')
      .values({ ...key, enabled })
      .execute();
    const seenAt = flag.lastSeen[environment];
    if (seenAt) {
      await db
        .insertInto('flag_usage')
        .values({ ...key, last_seen_at: seenAt, hour: seenAt })
        .execute();
    }
  }
  if (flag.tags.length > 0) {
    await db
      .insertInto('flag_tags')
      .values(flag.tags.map((text) => ({ flag: flag.name, ...splitTag(text) })))
      .execute();
  }
  if (flag.favorite) {
    await db.insertInto('flag_favorites').values({ user_id: callerId, flag: flag.name }).execute();
  }
  await insertStrategies(db, flag);
}

/** Two strategies with the same segment count as one use of it. */
async function insertStrategies(db: Db, flag: ModelFlag): Promise<void> {
  if (flag.segments.length === 0) return;
  const ids = await db
    .selectFrom('segments')
    .select('id')
    .where('name', 'in', flag.segments)
    .execute();
  for (const environment of Object.keys(flag.switches)) {
    await aStrategy(db, { flag: flag.name, environment, segments: ids.map(({ id }) => id) });
  }
}

/** Checks every flag, then sorts the matching ones. */
export function searchNaively(data: Dataset, query: SearchQuery): ModelFlag[] {
  return data.flags.filter((flag) => matches(data, flag, query)).sort(byOrderOf(query));
}

const isPastLifetime = ({ type, createdAt }: ModelFlag) =>
  Date.now() - Date.parse(createdAt) > (lifetimes[type] ?? Number.POSITIVE_INFINITY) * dayMs;
const isStale = (flag: ModelFlag) => flag.marked || isPastLifetime(flag);

const statesOf = (flag: ModelFlag) => {
  if (!isStale(flag)) return ['active'];
  return flag.marked ? ['stale'] : ['stale', 'potentially-stale'];
};

type Listed = { operator: string; values: string[] };

function isListed(listed: Listed | undefined, values: readonly string[]): boolean {
  if (listed === undefined) return true;
  const member = listed.values.some((value) => values.includes(value));
  return member === (listed.operator === 'IS' || listed.operator === 'IS_ANY_OF');
}

function isLabelled(listed: Listed | undefined, labels: readonly string[]): boolean {
  if (listed === undefined) return true;
  const any = listed.values.some((value) => labels.includes(value));
  const all = listed.values.every((value) => labels.includes(value));
  const tests: Record<string, boolean> = {
    INCLUDE: any,
    INCLUDE_ANY_OF: any,
    INCLUDE_ALL_OF: all,
    DO_NOT_INCLUDE: !any,
    EXCLUDE_IF_ANY_OF: !any,
    EXCLUDE_ALL: !all,
  };
  return tests[listed.operator] ?? false;
}

function matches(data: Dataset, flag: ModelFlag, query: SearchQuery): boolean {
  const { lifecycle } = query;
  const selectsStages = lifecycle?.operator === 'IS' || lifecycle?.operator === 'IS_ANY_OF';
  const isShown = query.archived !== undefined || selectsStages || !flag.archived;
  return query.projects.includes(flag.project) && isShown && matchesFilters(data, flag, query);
}

/** Archived flags too, and in any project. */
export function matchesFilters(
  data: Dataset,
  flag: ModelFlag,
  query: Omit<SearchQuery, 'projects'>,
): boolean {
  const person = data.people.find(({ id }) => id === flag.creator);
  const names = person
    ? [String(person.id), person.username.toLowerCase(), person.email.toLowerCase()]
    : [];
  const texts = [flag.name, ...flag.tags].map((text) => text.toLowerCase());
  const terms = (query.terms ?? []).map((term) => term.toLowerCase());
  return (
    (query.archived === undefined || flag.archived === query.archived) &&
    (terms.length === 0 || terms.some((term) => texts.some((text) => text.includes(term)))) &&
    isListed(query.state, statesOf(flag)) &&
    isListed(query.type, [flag.type]) &&
    isListed(query.lifecycle, [flag.stage]) &&
    isListed(
      query.createdBy && {
        ...query.createdBy,
        values: query.createdBy.values.map((value) => value.toLowerCase()),
      },
      names,
    ) &&
    isLabelled(query.tag, flag.tags) &&
    isLabelled(query.segment, flag.segments) &&
    (query.status === undefined || query.status.some((text) => hasStatus(flag, text))) &&
    (query.favorite === undefined || query.favorite === (flag.favorite && !query.withoutUser)) &&
    isInTime(query.createdAt, [flag.createdAt]) &&
    isInTime(query.lastSeenAt, Object.values(flag.lastSeen))
  );
}

const hasStatus = (flag: ModelFlag, text: string) => {
  const [environment = '', status] = text.split(':');
  return flag.switches[environment] === (status === 'enabled');
};

const isInTime = (
  filter: { operator: string; day: string } | undefined,
  times: readonly string[],
) =>
  filter === undefined ||
  times.some((time) => (filter.operator === 'IS_BEFORE' ? time < filter.day : time >= filter.day));

/** Null sorts last whatever the direction. */
function keyOf(flag: ModelFlag, sortBy: string): string | null {
  if (sortBy.startsWith('environment:')) {
    const on = flag.switches[sortBy.slice('environment:'.length)];
    return on === undefined ? null : String(Number(on));
  }
  const keys: Record<string, string | null> = {
    createdAt: flag.createdAt,
    name: flag.name,
    type: flag.type,
    project: flag.project,
    stale: String(Number(isStale(flag))),
    lastSeenAt: Object.values(flag.lastSeen).sort().at(-1) ?? null,
  };
  return keys[sortBy] ?? null;
}

const byOrderOf =
  ({ sortBy, descending, favoritesFirst, withoutUser }: SearchQuery) =>
  (one: ModelFlag, other: ModelFlag): number => {
    if (favoritesFirst && !withoutUser && one.favorite !== other.favorite)
      return one.favorite ? -1 : 1;
    const [a, b] = [keyOf(one, sortBy), keyOf(other, sortBy)];
    if (a !== b) {
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b === !descending ? -1 : 1;
    }
    return one.name < other.name ? -1 : 1;
  };
