import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listLeadTimes } from '../approvals/lead-times/queries.ts';
import { verifyChain } from '../audit/proofs/verify.ts';
import { readConfig } from '../config.ts';
import { eventTypes } from '../events/types.ts';
import { checkConstraint } from '../flags/strategies/constraints.ts';
import { findCaller } from '../identity/access/queries.ts';
import { installFirstData } from '../install.ts';
import type { Db } from '../platform/db/open.ts';
import { healthOf } from '../projects/projects/rules.ts';
import { rebuildSearch } from '../search/commands.ts';
import { aFlag } from '../testing/a.ts';
import { openTestDb } from '../testing/database.ts';
import { inTransaction, transactionsOf } from '../transactions.ts';
import { findApplications } from '../usage/applications/commands.ts';
import { findPersonalDashboard } from '../usage/dashboard/find.ts';
import { findCounts } from '../usage/health/queries.ts';
import { assertEmpty, createDemo, demoStart } from './demo.ts';
import { findFirstUser } from './queries.ts';
import { createRandoms } from './random.ts';
import { createSeedData } from './seed.ts';
import { companyProjects } from './vocabulary.ts';

const input = { seed: '1', flags: 150, events: 1500 };
/** Limits from which indexes are dropped during the insert and created again. */
const always = { flags: 1, events: 1 };
const seeded = await aDb();
const result = await createSeedData(seeded, transactionsOf(seeded), input);

describe('pennon seed', () => {
  test('creates the given number of flags and events, in 20 projects over a year', async () => {
    expect(result).toMatchObject({ flags: 150, events: 1500 });
    expect(await count(seeded, 'flags')).toBe(150);
    expect(await count(seeded, 'events')).toBe(1500);
    expect(await count(seeded, 'projects where id <> $$default$$')).toBe(20);
    expect(await one(seeded, 'select min(created_at), max(created_at) from events')).toEqual({
      min: '2025-01-01T00:00:00.000Z',
      max: expect.stringMatching(/^2025-12-/),
    });
  });

  test('creates flags of all types and stages, some stale, tagged, described or with segments', async () => {
    const counts = await one(
      seeded,
      `select
        (select count(distinct type) from flags) as types,
        (select count(distinct project) from flags) as projects,
        (select count(distinct stage) from flag_stages) as stages,
        (select count(*) from flags where stale) > 0 as stale,
        (select count(*) from flags where archived_at is not null) > 0 as archived,
        (select count(*) from flags where description is null) between 1 and 75 as undescribed,
        (select count(*) from flag_tags) > 50 as tagged,
        (select count(*) from strategy_segments) > 25 as segmented,
        (select count(distinct (flag, environment)) from strategies) as configured`,
    );

    expect(counts).toMatchObject({
      types: 5,
      projects: 20,
      stages: 5,
      stale: true,
      archived: true,
    });
    expect(counts).toMatchObject({ undescribed: true, tagged: true, segmented: true });
    expect((await count(seeded, 'strategies')) / Number(counts.configured)).toBeGreaterThan(1.5);
  });

  test('the same seed creates the same data, also with recreated indexes; another seed does not', async () => {
    const db = await aDb();

    await createSeedData(db, transactionsOf(db), input, always);

    expect(await digest(db)).toBe(await digest(seeded));
    expect(await searchRows(db)).toEqual(await searchRows(seeded));
    expect(createRandoms('1')(0).below(1_000_000)).not.toBe(createRandoms('2')(0).below(1_000_000));
  });

  test('the events match the stored flags', async () => {
    await expectConsistentHistory(seeded);
  });

  test('creates at least the events that the flags need', async () => {
    const db = await aDb();

    const { events } = await createSeedData(db, transactionsOf(db), {
      seed: '1',
      flags: 50,
      events: 10,
    });

    expect(events).toBeGreaterThan(50);
    expect(await count(db, 'events')).toBe(events);
  });

  test('two seeds can share a database; the same seed is refused and changes nothing', async () => {
    await createSeedData(seeded, transactionsOf(seeded), { seed: '2', flags: 40, events: 0 });
    const before = await count(seeded, 'events');

    const third = createSeedData(seeded, transactionsOf(seeded), {
      seed: '2',
      flags: 5,
      events: 0,
    });

    await expect(third).rejects.toThrow('Seed "2" was used before. Choose another.');
    expect(await count(seeded, 'flags')).toBe(190);
    expect(await count(seeded, 'events')).toBe(before);
  });
});

