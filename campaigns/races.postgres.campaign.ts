import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aProject } from '../server/testing/a.ts';
import type { Example, ExampleCall } from '../server/testing/example.ts';
import { runCommand } from '../server/testing/process.ts';
import { callExample, nameOf } from '../server/testing/world.ts';
import { campaignSize, report } from './options.ts';
import { aRemoteWorld, callsOver, examples } from './world.ts';

/** All pairs of write routes, called at once on three processes about the same things. */
const rounds = campaignSize(1);
const seed = 20_261_117;

const world = await aRemoteWorld(3);
const callers = world.servers.map((server) => ({
  ...world,
  call: callsOver(server, world.admin.token),
}));
const writes = examples.filter(
  ({ method, records, access }) =>
    method !== 'GET' && records !== undefined && typeof access === 'object',
);

test(`all pairs of ${writes.length} write routes, ${rounds} times`, async () => {
  const random = randomFrom(seed);
  const failures: string[] = [];
  let pairs = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [index, first] of writes.entries()) {
      for (const second of writes.slice(index)) {
        failures.push(...(await race(first, second, random)));
        pairs += 1;
        if (pairs % 500 === 0) console.log(`${pairs} pairs, ${failures.length} failures`);
      }
    }
  }

  const deadlocks = await countDeadlocks();
  const lost = await findLostUpdates();
  report({ pairs, failures: failures.length, deadlocks, 'lost updates': lost.length });
  expect(failures).toEqual([]);
  expect(deadlocks).toBe(0);
  expect(lost).toEqual([]);
  expect(await runCommand(['audit', 'verify'], world.env)).toMatchObject({ code: 0 });
}, 14_400_000);

/** The second call is about the same project, flag and so on, and the first is sent twice. */
async function race(first: Example, second: Example, random: () => number): Promise<string[]> {
  const project = await aProject(world.db, { mode: 'private' });
  const one = await first.arrange({ ...world, project });
  const other = sharing(one, await second.arrange({ ...world, project }), second);
  const calls: [Example, ExampleCall][] = [
    [first, one],
    [second, other],
    [first, one],
  ];
  const responses = await Promise.all(
    calls.map(async ([example, call], index) => {
      await delay(Math.floor(random() * 4));
      const response = await callExample(callers[index] ?? world, example, call);
      return { name: nameOf(example), ...response };
    }),
  );
  return responses
    .filter(({ status }) => status >= 500)
    .map(
      ({ name, status, body }) => `${nameOf(first)} | ${nameOf(second)}: ${name} ${status} ${body}`,
    );
}

/** Parameters that both paths have are those of the first call. */
function sharing(one: ExampleCall, other: ExampleCall, { path }: Example): ExampleCall {
  const shared = Object.entries(one.params ?? {}).filter(([name]) => path.includes(`:${name}`));
  return { ...other, params: { ...other.params, ...Object.fromEntries(shared) } };
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()
  `.execute(world.db);
  return rows[0]?.deadlocks ?? 0;
}

/**
 * An update that began with other data than the update before it had left. Settings, tokens and the
 * access to a project are also changed by other means than updates.
 */
async function findLostUpdates(): Promise<unknown[]> {
  const { rows } = await sql`
    select id, type, previous, pre_data
    from (
      select id, type, pre_data, lag(data - 'passwordChanged') over (
        partition by type, project, environment, feature_name,
          coalesce(data ->> 'id', data ->> 'name')
        order by id
      ) as previous
      from events
      where type like '%-update%'
        and type not in ('setting-updated', 'api-token-updated')
        and type not like 'project-access-%'
    ) as updates
    where pre_data <> previous
  `.execute(world.db);
  return rows;
}

/** A linear congruential generator: the same seed gives the same delays. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
