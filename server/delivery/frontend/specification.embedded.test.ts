import { describe, expect, test } from 'vitest';
import { anApiToken } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { type Specification, specifications, stateIn } from '../../testing/client-specification.ts';
import { insertEvaluationFlags } from '../../testing/evaluation-flags.ts';
import type { Flag } from '../evaluation/model.ts';

/** The client specification, through the tables, delivery and the HTTP API. */

const { db, post } = await testApp();

/** The frontend API adds the address of the caller and a session to the context. */
const filledIn = new Set([
  'Feature.A4 should be disabled when no user on context',
  'Feature.remoteAddress.A should not be enabled for missing remoteAddress on context',
]);

/** The tables cannot store two parents, or parents and segments that do not exist. */
const fits = ({ flags, segments }: ReturnType<typeof stateIn>, flag: Flag): boolean =>
  (flag.dependencies ?? []).length < 2 &&
  (flag.dependencies ?? []).every(({ feature }) => flags.has(feature)) &&
  (flag.strategies ?? []).every(({ segments: used = [] }) => used.every((id) => segments.has(id)));

type Toggle = { name: string; variant: object };

async function arrange({ state, tests = [], variantTests = [] }: Specification) {
  const all = stateIn(state);
  const flags = [...all.flags.values()].filter((flag) => fits(all, flag));
  const storable = new Set(flags.map(({ name }) => name));
  const { environment } = await insertEvaluationFlags(db, {
    flags,
    segments: [...all.segments.values()],
  });
  const token = await anApiToken(db, { type: 'frontend', environment });
  const evaluate = async (given: object, name: string) => {
    // The frontend API adds the environment of the token, the specification adds none.
    const context = { environment: '', ...given };
    const { status, body } = await post('/api/frontend', { context }, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    return (body.toggles as Toggle[]).find((toggle) => toggle.name === name);
  };
  const cases = [...tests, ...variantTests].filter(
    ({ toggleName }) => storable.has(toggleName) || !all.flags.has(toggleName),
  );
  return { evaluate, cases };
}

describe.each(specifications)('$name', (specification) => {
  test('the frontend API returns the expected results', async () => {
    const { evaluate, cases } = await arrange(specification);
    const off = { name: 'disabled', enabled: false, feature_enabled: false };
    const differences: string[] = [];

    for (const { description, context, toggleName, expectedResult } of cases) {
      const toggle = await evaluate(context, toggleName);
      const { featureEnabled: _, ...variant } = {
        featureEnabled: false,
        ...(toggle?.variant ?? off),
      };
      const result = typeof expectedResult === 'boolean' ? toggle !== undefined : variant;
      try {
        expect(result).toEqual(expectedResult);
      } catch {
        differences.push(description);
      }
    }

    expect(differences.filter((description) => !filledIn.has(description))).toEqual([]);
  });
});

test('272 of the 279 cases apply', () => {
  const cases = specifications.flatMap(({ state, tests = [], variantTests = [] }) => {
    const all = stateIn(state);
    return [...tests, ...variantTests].map(({ toggleName }) => {
      const flag = all.flags.get(toggleName);
      return flag === undefined || fits(all, flag);
    });
  });

  expect([cases.length, cases.filter((can) => can).length]).toEqual([279, 272]);
});
