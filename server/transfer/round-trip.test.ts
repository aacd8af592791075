import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lastEventId } from '../testing/a.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { caseCount } from '../testing/scale.ts';
import type { ExportedDocument } from './schema.ts';

/** The document contains the complete state of flags, whichever changes led to it. */
const runs = caseCount({ short: 5, full: 200 });

const source = await testApp();
const target = await testApp();

const environment = 'development';
const flags = ['flag-a', 'flag-b', 'flag-c', 'flag-d'];
const segmentNames = ['segment a', 'segment b', 'segment c'];

const shortText = fc.string({ unit: 'grapheme-ascii', minLength: 2, maxLength: 12 });
/** Values of constraints must not be blank. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((it) => it.trim() !== '');
const flag = fc.constantFrom(...flags);
const stickiness = fc.constantFrom('default', 'random', 'userId', 'tenant');

const toggles = { inverted: fc.boolean(), caseInsensitive: fc.boolean() };
const constraint = fc.oneof(
  fc.record({
    contextName: fc.constantFrom('userId', 'tenant', 'never-defined'),
    operator: fc.constantFrom('IN', 'NOT_IN', 'STR_CONTAINS', 'STR_ENDS_WITH'),
    values: fc.array(text, { minLength: 1, maxLength: 3 }),
    ...toggles,
  }),
  fc.record({
    contextName: fc.constant('country'),
    operator: fc.constantFrom('IN', 'NOT_IN'),
    values: fc.subarray(['no', 'de', 'fr'], { minLength: 1 }),
  }),
  fc.record({
    contextName: fc.constantFrom('age', 'tenant'),
    operator: fc.constantFrom('NUM_EQ', 'NUM_GT', 'NUM_LTE'),
    value: fc.integer().map(String),
    ...toggles,
  }),
  fc.record({
    contextName: fc.constant('currentTime'),
    operator: fc.constantFrom('DATE_AFTER', 'DATE_BEFORE'),
    value: fc.constantFrom('2026-01-31T12:00:00Z', '2025-12-01'),
  }),
  fc.record({
    contextName: fc.constant('version'),
    operator: fc.constantFrom('SEMVER_EQ', 'SEMVER_GT'),
    value: fc.constantFrom('1.2.3', '2.0.0-beta.1'),
  }),
);
const constraints = fc.array(constraint, { maxLength: 3 });

const payload = fc.oneof(
  fc.record({ type: fc.constant('string'), value: text }),
  fc.record({ type: fc.constant('json'), value: fc.json({ maxDepth: 1 }) }),
  fc.record({ type: fc.constant('number'), value: fc.integer().map(String) }),
);
const variant = fc.record(
  {
    name: fc.constantFrom('red', 'green', 'blue'),
    weight: fc.integer({ min: 0, max: 300 }),
    weightType: fc.constantFrom('variable', 'fix'),
    stickiness,
    payload,
  },
  { requiredKeys: ['name', 'weight', 'weightType', 'stickiness'] },
);
const variantsOf = <V extends { name: string }>(one: fc.Arbitrary<V>) =>
  fc
    .uniqueArray(one, { maxLength: 3, selector: ({ name }) => name })
    .map((list) => list.map((it, index) => (index === 0 ? { ...it, weightType: 'variable' } : it)));
const overridden = fc
  .tuple(variant, fc.array(text, { maxLength: 2 }))
  .map(([it, values]) => ({ ...it, overrides: [{ contextName: 'tenant', values }] }));

const rollout = fc.record(
  { rollout: fc.integer({ min: 0, max: 100 }), stickiness, groupId: shortText },
  { requiredKeys: [] },
);
const strategy = fc
  .record(
    {
      name: fc.constantFrom('flexibleRollout', 'default', 'userWithId'),
      title: fc.option(text),
      disabled: fc.boolean(),
      sortOrder: fc.integer({ min: -2, max: 2 }),
      constraints,
      segments: fc.subarray([0, 1, 2]),
      variants: variantsOf(variant),
      parameters: rollout,
    },
    { requiredKeys: ['name'] },
  )
  .map((it) => (it.name === 'flexibleRollout' ? it : { ...it, parameters: { userIds: 'a,b' } }));

type Action = (app: TestApp, segments: number[]) => Promise<{ status: number }>;
const projectPath = '/api/admin/projects/default/features';
const flagPath = (name: string) => `${projectPath}/${name}`;
const environmentPath = (name: string) => `${flagPath(name)}/environments/${environment}`;

/** Some actions are refused, such as a third level of dependencies, and change nothing. */
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(flag, strategy).map(
      ([name, it]): Action =>
        (app, segments) => {
          const ids = it.segments?.map((index) => segments[index] ?? 0);
          return app.post(
            `${environmentPath(name)}/strategies`,
            ids ? { ...it, segments: ids } : it,
          );
        },
    ),
  },
  fc.tuple(flag, fc.constantFrom('on', 'off')).map(
    ([name, state]): Action =>
      (app) =>
        app.post(`${environmentPath(name)}/${state}`),
  ),
  fc.tuple(flag, fc.constantFrom('simple', 'team'), shortText).map(
    ([name, type, value]): Action =>
      (app) =>
        app.post(`/api/admin/features/${name}/tags`, { type, value }),
  ),
  fc.tuple(flag, flag, fc.boolean(), fc.array(shortText, { maxLength: 2 })).map(
    ([child, feature, enabled, variants]): Action =>
      (app) =>
        app.post(`${flagPath(child)}/dependencies`, { feature, enabled, variants }),
  ),
  fc.tuple(flag, fc.webUrl(), fc.option(text)).map(
    ([name, url, title]): Action =>
      (app) =>
        app.post(`${flagPath(name)}/link`, { url, title }),
  ),
  fc.tuple(flag, variantsOf(fc.oneof(variant, overridden))).map(
    ([name, variants]): Action =>
      (app) =>
        app.put(`${environmentPath(name)}/variants`, variants),
  ),
  fc.tuple(flag, fc.option(text), fc.boolean(), fc.constantFrom('release', 'experiment')).map(
    ([name, description, stale, type]): Action =>
      (app) =>
        app.put(flagPath(name), { description, stale, type, impressionData: stale }),
  ),
  fc.tuple(flag).map(
    ([name]): Action =>
      (app) =>
        app.del(flagPath(name)),
  ),
);

