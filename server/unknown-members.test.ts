import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aProject, changesSince, lastEventId } from './testing/a.ts';
import type { Example, ExampleCall } from './testing/example.ts';
import { caseCount, isFullRun } from './testing/scale.ts';
import { type Addition, withAdditions } from './testing/unknown-members.ts';
import { aWorld, callExample, examples, nameOf } from './testing/world.ts';

const world = await aWorld();
const { app, db } = world;

const writes = examples.filter(({ method }) => method !== 'GET');

describe('unknown members of the body', () => {
  /** SDKs, SCIM and MCP clients send members of their own; the other is a map. */
  const open =
    /^POST \/api\/(client|frontend\/client)\/(metrics|register)|\/environments\/sort-order$| \/scim\/v2\/| \/mcp$/;
  const closed = writes.filter((example) => !open.test(nameOf(example)));

  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant({ a: [{}] }));
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => `unknown ${text}`),
    fc.constantFrom('toString', 'constructor', 'a/b', '~', 'a\r\nb: c', 'ü,"%', 'x'.repeat(60)),
  );
  const addition: fc.Arbitrary<Addition> = fc.record({ place: fc.nat(), name, value });
  const additions = fc.uniqueArray(addition, {
    selector: (it) => it.name,
    minLength: 3,
    maxLength: 3,
  });
  const strict = { headers: { prefer: 'handling=strict' } };

  test.each(closed.map((example) => [nameOf(example), example] as const))(
    '%s: are ignored and named, or refused by name',
    async (_, example) => {
      // Only the long form repeats the call without them.
      const plain = isFullRun ? await outcomeOf(example, await arrangeAlone(example)) : undefined;
      await fc.assert(
        fc.asyncProperty(additions, async (added) => {
          const again = await arrangeAlone(example);
          const { body, pointers } = withAdditions(again.body, added);

          const refused = await callExample(world, example, { ...again, body }, strict);
          const { ignored, ...outcome } = await outcomeOf(example, { ...again, body });

          expect(refused.status).toBe(400);
          expectNamed(refused.body.details, pointers);
          expect(ignored).toEqual(pointers);
          expect(outcome.status).toBeLessThan(400);
          expect(outcome.types).toEqual(
            'nothing' in (example.records ?? {}) ? [] : example.records,
          );
          if (plain) expect(outcome).toEqual(plain);
        }),
        { numRuns: caseCount({ short: 1, full: 20 }), endOnFailure: true },
      );
    },
  );

  /** In a project of its own, so that earlier calls do not change the result. */
  async function arrangeAlone(example: Example): Promise<ExampleCall> {
    const project = await aProject(db, { mode: 'private' });
    const call = await example.arrange({ ...world, project });
    await app.delivery.poll();
    return call;
  }

  /** What a call returns and records, without what differs between two calls. */
  async function outcomeOf(example: Example, call: ExampleCall) {
    const before = await lastEventId(db);
    const { status, body, headers } = await callExample(world, example, call);
    const events = await changesSince(db, before);
    const names = headers['pennon-ignored'];
    const ignored = names === undefined ? {} : { ignored: new Set(String(names).split(', ')) };
    const types = events.map(({ type }) => type);
    return { status, body: masked(body), types, events: masked(events), ...ignored };
  }

  /** Without generated names, ids, secrets and times. */
  const masked = (result: unknown) =>
    JSON.stringify(result ?? null)
      .replace(/whsec_[\w+/]+=*/g, 'x')
      .replace(/\b[A-Z2-7]{32}\b|\b([a-z2-7]{4}-){3}[a-z2-7]{4}\b/g, 'x')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{8,}/g, 'x')
      .replace(/\b[0-9A-F]{4}-[0-9A-F]{4}\b/g, 'x')
      .replace(/\d+/g, '0');

  /** The members of the body are refused before those of a payload of a change in it. */
  function expectNamed(details: { path: string }[], pointers: ReadonlySet<string>): void {
    const named = details.map(({ path }) => path.replace('/body', ''));
    const all = [...pointers].map((pointer) => decodeURIComponent(pointer));
    const outside = all.filter((pointer) => !pointer.includes('/payload/'));
    const expected = outside.length > 0 ? outside : all;
    expect(expected.map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~'))).toEqual(
      expect.arrayContaining(named),
    );
    if (outside.length > 0) expect(named).toHaveLength(expected.length);
  }
});
