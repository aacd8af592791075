import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyChain } from '../audit/proofs/verify.ts';
import { readConfig } from '../config.ts';
import { eventTypes } from '../events/types.ts';
import { checkConstraints } from '../flags/strategies/constraints.ts';
import { installFirstData } from '../install.ts';
import type { Db } from '../platform/db/open.ts';
import { rebuildSearch } from '../search/commands.ts';
import { aFlag } from '../testing/a.ts';
import { openTestDb } from '../testing/database.ts';
import { inTransaction, transactionsOf } from '../transactions.ts';
import { assertEmpty, demoOpening, plantDemo } from './demo.ts';
import { makeIds, makeRandom } from './random.ts';
import { plantSeed } from './seed.ts';

const input = { seed: '1', flags: 300, events: 8000 };
const planted = await aDb();
const made = await plantSeed(planted, transactionsOf(planted), input);

describe('pennon seed', () => {
  test('makes as many flags and events as asked for, in 20 projects over a year', async () => {
    expect(made).toMatchObject({ flags: 300, events: 8000 });
    expect(await count(planted, 'flags')).toBe(300);
    expect(await count(planted, 'events')).toBe(8000);
    expect(await count(planted, 'projects where id <> $$default$$')).toBe(20);
    expect(await one(planted, 'select min(created_at), max(created_at) from events')).toEqual({
      min: '2025-01-01T00:00:00.000Z',
      max: expect.stringMatching(/^2025-12-/),
    });
  });

  test('flags are of all types and stages, some stale, tagged, described, with segments', async () => {
    const kinds = await one(
      planted,
      `select
        (select count(distinct type) from flags) as types,
        (select count(distinct project) from flags) as projects,
        (select count(distinct stage) from flag_stages) as stages,
        (select count(*) from flags where stale) > 0 as stale,
        (select count(*) from flags where archived_at is not null) > 0 as archived,
        (select count(*) from flags where description is null) between 1 and 150 as undescribed,
        (select count(*) from flag_tags) > 100 as tagged,
        (select count(*) from strategy_segments) > 50 as segmented,
        (select count(distinct (flag, environment)) from strategies) as configured`,
    );

    expect(kinds).toMatchObject({ types: 5, projects: 20, stages: 5, stale: true, archived: true });
    expect(kinds).toMatchObject({ undescribed: true, tagged: true, segmented: true });
    expect((await count(planted, 'strategies')) / Number(kinds.configured)).toBeGreaterThan(1.5);
  });

  test('the same seed makes the same, another seed another', async () => {
    const db = await aDb();

    await plantSeed(db, transactionsOf(db), input);

    expect(await digest(db)).toBe(await digest(planted));
    expect(makeRandom('1').below(1_000_000)).not.toBe(makeRandom('2').below(1_000_000));
  });

  test('the events tell of the flags as they are', async () => {
    await expectTrueHistory(planted);
  });

  test('fewer events than the flags need cannot be', async () => {
    const db = await aDb();

    const { events } = await plantSeed(db, transactionsOf(db), {
      seed: '1',
      flags: 50,
      events: 10,
    });

    expect(events).toBeGreaterThan(50);
    expect(await count(db, 'events')).toBe(events);
  });

  test('two seeds share a database; one seed twice is refused and changes nothing', async () => {
    await plantSeed(planted, transactionsOf(planted), { seed: '2', flags: 40, events: 0 });
    const before = await count(planted, 'events');

    const third = plantSeed(planted, transactionsOf(planted), { seed: '2', flags: 5, events: 0 });

    await expect(third).rejects.toThrow('The seed 2 was used before. Choose another.');
    expect(await count(planted, 'flags')).toBe(340);
    expect(await count(planted, 'events')).toBe(before);
  });
});

describe('pennon seed, with so much that indexes are made anew', () => {
  const always = { flags: 1, events: 1 };

  test('the same seed makes the same as without', async () => {
    const [one, other] = [await aDb(), await aDb()];

    await plantSeed(one, transactionsOf(one), input);
    await plantSeed(other, transactionsOf(other), input, always);

    expect(await digest(other)).toBe(await digest(one));
    expect(await searchRows(other)).toEqual(await searchRows(one));
  });

  test('every index, key and trigger is what it was, and the log and search are in order', async () => {
    const db = await aDb();
    const before = await schema(db);

    await plantSeed(db, transactionsOf(db), { ...input, events: 0 }, always);

    expect(await schema(db)).toEqual(before);
    expect(await verifyChain(db)).toMatchObject({ intact: true });
    const found = await searchRows(db);
    const counts = await flagCountsOf(db);
    await rebuildAll(db);
    expect(found).toHaveLength(900);
    expect(await searchRows(db)).toEqual(found);
    expect(await flagCountsOf(db)).toEqual(counts);
  });

  test('a change afterwards is found by search, as ever', async () => {
    const db = await aDb();
    await plantSeed(db, transactionsOf(db), { ...input, events: 0 }, always);

    await sql`update flags set type = 'experiment'`.execute(db);

    expect(await count(db, 'flag_search where type <> $$experiment$$')).toBe(0);
  });

  test('what fails half-way leaves every index, key and trigger, and no row', async () => {
    const db = await aDb();
    await sql`alter table events add check (type <> 'feature-archived')`.execute(db);
    const before = await schema(db);

    const failing = plantSeed(db, transactionsOf(db), { ...input, events: 0 }, always);

    await expect(failing).rejects.toThrow('events_type_check');
    expect(await schema(db)).toEqual(before);
    expect(await count(db, 'flags')).toBe(0);
    expect(await count(db, 'flag_search')).toBe(0);
  });

  test('the indexes of more than is added stay', async () => {
    const db = await aDb();
    await plantSeed(db, transactionsOf(db), { seed: '1', flags: 60, events: 0 }, always);
    const before = await indexFiles(db);

    await plantSeed(db, transactionsOf(db), { seed: '2', flags: 50, events: 0 }, always);

    expect(await indexFiles(db)).toEqual(before);
    await plantSeed(db, transactionsOf(db), { seed: '3', flags: 200, events: 0 }, always);
    expect(await indexFiles(db)).not.toEqual(before);
  });
});

