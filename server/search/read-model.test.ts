import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findByToken } from '../identity/api-tokens/bearer.ts';
import { createCaches } from '../platform/cache/cache.ts';
import type { Read } from '../platform/caller.ts';
import type { Db } from '../platform/db/open.ts';
import { aFlag, aProject, aUser, unique } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { caseCount } from '../testing/scale.ts';
import { aSegment } from '../testing/targeting.ts';
import { inTransaction } from '../transactions.ts';
import { rebuildSearch } from './commands.ts';
import { parseFlagSearch } from './filters.ts';
import { createFlagSearcher } from './find.ts';

const { db, call, admin } = await testApp();

async function authenticateAdmin() {
  const found = await findByToken(db, admin.token);
  if (!found || !('caller' in found)) throw new Error('The administrator does not exist.');
  return found;
}

/** The rows of the read model, as text. */
async function readModel(at: Db) {
  const { rows } = await sql<{ row: string }>`
    select row::text from (
      select flag_search.name, flag_search::text as row from flag_search
      union all select name, flag_items::text from flag_items
      union all select flag, flag_last_seen::text from flag_last_seen
      union all select '', counted::text from (
        select archived, project, type, stage, switches, sum(flags) as flags from flag_counts
        group by archived, project, type, stage, switches having sum(flags) <> 0) as counted
      union all select '', counted::text from (
        select kind, subject, project, sum(flags) as flags from reference_counts
        group by kind, subject, project having sum(flags) <> 0) as counted
      union all select '', counted::text from (
        select setting, project, archived, sum(flags) as flags from setting_counts
        group by setting, project, archived having sum(flags) <> 0) as counted
    ) as rows order by name, row`.execute(at);
  return rows.map(({ row }) => row);
}

class Undo extends Error {}

/** The read model after a complete rebuild, which is rolled back. */
async function rebuiltModel(): Promise<string[]> {
  let rebuilt: string[] = [];
  await inTransaction(db, async (tx) => {
    await sql`delete from flag_search`.execute(tx);
    await sql`delete from flag_items`.execute(tx);
    await sql`delete from flag_last_seen`.execute(tx);
    for (let last: string | undefined = ''; last !== undefined; ) {
      last = await rebuildSearch(tx, last);
    }
    rebuilt = await readModel(tx);
    throw new Undo();
  }).catch((error) => {
    if (!(error instanceof Undo)) throw error;
  });
  return rebuilt;
}

type Target = { project: string; other: string; flag: string; second: string; segment: number };
type Write = [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown];

const strategy = { name: 'default', constraints: [], parameters: {} };