const history = fc.record({
  segments: fc.tuple(constraints, constraints, constraints),
  actions: fc.array(action, { minLength: 4, maxLength: 16 }),
});

test(`a document imported into an empty server is exported again unchanged (${runs} histories)`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ segments, actions }) => {
      await empty(source);
      await empty(target);
      const ids = await begin(source, segments);
      for (const each of actions) expect((await each(source, ids)).status).toBeLessThan(500);
      const document = await exportFrom(source);

      await importInto(target, document);
      const copy = await exportFrom(target);

      expect(comparable(copy)).toEqual(comparable(document));
      expect(await eventsOf(source, () => importInto(source, document))).toBe(0);
      expect(await eventsOf(target, () => importInto(target, document))).toBe(0);
      expect(await exportFrom(target)).toEqual(copy);
    }),
    { numRuns: runs },
  );
});

/** The state of a new installation. */
async function empty({ db }: TestApp): Promise<void> {
  await sql`truncate flags, segments, tags cascade`.execute(db);
  await sql`delete from tag_types where name <> 'simple'`.execute(db);
  await sql`delete from context_fields where name in ('tenant', 'country')`.execute(db);
}

async function begin(app: TestApp, constraintsOfSegments: unknown[][]): Promise<number[]> {
  const legalValues = ['no', 'de', 'fr'].map((value) => ({ value }));
  await app.post('/api/admin/context', { name: 'tenant', stickiness: true });
  await app.post('/api/admin/context', { name: 'country', legalValues });
  await app.post('/api/admin/tag-types', { name: 'team', icon: 'T', color: '#00FF00' });
  for (const name of flags) expect((await app.post(projectPath, { name })).status).toBe(201);
  const ids: number[] = [];
  for (const [index, each] of constraintsOfSegments.entries()) {
    const segment = { name: segmentNames[index], description: 'users', constraints: each };
    const { status, body } = await app.post('/api/admin/segments', segment);
    expect(status, JSON.stringify(body)).toBe(201);
    ids.push(body.id);
  }
  return ids;
}

async function exportFrom(app: TestApp): Promise<ExportedDocument> {
  const { status, body } = await app.post('/api/admin/features-batch/export', { environment });
  expect(status).toBe(200);
  return body;
}

async function importInto(app: TestApp, data: ExportedDocument): Promise<void> {
  const request = { project: 'default', environment, data };
  const { status, body } = await app.post('/api/admin/features-batch/import', request);
  expect(status, JSON.stringify(body)).toBe(200);
}

async function eventsOf({ db }: TestApp, work: () => Promise<void>): Promise<number> {
  const before = await lastEventId(db);
  await work();
  return (await lastEventId(db)) - before;
}

/** Ids differ between servers; segments are compared by name. */
function comparable({ featureStrategies, segments, ...rest }: ExportedDocument) {
  const names = new Map(segments.map(({ id, name }) => [id, name]));
  return {
    ...rest,
    segments: segments.map(({ id: _, ...segment }) => segment),
    featureStrategies: featureStrategies.map(({ id: _, ...it }) => ({
      ...it,
      segments: it.segments.map((id) => names.get(id)).sort(),
    })),
  };
}