describe('pennon demo', () => {
  test('is a company with a year of history that ends today', async () => {
    const db = await aDb();
    const now = Date.now();
    await installFirstData(db, readConfig({}), demoOpening(now));

    const made = await plantDemo(db, transactionsOf(db), now);

    expect(made).toEqual({ projects: 12, people: 24, flags: 400, events: 9000 });
    expect(await count(db, 'flags')).toBe(400);
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
    expect(min).toBe(demoOpening(now));
    expect(Date.parse(max)).toBeLessThanOrEqual(now);
    expect(now - Date.parse(max)).toBeLessThan(3 * 24 * 60 * 60 * 1000);
    await expectTrueHistory(db);
  });

  test('is refused on a server that is in use', async () => {
    const db = await aDb();
    await aFlag(db);

    const demo = plantDemo(db, transactionsOf(db), Date.now());

    await expect(demo).rejects.toThrow('The demo needs an empty server');
    expect(await count(db, 'flags')).toBe(1);
    expect(await count(db, 'projects')).toBe(1);
  });

  test('an administrator alone does not make a server less empty', async () => {
    const db = await aDb();
    await installFirstData(db, readConfig({}));

    await expect(assertEmpty(db)).resolves.toBeUndefined();
  });
});

describe('makeRandom', () => {
  test('the same seed gives the same numbers, evenly', () => {
    const [one, other] = [makeRandom('a'), makeRandom('a')];
    const numbers = Array.from({ length: 10_000 }, () => one.below(10));

    expect(numbers).toEqual(numbers.map(() => other.below(10)));
    for (let digit = 0; digit < 10; digit++) {
      const share = numbers.filter((number) => number === digit).length;
      expect(share).toBeGreaterThan(850);
      expect(share).toBeLessThan(1150);
    }
  });

  test('some of a list are different ones, in order; all of them when more are asked for', () => {
    const random = makeRandom('b');

    expect(random.some([1, 2, 3], 5)).toEqual([1, 2, 3]);
    expect(random.some([1, 2, 3], 0)).toEqual([]);
  });
});

describe('makeIds', () => {
  test('many numbers have as many ids, all of the one form, and each seed has its own', () => {
    const [idOf, otherIdOf] = [makeIds('a'), makeIds('b')];
    const numbers = Array.from({ length: 10_000 }, (_, number) => number);

    const ids = numbers.flatMap((number) => [idOf(number, 0), idOf(0, number + 1)]);
    const others = numbers.map((number) => otherIdOf(number, 0));

    expect(new Set([...ids, ...others]).size).toBe(30_000);
    expect(
      ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/.test(id)),
    ).toBe(true);
    expect(idOf(7, 3)).toBe(makeIds('a')(7, 3));
  });
});

/** What a reader of the log would conclude about the flags is what the tables say. */
async function expectTrueHistory(db: Db): Promise<void> {
  await sql`create index on events (feature_name, type)`.execute(db);
  const lies = await one(
    db,
    `select
      (select count(*) from flags where not exists (
        select from events where type = 'feature-created' and feature_name = flags.name
          and events.created_at = flags.created_at and events.project = flags.project)) as unborn,
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
      (select count(*) from events where data = pre_data) as idle,
      (select count(*) from (
        select created_at < lag(created_at) over (order by id) as early from events
      ) as ordered where early) as disorder`,
  );
  expect(
    Object.values(lies).every((number) => number === 0),
    JSON.stringify(lies),
  ).toBe(true);
  const types = await db.selectFrom('events').select('type').distinct().execute();
  expect(types.filter(({ type }) => !(eventTypes as readonly string[]).includes(type))).toEqual([]);
  for (const { constraints } of await db.selectFrom('strategies').select('constraints').execute()) {
    expect(checkConstraints(constraints as never, new Map())).toEqual(constraints);
  }
}

/** All that a load may drop, by its definition. */
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

/** An index that is made anew has another file. */
async function indexFiles(db: Db): Promise<unknown> {
  return one(
    db,
    `select json_object_agg(relname, pg_relation_filenode(oid)) as files from pg_class
    where relname in ('flags_by_project', 'strategies_by_context')`,
  );
}

/** What search reads, by the text of its rows. */
async function searchRows(db: Db): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select row from (
      select flag_search::text as row from flag_search
      union all select flag_items::text from flag_items
      union all select flag_last_seen::text from flag_last_seen
    ) as rows order by row`.execute(db);
  return rows.map(({ row }) => row);
}

/** How many flags of each kind search believes there are. */
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
  const { db, close } = await openTestDb();
  afterAll(close);
  return db;
}

async function one(db: Db, statement: string) {
  const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(db);
  return rows[0] ?? {};
}

async function count(db: Db, from: string): Promise<number> {
  return Number((await one(db, `select count(*) as count from ${from}`)).count);
}
