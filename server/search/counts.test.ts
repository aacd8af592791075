import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { aFlag, aProject, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aSegment, aStrategy } from '../testing/targeting.ts';
import { inTransaction } from '../transactions.ts';
import { rebuildSearch } from './commands.ts';

const { db, get } = await testApp();

/** Sequential updates, each in its own transaction. */
async function changeTypes(flag: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const type = time % 2 === 0 ? 'experiment' : 'release';
    await sql`update flags set type = ${type} where name = ${flag}`.execute(db);
  }
}

/** The number of flags of each combination, as stored and as computed from flag_search. */
async function flagCounts() {
  const { rows } = await sql<{ stored: unknown; computed: unknown }>`
    select (
      select json_agg(kind order by kind::text) from (
        select archived, project, type, stage, switches, sum(flags) as flags from flag_counts
        group by archived, project, type, stage, switches having sum(flags) <> 0) as kind
    ) as stored, (
      select json_agg(kind order by kind::text) from (
        select archived, project, type, stage, switches, count(*) as flags from flag_search
        group by archived, project, type, stage, switches) as kind
    ) as computed`.execute(db);
  return rows[0];
}

/** The number of flags of each reference, as stored and as computed from strategies. */
async function referenceCounts() {
  const { rows } = await sql<{ stored: unknown; computed: unknown }>`
    select (
      select json_agg(reference order by reference::text) from (
        select kind, subject, project, sum(flags) as flags from reference_counts
        group by kind, subject, project having sum(flags) <> 0) as reference
    ) as stored, (
      select json_agg(reference order by reference::text) from (
        select kind, subject, project, count(distinct name) as flags
        from (
          select 'segment' as kind, segment_id::text as subject, flag as name
          from strategy_segments join strategies on id = strategy_id
          union all
          select 'context-field', referenced_context_fields(constraints, parameters, variants), flag
          from strategies
        ) as used
        join flags using (name)
        where archived_at is null
        group by kind, subject, project) as reference
    ) as computed`.execute(db);
  return rows[0];
}

/** The number of flags with each counted setting, as stored and as computed from flag_search. */
async function settingCounts() {
  const { rows } = await sql<{ stored: unknown; computed: unknown }>`
    select (
      select json_agg(counted order by counted::text) from (
        select setting::text, project, archived, sum(flags) as flags from setting_counts
        group by setting, project, archived having sum(flags) <> 0) as counted
    ) as stored, (
      select json_agg(counted order by counted::text) from (
        select setting::text, project, archived, count(*) as flags
        from flag_search cross join unnest(settings) as setting
        where is_counted(setting)
        group by setting, project, archived) as counted
    ) as computed`.execute(db);
  return rows[0];
}

const countRows = (table = 'flag_counts'): Promise<number> =>
  db
    .selectFrom(sql<object>`${sql.table(table)}`.as('rows'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
    .then(({ total }) => total);

describe('flag counts', () => {
  test('stay few and correct, however often flags change', async () => {
    const flag = await aFlag(db);

    await changeTypes(flag, 600);

    const found = await flagCounts();
    expect(found?.stored).toEqual(found?.computed);
    expect(await countRows()).toBeLessThan(1100);
  });

  test('are correct after concurrent writers, some of which roll back', async () => {
    const flags = await Promise.all(Array.from({ length: 8 }, () => aFlag(db)));

    await Promise.all([
      ...flags.map((flag) => changeTypes(flag, 60)),
      ...flags.map((flag) =>
        inTransaction(db, async (tx) => {
          await sql`update flags set stale = true where name = ${flag}`.execute(tx);
          await sql`select compact_flag_counts()`.execute(tx);
          if (flag > (flags[3] ?? '')) throw new Error('rolled back');
        }).catch(() => {}),
      ),
    ]);

    const found = await flagCounts();
    expect(found?.stored).toEqual(found?.computed);
  });

  test('of references stay few and correct, however often they change', async () => {
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

    const found = await referenceCounts();
    expect(found?.stored).toEqual(found?.computed);
    expect(found?.stored).toContainEqual(
      expect.objectContaining({ kind: 'segment', subject: String(segment), flags: 1 }),
    );
    expect(await countRows('reference_counts')).toBeLessThan(1000);
    const settings = await settingCounts();
    expect(settings?.stored).toEqual(settings?.computed);
    expect(await countRows('setting_counts')).toBeLessThan(500);
  });

  test('of references are correct after concurrent writers', async () => {
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
          await sql`select compact_reference_counts() where ${time % 10 === 0}`.execute(db);
        }
      }),
    );

    const found = await referenceCounts();
    expect(found?.stored).toEqual(found?.computed);
    const settings = await settingCounts();
    expect(settings?.stored).toEqual(settings?.computed);
  });

  test('are recomputed by a rebuild, which invalidates cached totals', async () => {
    const project = await aProject(db);
    await aFlag(db, { project, name: unique('rebuilt') });
    const url = `/api/admin/search/features?project=IS:${project}`;
    await sql`
      insert into flag_counts values (false, ${project}, 'release', 'initial', '{}', 1)`.execute(
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

  test('of truncated flags are empty', async () => {
    await aFlag(db);

    await sql`truncate flags cascade`.execute(db);

    const tables = ['flag_counts', 'reference_counts', 'setting_counts'];
    expect(await Promise.all(tables.map(countRows))).toEqual([0, 0, 0]);
  });
});
