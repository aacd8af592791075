import { expect, test } from 'vitest';
import type { ImportedEvent } from '../../events/queries.ts';
import { aTemporaryFolder } from '../../testing/temporary-folder.ts';
import { downloadSource } from './download.ts';
import type { Batch, Progress, Source } from './source.ts';

const batches: Batch[] = [
  {
    rows: {
      flags: [
        { name: 'a\u2028\n"é', project: undefined },
        { name: 'b', project: 'web' },
      ],
    },
  },
  { rows: {}, complete: { flag_tags: ['a'] } },
];
const event = (id: number) => ({ id, type: 'feature-created' }) as ImportedEvent;

async function* each<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

const aSource = (parts: Partial<Source> = {}): Source => ({
  id: 'x',
  name: 'Unleash',
  remote: true,
  batches: () => each(...batches),
  usage: () => each(),
  events: () => each([event(3), event(4)], [event(5)]),
  count: async (after) => ({ flags: 2, usage: 0, events: after === 0 ? 5 : 3 }),
  omissions: async () => [{ what: 'passwords', reason: 'none' }],
  close: async () => {},
  ...parts,
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const leftOnDisk = aTemporaryFolder();

test('a downloaded source has the same content, as often as it is read', async () => {
  const progress: Progress[] = [];
  const found = await downloadSource(aSource(), { after: 2, progress: (it) => progress.push(it) });

  for (let times = 0; times < 2; times++) {
    expect(await all(found.batches())).toEqual([
      {
        rows: {
          flags: [
            { name: 'a\u2028\n"é', project: null },
            { name: 'b', project: 'web' },
          ],
        },
      },
      batches[1],
    ]);
    expect(await all(found.events(3))).toEqual([[event(4)], [event(5)]]);
  }
  expect([await found.count(2), await found.count(0)]).toEqual([
    { flags: 2, usage: 0, events: 3 },
    { flags: 2, usage: 0, events: 5 },
  ]);
  expect(progress).toEqual([
    { phase: 'reading flags', rows: 2, total: 2 },
    { phase: 'reading events', rows: 2, total: 3 },
    { phase: 'reading events', rows: 3, total: 3 },
  ]);
  expect(leftOnDisk()).toEqual([]);
  await found.close();
});

test('a source that is too large, or breaks off, leaves nothing behind', async () => {
  const after = { after: 0, progress: () => {} };
  const broken = aSource({
    events: async function* () {
      yield [event(1)];
      throw new Error('reset');
    },
  });

  await expect(downloadSource(aSource(), { ...after, bytesMax: 50 })).rejects.toThrow(
    'import its database instead.',
  );
  await expect(downloadSource(broken, after)).rejects.toThrow('reset');
  expect(leftOnDisk()).toEqual([]);
});
