import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../events/record.ts';
import { aFlag, aProject, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aSegment, aStrategy } from '../testing/targeting.ts';
import { rebuildSearch } from './commands.ts';

const { db, get } = await testApp();

/** One after the other, each in a transaction of its own. */
async function changeTypes(flag: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const type = time % 2 === 0 ? 'experiment' : 'release';
    await sql`update flags set type = ${type} where name = ${flag}`.execute(db);
  }
}

/** Of each kind, as it is added up and as it is counted. */
async function kinds() {
  const { rows } = await sql<{ tallied: unknown; counted: unknown }>`
    select (
      select json_agg(kind order by kind::text) from (
        select archived, project, type, stage, switches, sum(flags) as flags from flag_tallies
        group by archived, project, type, stage, switches having sum(flags) <> 0) as kind
    ) as tallied, (
      select json_agg(kind order by kind::text) from (
        select archived, project, type, stage, switches, count(*) as flags from flag_search
        group by archived, project, type, stage, switches) as kind
    ) as counted`.execute(db);
  return rows[0];
}

/** What flags use, as it is added up and as their strategies say. */
async function uses() {
  const { rows } = await sql<{ tallied: unknown; counted: unknown }>`
    select (
      select json_agg(use order by use::text) from (
        select kind, subject, project, sum(flags) as flags from use_tallies
        group by kind, subject, project having sum(flags) <> 0) as use
    ) as tallied, (
      select json_agg(use order by use::text) from (
        select kind, subject, project, count(distinct name) as flags
        from (
          select 'segment' as kind, segment_id::text as subject, flag as name
          from strategy_segments join strategies on id = strategy_id
          union all
          select 'context-field', fields_used(constraints, parameters, variants), flag
          from strategies
        ) as used
        join flags using (name)
        where archived_at is null
        group by kind, subject, project) as use
    ) as counted`.execute(db);
  return rows[0];
}

const countRows = (table = 'flag_tallies'): Promise<number> =>
  db
    .selectFrom(sql<object>`${sql.table(table)}`.as('rows'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
    .then(({ total }) => total);

describe('the tallies of flags', () => {
  test('stay few, however often flags change, and right', async () => {
    const flag = await aFlag(db);

    await changeTypes(flag, 1200);

    const found = await kinds();
    expect(found?.tallied).toEqual(found?.counted);
    expect(await countRows()).toBeLessThan(1100);
  });

  test('are right after many writers at once, of which some take their change back', async () => {
    const flags = await Promise.all(Array.from({ length: 8 }, () => aFlag(db)));

    await Promise.all([
      ...flags.map((flag) => changeTypes(flag, 150)),
      ...flags.map((flag) =>
        inTransaction(db, async (tx) => {
          await sql`update flags set stale = true where name = ${flag}`.execute(tx);
          await sql`select add_up_flag_tallies()`.execute(tx);
          if (flag > (flags[3] ?? '')) throw new Error('changed its mind');
        }).catch(() => {}),
      ),
    ]);

    const found = await kinds();
    expect(found?.tallied).toEqual(found?.counted);
  });

  test('of what flags use stay few, however often that changes, and right', async () => {
    const [segment, other] = [await aSegment(db), await aSegment(db)];
    const flag = await aFlag(db);
    const strategy = await aStrategy(db, { flag, segments: [segment] });
    const archived = await aFlag(db);
    await aStrategy(db, { flag: archived, segments: [other] });
    await sql`update flags set archived_at = now() where name = ${archived}`.execute(db);

    for (let time = 0; time < 600; time++) {
      await sql`update strategy_segments set segment_id = ${time % 2 === 0 ? other : segment}
        where strategy_id = ${strategy}::uuid`.execute(db);
    }

    const found = await uses();
    expect(found?.tallied).toEqual(found?.counted);
    expect(found?.tallied).toContainEqual(
      expect.objectContaining({ kind: 'segment', subject: String(segment), flags: 1 }),
    );
    expect(await countRows('use_tallies')).toBeLessThan(1000);
  });

  test('of what flags use are right after many writers at once', async () => {
    const [segment, other] = [await aSegment(db), await aSegment(db)];
    const strategies = await Promise.all(
      Array.from({ length: 8 }, async () =>
        aStrategy(db, { flag: await aFlag(db), segments: [segment] }),
      ),
    );

    await Promise.all(
      strategies.map(async (id) => {
        for (let time = 0; time < 40; time++) {
          await sql`update strategy_segments set segment_id = ${time % 2 === 0 ? other : segment}
            where strategy_id = ${id}::uuid`.execute(db);
          await sql`select add_up_use_tallies() where ${time % 10 === 0}`.execute(db);
        }
      }),
    );

    const found = await uses();
    expect(found?.tallied).toEqual(found?.counted);
  });

  test('are counted anew by a rebuild, and what was remembered is forgotten', async () => {
    const project = await aProject(db);
    await aFlag(db, { project, name: unique('rebuilt') });
    const url = `/api/admin/search/features?project=IS:${project}`;
    await sql`
      insert into flag_tallies values (false, ${project}, 'release', 'initial', '{}', 1)`.execute(
      db,
    );
    const { body: wrong } = await get(url);

    for (let last: string | undefined = ''; last !== undefined; ) {
      const after: string = last;
      last = await inTransaction(db, (tx) => rebuildSearch(tx, after));
    }
    const { body: right } = await get(url);

    expect(wrong.total).toBe(2);
    expect(right.total).toBe(1);
  });

  test('of flags that are truncated nothing is left', async () => {
    await aFlag(db);

    await sql`truncate flags cascade`.execute(db);

    expect([await countRows(), await countRows('use_tallies')]).toEqual([0, 0]);
  });
});
