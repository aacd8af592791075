import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../events/record.ts';
import { aFlag, aProject, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
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

async function countRows(): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from flag_tallies`.execute(db);
  return rows[0]?.rows ?? 0;
}

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

    expect(await countRows()).toBe(0);
  });
});
