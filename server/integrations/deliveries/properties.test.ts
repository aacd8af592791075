import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PastEvent } from '../../events/queries.ts';
import { aProject } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { someEvents } from '../../testing/events.ts';
import { anIntegration } from '../../testing/integrations.ts';
import { caseCount } from '../../testing/scale.ts';
import { findIntegration } from '../integrations/queries.ts';
import type { StoredIntegration } from '../integrations/rules.ts';
import { findMatching } from './reading.ts';

const { db, get } = await testApp();

const projects = [await aProject(db), await aProject(db, { mode: 'private' })];
const types = ['feature-created', 'feature-archived', 'user-created'] as const;
const words = ['alpha', 'Beta', '50%', 'a_b'];

const payload: fc.Arbitrary<object | null> = fc.option(
  fc.constantFrom(...words).map((word) => ({ word })),
);

const event: fc.Arbitrary<Partial<PastEvent>> = fc.record({
  project: fc.constantFrom(...projects, 'deleted', null),
  featureName: fc.constantFrom('f1', 'f,2', null),
  environment: fc.constantFrom('dev', 'prod', null),
  type: fc.constantFrom(...types),
  createdByUserId: fc.constantFrom(1, 2, -42),
  data: payload,
  preData: payload,
});

const set = (values: readonly (string | number)[]) =>
  fc
    .tuple(
      fc.constantFrom('IS', 'IS_ANY_OF', 'IS_NOT', 'IS_NONE_OF'),
      fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, chosen]) => `${operator}:${chosen.map((value) => `"${value}"`).join(',')}`);

const filter = fc.record(
  {
    project: set([...projects, 'deleted']),
    feature: set(['f1', 'f,2']),
    environment: set(['dev', 'prod']),
    type: set(types),
    createdBy: set([1, 2, -42]),
    query: fc.constantFrom(...words, 'ALPHA', 'zzz'),
    from: fc.constantFrom('IS:2024-05-01', 'IS:2024-05-02'),
  },
  { requiredKeys: [] },
);

const parts = fc.array(
  fc.record({ window: fc.integer({ min: 5, max: 90 }), limit: fc.integer({ min: 1, max: 20 }) }),
  { minLength: 1, maxLength: 4 },
);

type Part = { window: number; limit: number };

/** Everything an integration would send, in parts of random size. */
async function sentBy(integration: StoredIntegration, after: number, parts: readonly Part[]) {
  const sent: unknown[] = [];
  for (let [position, turn] = [after, 0]; ; turn++) {
    const next = { after: position, ...(parts[turn % parts.length] ?? { window: 1, limit: 1 }) };
    const { events, end, newest } = await findMatching(db, integration, next);
    sent.push(...events);
    if (end >= newest) return sent;
    expect(end).toBeGreaterThan(position);
    position = end;
  }
}

test('an integration sends exactly what event search finds, in order', async () => {
  const first = (await someEvents(db, fc.sample(event, { numRuns: 150, seed: 11 })))[0] ?? 0;
  const { id } = await anIntegration(db, { enabled: false });
  const stored = await findIntegration(db, { id, project: null });
  if (!stored) throw new Error('not found');

  await fc.assert(
    fc.asyncProperty(filter, fc.boolean(), parts, async (query, ofProject, sizes) => {
      const [project] = projects;
      const integration = { ...stored, filter: query, project: ofProject ? String(project) : null };
      const params = new URLSearchParams({ ...query, limit: '1000' });
      const { body } = await get(`/api/admin/search/events?${params}`);
      const found = body.events
        .filter((one: { id: number }) => one.id >= first)
        .filter((one: { project: string }) => !ofProject || one.project === project)
        .reverse();

      expect(await sentBy(integration, first - 1, sizes)).toEqual(found);
    }),
    { numRuns: caseCount({ short: 40, full: 1000 }) },
  );
}, 600_000);