describe('pennon seed, with recreated indexes', () => {
  test('every index, key and trigger is restored, and the event chain and search are intact', async () => {
    const db = await aDb();
    const before = await schema(db);

    await createSeedData(db, transactionsOf(db), { ...input, events: 0 }, always);

    expect(await schema(db)).toEqual(before);
    expect(await verifyChain(db)).toMatchObject({ intact: true });
    const found = await searchRows(db);
    const counts = await flagCountsOf(db);
    await rebuildAll(db);
    expect(found).toHaveLength(450);
    expect(await searchRows(db)).toEqual(found);
    expect(await flagCountsOf(db)).toEqual(counts);

    // The triggers refresh search again.
    await sql`update flags set type = 'experiment'`.execute(db);

    expect(await count(db, 'flag_search where type <> $$experiment$$')).toBe(0);
  });

  test('a failure restores every index, key and trigger and leaves no row', async () => {
    const db = await aDb();
    await sql`alter table events add check (type <> 'feature-archived')`.execute(db);
    const before = await schema(db);

    const failing = createSeedData(db, transactionsOf(db), { ...input, events: 0 }, always);

    await expect(failing).rejects.toThrow('events_type_check');
    expect(await schema(db)).toEqual(before);
    expect(await count(db, 'flags')).toBe(0);
    expect(await count(db, 'flag_search')).toBe(0);
  });

  test('indexes are not recreated if fewer rows are added than exist', async () => {
    const db = await aDb();
    await createSeedData(db, transactionsOf(db), { seed: '1', flags: 60, events: 0 }, always);
    const before = await indexFiles(db);

    await createSeedData(db, transactionsOf(db), { seed: '2', flags: 50, events: 0 }, always);

    expect(await indexFiles(db)).toEqual(before);
    await createSeedData(db, transactionsOf(db), { seed: '3', flags: 200, events: 0 }, always);
    expect(await indexFiles(db)).not.toEqual(before);
  });
});

describe('pennon demo', () => {
  test('creates a company with two months of history that ends today', async () => {
    const db = await aDb();
    const now = Date.now();
    await installFirstData(db, readConfig({}), demoStart(now));

    const result = await createDemo(db, transactionsOf(db), now, { events: 1500 });

    expect(result).toEqual({ projects: 12, people: 24, flags: 96, events: 1500 });
    expect(await count(db, 'flags')).toBe(96);
    expect(await count(db, 'groups')).toBe(6);
    expect(await count(db, 'segments')).toBe(8);
    expect(await count(db, 'roles where type = $$custom$$')).toBe(1);
    expect(await count(db, 'users where password_hash is not null')).toBe(1);
    expect(
      await one(db, 'select count(distinct stage) as stages, max(entered_at) from flag_stages'),
    ).toMatchObject({ stages: 5 });
    const { min, max } = (await one(db, 'select min(created_at), max(created_at) from events')) as {
      min: string;
      max: string;
    };
    expect(min).toBe(demoStart(now));
    expect(Date.parse(max)).toBeGreaterThanOrEqual(now);
    await expectConsistentHistory(db);
    await expectActivity(db, now);
  });

  test('is refused on a server with data', async () => {
    const db = await aDb();
    await aFlag(db);

    const demo = createDemo(db, transactionsOf(db), Date.now());

    await expect(demo).rejects.toThrow('The demo needs an empty server');
    expect(await count(db, 'flags')).toBe(1);
    expect(await count(db, 'projects')).toBe(1);
  });

  test('a server with only an administrator is empty', async () => {
    const db = await aDb();
    await installFirstData(db, readConfig({}));

    await expect(assertEmpty(db)).resolves.toBeUndefined();
  });
});

const allApplications = { issuesFirst: true, text: '', limit: 9, offset: 0, order: 'asc' } as const;

/** What the console shows at once: usage, health, change requests and the dashboard of the admin. */
async function expectActivity(db: Db, now: number): Promise<void> {
  const unused = `flag_environments join flags on name = flag where archived_at is null
    and exists (select from flag_stages where flag_stages.flag = flags.name and stage <> 'initial')
    and not exists (select from usage_hours where usage_hours.flag = flag_environments.flag
      and usage_hours.environment = flag_environments.environment)`;
  expect(await count(db, unused)).toBe(0);
  expect(await count(db, '(select distinct hour from usage_hours) as hours')).toBe(48);
  expect(await count(db, 'applications')).toBe(5);
  expect(await count(db, '(select distinct project from application_projects) as connected')).toBe(
    12,
  );
  expect(await count(db, 'api_tokens')).toBeGreaterThan(0);
  const { states } = await one(
    db,
    'select array_agg(distinct state order by state) as states from change_requests',
  );
  expect(states).toEqual(['Applied', 'Approved', 'In review', 'Scheduled']);
  const admin = await findCaller(db, Number((await findFirstUser(db))?.id));
  if (!admin) throw new Error('The first user is missing');
  const at = new Date(now).toISOString();
  const weeks = await listLeadTimes(db, { caller: admin }, { weeks: 8, now: at });
  const withTimes = weeks.filter(({ medianHoursToApply }) => Number(medianHoursToApply) > 0);
  expect(withTimes.length).toBeGreaterThan(3);
  const { applications } = await findApplications(db, admin, allApplications);
  expect(applications.map(({ issueCount }) => issueCount)).toEqual([2, 0, 0, 0, 0]);
  const { projects, flags } = await findPersonalDashboard(db, admin);
  expect([projects.length > 2, flags.length > 3]).toEqual([true, true]);
  for (const [project] of companyProjects) {
    const counts = await findCounts(db, project, at);
    const health = counts && healthOf(counts);
    expect(health, project).toBeGreaterThanOrEqual(40);
    expect(health, project).toBeLessThanOrEqual(90);
  }
}

