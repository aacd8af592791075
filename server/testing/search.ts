import fc from 'fast-check';
import type { Db } from '../platform/db/open.ts';
import { aProject, aTag, aUser, unique } from './a.ts';
import type { Asked } from './search-queries.ts';
import { aSegment, aStrategy } from './targeting.ts';

/** Flags made up for search, and the plainest way there is to search them. */

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
  /** Whether it is on, where it is at all. */
  switches: Record<string, boolean>;
  favorite: boolean;
  lastSeen: Record<string, string>;
};

export type World = {
  prefix: string;
  flags: ModelFlag[];
  projects: string[];
  segments: string[];
  people: { id: number; username: string; email: string }[];
};

/** What is made up of a flag, before names of projects and people are known. */
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

/** Values that break careless parsers: quotes, commas, colons, wildcards, letters of two cases. */
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
  // Few different ages, so that many flags tie; none near the end of a lifetime.
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

export const world = () => fc.array(plan, { maxLength: 40 });

/** Writes the flags into the database and returns them as the test knows them. */
export async function plantWorld(
  db: Db,
  prefix: string,
  plans: readonly Plan[],
  callerId: number,
): Promise<World> {
  const [projects, segments, people] = await makeSurroundings(db, prefix);
  const now = Date.now();
  const flags = plans.map((made, number): ModelFlag => {
    const homes = { development: made.development, production: made.production };
    const switches = Object.entries(homes).filter((home) => home[1] !== undefined);
    const seenAt = new Date(now - (made.seenDaysAgo ?? 0) * dayMs).toISOString();
    const seenIn = made.seenDaysAgo === undefined ? [] : switches.slice(0, 1);
    return {
      name: `${prefix}.${number}.${made.suffix}`,
      project: projects[made.project] ?? '',
      type: made.type,
      createdAt: new Date(now - made.ageDays * dayMs).toISOString(),
      archived: made.archived,
      marked: made.marked,
      creator: people[made.creator]?.id ?? null,
      stage: made.archived ? 'archived' : made.stage,
      tags: made.tags,
      segments: switches.length === 0 ? [] : made.segments.map((index) => segments[index] ?? ''),
      switches: Object.fromEntries(switches) as Record<string, boolean>,
      favorite: made.favorite,
      lastSeen: Object.fromEntries(seenIn.map(([environment]) => [environment, seenAt])),
    };
  });
  for (const flag of flags) await plantFlag(db, flag, callerId);
  return { prefix, flags, projects, segments, people };
}

async function makeSurroundings(db: Db, prefix: string) {
  const projects: string[] = [];
  const segments: string[] = [];
  const people: World['people'] = [];
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
    .onConflict((clash) => clash.doNothing())
    .execute();
  for (const text of tagTexts) await aTag(db, splitTag(text));
  return [projects, segments, people] as const;
}

const splitTag = (text: string) => ({
  type: text.slice(0, text.indexOf(':')),
  value: text.slice(text.indexOf(':') + 1),
});

async function plantFlag(db: Db, flag: ModelFlag, callerId: number): Promise<void> {
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
    const home = { flag: flag.name, environment };
    await db
      .insertInto('flag_environments')
      .values({ ...home, enabled })
      .execute();
    const seenAt = flag.lastSeen[environment];
    if (seenAt) {
      await db
        .insertInto('flag_usage')
        .values({ ...home, last_seen_at: seenAt, hour: seenAt })
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
  await plantStrategies(db, flag);
}

/** Two strategies with the same segment count as one use of it. */
async function plantStrategies(db: Db, flag: ModelFlag): Promise<void> {
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

/** Every flag is looked at, then all that match are sorted. */
export function searchNaively(world: World, question: Asked): ModelFlag[] {
  return world.flags.filter((flag) => matches(world, flag, question)).sort(byOrderOf(question));
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

function matches(world: World, flag: ModelFlag, question: Asked): boolean {
  const { lifecycle } = question;
  const person = world.people.find(({ id }) => id === flag.creator);
  const names = person
    ? [String(person.id), person.username.toLowerCase(), person.email.toLowerCase()]
    : [];
  const wantsStages = lifecycle?.operator === 'IS' || lifecycle?.operator === 'IS_ANY_OF';
  const archived = question.archived ?? (wantsStages ? flag.archived : false);
  const texts = [flag.name, ...flag.tags].map((text) => text.toLowerCase());
  const words = (question.words ?? []).map((word) => word.toLowerCase());
  return (
    question.projects.includes(flag.project) &&
    flag.archived === archived &&
    (words.length === 0 || words.some((word) => texts.some((text) => text.includes(word)))) &&
    isListed(question.state, statesOf(flag)) &&
    isListed(question.type, [flag.type]) &&
    isListed(lifecycle, [flag.stage]) &&
    isListed(
      question.createdBy && {
        ...question.createdBy,
        values: question.createdBy.values.map((value) => value.toLowerCase()),
      },
      names,
    ) &&
    isLabelled(question.tag, flag.tags) &&
    isLabelled(question.segment, flag.segments) &&
    (question.status === undefined || question.status.some((text) => hasStatus(flag, text))) &&
    (question.favorite === undefined ||
      question.favorite === (flag.favorite && !question.asNobody)) &&
    isInTime(question.createdAt, [flag.createdAt]) &&
    isInTime(question.lastSeenAt, Object.values(flag.lastSeen))
  );
}

const hasStatus = (flag: ModelFlag, text: string) => {
  const [environment = '', status] = text.split(':');
  return flag.switches[environment] === (status === 'enabled');
};

const isInTime = (
  wanted: { operator: string; day: string } | undefined,
  moments: readonly string[],
) =>
  wanted === undefined ||
  moments.some((moment) =>
    wanted.operator === 'IS_BEFORE' ? moment < wanted.day : moment >= wanted.day,
  );

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
  ({ sortBy, descending, favoritesFirst, asNobody }: Asked) =>
  (one: ModelFlag, other: ModelFlag): number => {
    if (favoritesFirst && !asNobody && one.favorite !== other.favorite)
      return one.favorite ? -1 : 1;
    const [a, b] = [keyOf(one, sortBy), keyOf(other, sortBy)];
    if (a !== b) {
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b === !descending ? -1 : 1;
    }
    return one.name < other.name ? -1 : 1;
  };
