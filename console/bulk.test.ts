import { describe, expect, test } from 'vitest';
import { ApiError } from './src/api.ts';
import { batchesOf, flagAfter, undoOf } from './src/flags/bulk/actions.ts';
import { type Batch, runBatches } from './src/flags/bulk/run.ts';
import { warningsOf } from './src/flags/bulk/words.ts';
import type { SelectedFlag } from './src/flags/flags/selected.ts';
import { csvLine } from './src/ui/csv.ts';
import { parseLayout, widthMax } from './src/ui/table-layout.ts';

const numbers = Array.from({ length: 10 }, (_, index) => index);
const quiet = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

describe('runBatches', () => {
  test('finds the items that a request is refused for, and changes the others', async () => {
    const sizes: number[] = [];
    const batch: Batch<number> = {
      items: numbers,
      send: async (items) => {
        sizes.push(items.length);
        const bad = items.find((each) => each === 3 || each === 8);
        if (bad !== undefined) throw new ApiError(409, { message: `no ${bad}` });
        return undefined;
      },
    };

    const { changed, failed } = await runBatches([batch], quiet());

    expect(changed.sort()).toEqual([0, 1, 2, 4, 5, 6, 7, 9]);
    expect(failed).toEqual([
      { item: 3, reason: 'no 3' },
      { item: 8, reason: 'no 8' },
    ]);
    expect(sizes.length).toBeLessThan(16);
  });

  test.each([403, 500, 0])('does not repeat a request that fails with %i', async (status) => {
    let sent = 0;
    const send = async () => {
      sent += 1;
      throw new ApiError(status, { message: 'no' });
    };

    const { failed } = await runBatches([{ items: numbers, send }], quiet());

    expect([sent, failed.length]).toEqual([1, 10]);
  });

  test('sends four at a time, and nothing more after an abort', async () => {
    const controller = new AbortController();
    let [running, most, sent] = [0, 0, 0];
    const batches = numbers.map((item) => ({
      items: [item],
      send: async () => {
        running += 1;
        sent += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        if (item === 1) controller.abort();
        return undefined;
      },
    }));

    const { changed } = await runBatches(batches, {
      signal: controller.signal,
      onProgress: () => undefined,
    });

    expect(most).toBe(4);
    expect(sent).toBeLessThan(10);
    expect(changed).toHaveLength(sent);
  });

  test('a change request that receives several batches is listed once', async () => {
    const send = async () => ({ id: 7, project: 'web' });

    const { proposed, requests } = await runBatches(
      [
        { items: [1, 2], send },
        { items: [3], send },
      ],
      quiet(),
    );

    expect(proposed).toHaveLength(3);
    expect(requests).toEqual([{ id: 7, project: 'web' }]);
  });
});

const aFlag = (over: object): SelectedFlag =>
  ({
    name: 'a',
    project: 'web',
    tags: [],
    environments: [],
    favorite: false,
    stale: false,
    potentiallyStale: false,
    dependencyType: null,
    ...over,
  }) as unknown as SelectedFlag;

const itemsOf = (batches: Batch<SelectedFlag>[]) =>
  batches.map(({ items }) => items.map(({ name }) => name));

describe('batchesOf', () => {
  test('a request is about at most 100 flags of one project', () => {
    const flags = Array.from({ length: 150 }, (_, index) => aFlag({ name: `flag-${index}` }));
    const batches = batchesOf(
      { kind: 'stale', stale: true },
      [...flags, aFlag({ name: 'other', project: 'ios' })],
      new Map(),
    );

    expect(batches.map(({ items }) => items.length)).toEqual([100, 50, 1]);
  });

  test('children are archived before their parents', () => {
    const flags = [
      aFlag({ name: 'parent', dependencyType: 'parent' }),
      aFlag({ name: 'child', dependencyType: 'child' }),
    ];

    expect(itemsOf(batchesOf({ kind: 'archive' }, flags, new Map()))).toEqual([
      ['child', 'parent'],
    ]);
  });
});

const nothing = {
  protection: new Map(),
  production: new Set<string>(),
  projectName: (id: string) => id.toUpperCase(),
};

test('changes that need approval name the projects', () => {
  const flags = [aFlag({ project: 'shop' })];
  const protection = new Map([['shop', ['production']]]);
  const wanted = { kind: 'switch', environment: 'production', enabled: true } as const;

  expect(warningsOf(wanted, { ...nothing, flags, protection })).toEqual([
    'Changes in production of project SHOP need approval: 1 flag will be added to your change request.',
  ]);
});

