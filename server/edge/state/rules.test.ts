import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBlockParser } from '../upstream/blocks.ts';
import { applyDelta, changesBetween, contentFrom, InvalidDataError } from './rules.ts';
import { createScopeData, OlderRevisionError, olderAcceptedMs } from './scope-data.ts';

const aFlag = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  project: fc.constantFrom('one', 'two'),
  enabled: fc.boolean(),
  strategies: fc.array(fc.record({ name: fc.constant('default'), segments: fc.subarray([1, 2]) }), {
    maxLength: 2,
  }),
});
const aSegment = fc.record({
  id: fc.constantFrom(1, 2),
  constraints: fc.array(fc.record({ contextName: fc.string() }), { maxLength: 1 }),
});
const aBody = fc.record({
  features: fc.uniqueArray(aFlag, { selector: ({ name }) => name }),
  segments: fc.uniqueArray(aSegment, { selector: ({ id }) => id }),
});

describe('deltas', () => {
  test('the events of a delta lead to the content that they describe', () => {
    fc.assert(
      fc.property(aBody, aBody, (old, next) => {
        const [before, after] = [contentFrom(old), contentFrom(next)];
        const removed = [...before.flags.keys()].filter((name) => !after.flags.has(name));
        const gone = [...before.segments.keys()].filter((id) => !after.segments.has(id));
        const result = applyDelta(before, [
          ...next.segments.map((segment) => ({ type: 'segment-updated', segment })),
          ...next.features.map((feature) => ({ type: 'feature-updated', feature })),
          ...removed.map((featureName) => ({ type: 'feature-removed', featureName })),
          ...gone.map((segmentId) => ({ type: 'segment-removed', segmentId })),
        ]);

        expect(changesBetween(result, after)).toEqual([]);
        expect([...result.flags.keys()]).toEqual([...after.flags.keys()]);
        expect([...result.segments.keys()].sort()).toEqual([...after.segments.keys()].sort());
      }),
    );
  });

  test.each([
    ['no object', null],
    ['no list of flags', { features: {} }],
    ['a flag without a name', { features: [{ project: 'one' }] }],
    ['a flag without strategies', { features: [{ name: 'a', strategies: 'none' }] }],
    ['segments without constraints', { features: [], segments: [{ id: 1 }] }],
  ])('a body with %s is refused', (_, body) => {
    expect(() => contentFrom(body)).toThrow(InvalidDataError);
  });

  test('changes of an unknown kind, and changes before all flags, are refused', () => {
    const content = contentFrom({ features: [] });

    expect(() => applyDelta(content, [{ type: 'from-the-future' }])).toThrow(InvalidDataError);
    expect(() => applyDelta(undefined, [])).toThrow(InvalidDataError);
  });
});

describe('the data of a scope', () => {
  const scope = { environment: 'development', projects: undefined };
  const content = (...names: string[]) =>
    contentFrom({ features: names.map((name) => ({ name, project: 'one' })) });
  const origin = (revision: number | undefined) => ({ revision, etag: undefined });

  test('an older revision is refused, until the upstream has sent nothing else for a while', () => {
    let now = 0;
    const data = createScopeData(scope, { earlier: undefined, now: () => now });
    data.accept(content('a', 'b'), origin(10));

    expect(() => data.accept(content('a'), origin(9))).toThrow(OlderRevisionError);
    now += olderAcceptedMs - 1;
    expect(() => data.accept(content('a'), origin(9))).toThrow(OlderRevisionError);
    expect(data.state()).toMatchObject({ revision: 10 });
    now += 1;
    data.accept(content('a'), origin(9));

    expect([...(data.state()?.flags.keys() ?? [])]).toEqual(['a']);
    expect(data.state()?.revision).toBe(11);
    expect(data.changesSince(10)).toMatchObject([{ effect: { flag: 'b' } }]);
  });

  test('a change without a new revision has a new one here', () => {
    const data = createScopeData(scope, { earlier: undefined, now: () => 0 });
    const revisions = [['a'], ['a', 'b'], ['a', 'b'], ['a', 'b', 'c']].map((names) => {
      data.accept(content(...names), origin(undefined));
      return data.state()?.revision;
    });

    expect(revisions).toEqual([1, 2, 2, 3]);
  });

  test('the changes since a revision that is not known any more are everything', () => {
    const data = createScopeData(scope, { earlier: undefined, now: () => 0 });
    data.accept(content('a'), origin(5));
    data.accept(content('a', 'b'), origin(7));

    expect(data.changesSince(4)).toBeUndefined();
    expect(data.changesSince(5)).toHaveLength(1);
    expect(data.changesSince(6)).toHaveLength(1);
    expect(data.changesSince(7)).toEqual([]);
  });
});

describe('server-sent events', () => {
  const event = fc.record({
    event: fc.constantFrom('unleash-connected', 'unleash-updated'),
    id: fc.nat().map(String),
    data: fc.json().map((text) => text.replaceAll(/\s/g, ' ')),
  });

  test('are the same however they arrive; what follows the last one is not returned', () => {
    fc.assert(
      fc.property(fc.array(event), fc.array(fc.nat({ max: 40 })), (events, lengths) => {
        const blocks = events.map((it) => `event: ${it.event}\nid: ${it.id}\ndata: ${it.data}\n\n`);
        let rest = `: hello\n\n${blocks.join(': still here\n\n')}data: {"half`;
        const parser = createBlockParser(1_000_000);
        const found = lengths.flatMap((length) => {
          const part = rest.slice(0, length);
          rest = rest.slice(length);
          return parser.read(part);
        });

        expect([...found, ...parser.read(rest)]).toEqual(events);
      }),
    );
  });
});