/** Writes of every kind; a write may be refused. */
const writes = {
  create: ({ project }) => ['POST', `projects/${project}/features`, { name: unique('new') }],
  describe: (at) => ['PUT', flagPath(at), { description: 'changed', type: 'experiment' }],
  patch: (at) => ['PATCH', flagPath(at), [{ op: 'replace', path: '/impressionData', value: true }]],
  stale: ({ project, flag }) => [
    'POST',
    `projects/${project}/stale`,
    { features: [flag], stale: true },
  ],
  clone: (at) => ['POST', `${flagPath(at)}/clone`, { name: unique('clone') }],
  on: (at) => ['POST', `${flagPath(at)}/environments/production/on`],
  off: (at) => ['POST', `${flagPath(at)}/environments/production/off`],
  target: (at) => [
    'POST',
    `${flagPath(at)}/environments/development/strategies`,
    { ...strategy, segments: [at.segment] },
  ],
  constrain: (at) => [
    'POST',
    `${flagPath(at)}/environments/production/strategies`,
    {
      ...strategy,
      constraints: [{ contextName: 'appName', operator: 'IN', values: ['shop'] }],
      variants: [{ name: 'v', weight: 1000, weightType: 'variable', stickiness: 'sessionId' }],
    },
  ],
  stickiness: (at) => [
    'POST',
    `${flagPath(at)}/environments/development/strategies`,
    { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId', groupId: 'g' } },
  ],
  variants: (at) => [
    'PUT',
    `${flagPath(at)}/environments/production/variants`,
    [{ name: 'v', weight: 1000, weightType: 'variable', stickiness: 'default' }],
  ],
  tag: ({ flag }) => ['POST', `features/${flag}/tags`, { type: 'simple', value: 'shared' }],
  untag: ({ flag }) => ['DELETE', `features/${flag}/tags/simple/shared`],
  deleteTag: () => ['DELETE', 'tags/simple/shared'],
  bulkTag: ({ project, flag, second }) => [
    'PUT',
    `projects/${project}/tags`,
    {
      features: [flag, second],
      tags: { addedTags: [{ type: 'simple', value: 'bulk' }], removedTags: [] },
    },
  ],
  depend: (at) => ['POST', `${flagPath(at)}/dependencies`, { feature: at.second }],
  favor: (at) => ['POST', `${flagPath(at)}/favorites`],
  archive: (at) => ['DELETE', flagPath(at)],
  revive: ({ flag }) => ['POST', `archive/revive/${flag}`],
  erase: ({ flag }) => ['DELETE', `archive/${flag}`],
  move: ({ project, flag, other }) => [
    'POST',
    `projects/${project}/features/${flag}/changeProject`,
    { newProjectId: other },
  ],
  unlink: ({ project }) => ['DELETE', `projects/${project}/environments/production`],
  link: ({ project }) => [
    'POST',
    `projects/${project}/environments`,
    { environment: 'production' },
  ],
  renameSegment: ({ segment }) => [
    'PUT',
    `segments/${segment}`,
    { name: unique('renamed'), constraints: [] },
  ],
  deleteSegment: ({ segment }) => ['DELETE', `segments/${segment}`],
  renameEnvironment: () => ['PUT', 'environments/update/production', { type: unique('type') }],
  lifetime: () => ['PUT', 'feature-types/release/lifetime', { lifetimeDays: 5 }],
  dropTagType: () => ['DELETE', 'tag-types/simple'],
} satisfies Record<string, (at: Target) => Write>;

type Kind = keyof typeof writes;
const kinds = Object.keys(writes) as Kind[];

const flagPath = ({ project, flag }: Target) => `projects/${project}/features/${flag}`;

describe('the read model', () => {
  test('after any writes, equals a rebuild, and no cached response is stale', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...kinds), fc.boolean()), {
        minLength: 3,
        maxLength: 12,
      }),
      async (steps) => {
        const at = await aTarget();
        for (const [kind, swap] of steps) {
          const target = swap ? { ...at, flag: at.second, second: at.flag } : at;
          const [method, path, body] = (writes[kind] as (at: Target) => Write)(target);
          const { status } = await call(method, `/api/admin/${path}`, { body });
          expect(status).toBeLessThan(500);
          expect(await cachedResponse(at)).toEqual(await computedResponse(at));
          await reportUsage(target.flag);
          expect(await cachedResponse(at)).toEqual(await computedResponse(at));
        }

        expect(await readModel(db)).toEqual(await rebuiltModel());
      },
    );

    await fc.assert(property, { numRuns: caseCount({ short: 12, full: 100 }) });
  }, 300_000);

  test('every kind of write is accepted at least once', async () => {
    const refused: string[] = [];

    for (const kind of kinds) {
      const at = await aTarget();
      await prepare(kind, at);
      const [method, path, body] = (writes[kind] as (at: Target) => Write)(at);
      const { status } = await call(method, `/api/admin/${path}`, { body });
      if (status >= 300) refused.push(`${kind} ${status}`);
    }

    expect(refused).toEqual([]);
  });

  test('does not contain the names of creators, so a renamed user has the new name', async () => {
    const { id } = await aUser(db, { name: 'Before' });
    const project = await aProject(db);
    await aFlag(db, { project, createdByUserId: id });

    await call('PUT', `/api/admin/user-admin/${id}`, { body: { name: 'After' } });
    const { body } = await call('GET', `/api/admin/search/features?project=IS:${project}`);

    expect(body.features[0].createdBy.name).toBe('After');
  });

  test('is complete after concurrent transactions that change the same flag', async () => {
    const project = await aProject(db);
    const flags = [await aFlag(db, { project }), await aFlag(db, { project })];

    for (let round = 0; round < 10; round++) {
      const tag = { type: 'simple', value: unique('t') };
      const responses = await Promise.all([
        ...flags.map((flag) => call('POST', `/api/admin/features/${flag}/tags`, { body: tag })),
        ...flags.map((flag) =>
          call(
            'POST',
            `/api/admin/projects/${project}/features/${flag}/environments/production/on`,
          ),
        ),
        call('DELETE', `/api/admin/tags/simple/${tag.value}`),
        ...flags.map((flag) =>
          call(
            'POST',
            `/api/admin/projects/${project}/features/${flag}/environments/production/off`,
          ),
        ),
      ]);
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    }

    expect(await readModel(db)).toEqual(await rebuiltModel());
  });

  test('contains the changes of a transaction, without those that a savepoint rolled back', async () => {
    const project = await aProject(db);
    const flags = [await aFlag(db, { project }), await aFlag(db, { project })];
    const describing = fc.constantFrom(...flags).map((flag) => ({ flag }));
    const others = fc.constantFrom('savepoint', 'rollback to', 'release', 'refresh' as const);

    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(describing, others), { maxLength: 12 }), async (steps) => {
        await db.transaction().execute((tx) => run(tx, steps));

        expect(await outdated(flags)).toEqual([]);
      }),
      { numRuns: caseCount({ short: 20, full: 200 }) },
    );
  });
});