/** Replaying the event log gives the stored flags. */
async function expectConsistentHistory(db: Db): Promise<void> {
  await sql`create index on events (feature_name, type)`.execute(db);
  const mismatches = await one(
    db,
    `select
      (select count(*) from flags where not exists (
        select from events where type = 'feature-created' and feature_name = flags.name
          and events.created_at = flags.created_at and events.project = flags.project)) as creation,
      (select count(*) from flags where (archived_at is not null) <> exists (
        select from events where type = 'feature-archived' and feature_name = flags.name
          and events.created_at = flags.archived_at)) as archived,
      (select count(*) from flags where stale <> exists (
        select from events where type = 'feature-stale-on' and feature_name = name)) as stale,
      (select count(*) from flags where description is distinct from (
        select data ->> 'description' from events where feature_name = flags.name
          and type in ('feature-created', 'feature-metadata-updated') order by id desc limit 1)
      ) as description,
      (select count(*) from flag_environments where enabled is distinct from coalesce((
        select type = 'feature-environment-enabled' from events
        where feature_name = flag and events.environment = flag_environments.environment
          and type like 'feature-environment-%abled' order by id desc limit 1), false)) as switches,
      (select count(*) from strategies where parameters is distinct from (
        select data -> 'parameters' from events where feature_name = flag
          and type in ('feature-strategy-add', 'feature-strategy-update')
          and data ->> 'id' = strategies.id::text order by id desc limit 1)) as strategies,
      (select count(*) from flag_tags where not exists (
        select from events where type = 'feature-tagged' and feature_name = flag
          and data = jsonb_build_object('type', flag_tags.type, 'value', value))) as tags,
      (select count(*) from flag_environments where enabled and not exists (
        select from strategies where strategies.flag = flag_environments.flag
          and strategies.environment = flag_environments.environment)) as empty,
      (select count(*) from events where data = pre_data) as unchanged,
      (select count(*) from (
        select created_at < lag(created_at) over (order by id) as early from events
      ) as ordered where early) as disorder`,
  );
  expect(
    Object.values(mismatches).every((number) => number === 0),
    JSON.stringify(mismatches),
  ).toBe(true);
  const types = await db.selectFrom('events').select('type').distinct().execute();
  expect(types.filter(({ type }) => !(eventTypes as readonly string[]).includes(type))).toEqual([]);
  for (const { constraints } of await db.selectFrom('strategies').select('constraints').execute()) {
    for (const constraint of constraints) {
      expect(checkConstraint(constraint as never, new Map(), '')).toEqual(constraint);
    }
  }
}

/** The definitions of everything that a bulk load may drop. */
async function schema(db: Db): Promise<unknown> {
  return one(
    db,
    `select
      (select json_agg(indexdef order by indexdef) from pg_indexes
        where schemaname = 'public') as indexes,
      (select json_agg(definition order by definition) from (
        select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
          as definition
        from pg_constraint where connamespace = 'public'::regnamespace
      ) as constraints) as constraints,
      (select json_agg(definition order by definition) from (
        select concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) as definition
        from pg_trigger where not tgisinternal
      ) as triggers) as triggers`,
  );
}

/** A recreated index has another file. */
async function indexFiles(db: Db): Promise<unknown> {
  return one(
    db,
    `select json_object_agg(relname, pg_relation_filenode(oid)) as files from pg_class
    where relname in ('flags_by_project', 'strategies_by_context')`,
  );
}

/** The rows of the search read model, as text. */
async function searchRows(db: Db): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select row from (
      select flag_search::text as row from flag_search
      union all select flag_items::text from flag_items
      union all select flag_last_seen::text from flag_last_seen
    ) as rows order by row`.execute(db);
  return rows.map(({ row }) => row);
}

/** The stored flag counts of search. */
async function flagCountsOf(db: Db): Promise<unknown> {
  return one(
    db,
    `select json_agg(counted order by counted::text) as counts from (
      select archived, project, type, stage, switches, sum(flags) as flags from flag_counts
      group by archived, project, type, stage, switches) as counted`,
  );
}

async function rebuildAll(db: Db): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const after: string = last;
    last = await inTransaction(db, async (tx) => {
      if (after === '') await sql`truncate flag_search, flag_items, flag_last_seen`.execute(tx);
      return rebuildSearch(tx, after);
    });
  }
}

async function digest(db: Db): Promise<unknown> {
  const row = await one(
    db,
    `select md5(
      (select string_agg(flags::text, '|' order by name) from flags)
      || (select string_agg(events::text, '|' order by id) from events)
      || (select string_agg(strategies::text, '|' order by strategies.id) from strategies)
      || (select string_agg(flag_tags.flag || type || value, '|' order by flag, type, value)
          from flag_tags)) as md5`,
  );
  return row.md5;
}

async function aDb(): Promise<Db> {
  const { db } = await openTestDb();
  return db;
}

async function one(db: Db, statement: string) {
  const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(db);
  return rows[0] ?? {};
}

async function count(db: Db, from: string): Promise<number> {
  return Number((await one(db, `select count(*) as count from ${from}`)).count);
}