test('before flags are archived, the dialog says how many were evaluated, and which was last', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const never = aFlag({ lastSeenAt: null });
  const seen = aFlag({ name: 'b', lastSeenAt: hoursAgo(50) });
  const recent = aFlag({ name: 'c', lastSeenAt: hoursAgo(3.1) });
  const of = (...flags: SelectedFlag[]) => warningsOf({ kind: 'archive' }, { ...nothing, flags });

  expect(of(never)).toEqual([]);
  expect(of(recent)).toEqual(['An application last evaluated it 3 hours ago.']);
  expect(of(never, seen, recent)).toEqual([
    'Applications have evaluated 2 of them, last c 3 hours ago.',
  ]);
});

test('before flags are archived, the dialog names the dependencies that they lose', () => {
  const warning = 'Archiving a flag removes its dependency on another flag.';
  const of = (dependencyType: 'parent' | 'child') => ({
    ...nothing,
    flags: [aFlag({ dependencyType })],
  });

  expect(warningsOf({ kind: 'archive' }, of('child'))).toEqual([warning]);
  expect(warningsOf({ kind: 'archive' }, of('parent'))).toEqual([]);
});

test('archiving is the same risk in a change request', () => {
  const flags = [aFlag({ environments: [{ name: 'production', enabled: true }] })];
  const context = { ...nothing, flags, production: new Set(['production']) };
  const proposed = { kind: 'propose', environment: 'production', change: 'archive' } as const;
  const warning = 'It is on in production.';

  expect(warningsOf({ kind: 'archive' }, context)).toEqual([warning]);
  expect(warningsOf(proposed, context)).toContain(warning);
});

describe('undoOf', () => {
  test('restores only what was different before', () => {
    const on = { name: 'production', enabled: true };
    const flags = [
      aFlag({ name: 'on', environments: [on] }),
      aFlag({ name: 'off', environments: [{ ...on, enabled: false }] }),
    ];

    const wanted = { kind: 'switch', environment: 'production', enabled: true } as const;
    expect(undoOf(wanted, flags).map(itemsOf)).toEqual([[['off']]]);
    expect(undoOf({ kind: 'archive' }, flags).map(itemsOf)).toEqual([[['on'], ['off']], [['on']]]);
  });

  test('a flag that was only potentially stale is not marked by undo', () => {
    const flags = [
      aFlag({ name: 'marked', stale: true }),
      aFlag({ name: 'old', stale: true, potentiallyStale: true }),
    ];

    expect(undoOf({ kind: 'stale', stale: false }, flags).map(itemsOf)).toEqual([[['marked']]]);
    expect(undoOf({ kind: 'stale', stale: true }, flags).map(itemsOf)).toEqual([[['old']]]);
  });
});

describe('flagAfter', () => {
  const flag = aFlag({
    tags: [{ type: 'simple', value: 'old', color: null }],
    environments: [{ name: 'production', enabled: false }],
  });
  const tag = (value: string) => ({ type: 'simple', value });

  test.each([
    [{ kind: 'switch', environment: 'production', enabled: true }],
    [{ kind: 'tags', added: [tag('new')], removed: [tag('old')] }],
    [{ kind: 'stale', stale: true }],
    [{ kind: 'favorite', favorite: true }],
  ] as const)('after %j, the same again has nothing to undo', (wanted) => {
    const after = flagAfter(wanted, flag);

    expect(undoOf(wanted, [flag]).flatMap(itemsOf)).not.toEqual([]);
    expect(undoOf(wanted, after ? [after] : []).flatMap(itemsOf)).toEqual([]);
  });

  test.each(['archive', 'revive', 'delete'] as const)('%s takes it out of the list', (kind) => {
    const wanted = kind === 'delete' ? { kind, typed: '1' } : { kind };

    expect(flagAfter(wanted, flag)).toBeUndefined();
  });
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ["'=1", "''=1"],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['=a,"b"', `"'=a,""b"""`],
  ['plain', 'plain'],
])('the cell %j is written as %j', (text, cell) => {
  expect(csvLine([text, 'x'])).toBe(`${cell},x\r\n`);
});

test('a stored layout that is not valid is ignored', () => {
  const none = { compact: false, shown: {}, widths: {} };

  for (const text of [undefined, '', '{', 'null', '7', '[]', '{"shown":3,"widths":"x"}']) {
    expect(parseLayout(text)).toEqual(none);
  }
  expect(
    parseLayout('{"compact":true,"shown":{"a":true,"b":1},"widths":{"a":1e9,"b":"x","c":null}}'),
  ).toEqual({ compact: true, shown: { a: true }, widths: { a: widthMax } });
});