type Step = { flag: string } | 'savepoint' | 'rollback to' | 'release' | 'refresh';

/** Skips steps that need a savepoint if there is none. */
async function run(tx: Db, steps: readonly Step[]): Promise<void> {
  let savepoints = 0;
  for (const step of steps) {
    if (typeof step === 'object') {
      const description = unique('text');
      await sql`update flags set description = ${description} where name = ${step.flag}`.execute(
        tx,
      );
    } else if (step === 'refresh') {
      await sql`select refresh_affected_flags()`.execute(tx);
    } else if (step === 'savepoint') {
      savepoints += 1;
      await sql`savepoint here`.execute(tx);
    } else if (savepoints > 0) {
      if (step === 'release') savepoints -= 1;
      await sql`${sql.raw(step)} savepoint here`.execute(tx);
    }
  }
}

/** Flags whose item does not contain the stored description. */
async function outdated(flags: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from flags join flag_items using (name)
    where name = any(${flags}::text[])
      and item not like '%"description":' || coalesce('"' || description || '"', 'null') || ',%'`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

const queryOf = ({ project, other }: Target) => ({ project: `IS_ANY_OF:${project},${other}` });

/** From the server, which has received the same request before. */
async function cachedResponse(at: Target) {
  const query = new URLSearchParams(queryOf(at));
  return (await call('GET', `/api/admin/search/features?${query}`)).body;
}

/** From a server without any cached response. */
async function computedResponse(at: Target) {
  const search = createFlagSearcher(createCaches());
  const read: Read = (run) => run(db);
  const reader = { ...(await authenticateAdmin()), read };
  const { body } = await search(reader, parseFlagSearch(queryOf(at)));
  return JSON.parse(String(await body.as('identity')));
}

async function aTarget(): Promise<Target> {
  const project = await aProject(db);
  const target = {
    project,
    other: await aProject(db),
    flag: await aFlag(db, { project }),
    second: await aFlag(db, { project }),
    segment: await aSegment(db),
  };
  await sql`insert into tag_types (name) values ('simple') on conflict do nothing`.execute(db);
  return target;
}

/** Creates what a write of this kind requires. */
async function prepare(kind: Kind, at: Target): Promise<void> {
  const before: Partial<Record<Kind, Write[]>> = {
    off: [['POST', `${flagPath(at)}/environments/production/on`]],
    untag: [writes.tag(at)],
    deleteTag: [writes.tag(at)],
    revive: [['DELETE', flagPath(at)]],
    erase: [['DELETE', flagPath(at)]],
    link: [['DELETE', `projects/${at.project}/environments/production`]],
  };
  for (const [method, path, body] of before[kind] ?? []) {
    await call(method, `/api/admin/${path}`, { body });
  }
}

/** SDKs report usage at any time, also of deleted flags. */
async function reportUsage(flag: string): Promise<void> {
  await sql`
    insert into flag_usage (flag, environment, last_seen_at, hour)
    select flag, environment, now(), now() from flag_environments where flag = ${flag}
    on conflict (flag, environment) do update set last_seen_at = excluded.last_seen_at`.execute(db);
}
