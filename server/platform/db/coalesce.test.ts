import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

function numbered() {
  let queries = 0;
  return coalesce(async (key) => `${key} ${++queries}`);
}

test('concurrent calls with one key share one query', async () => {
  const query = numbered();

  const results = await Promise.all([query('a'), query('a'), query('a')]);

  expect(results).toEqual(['a 1', 'a 1', 'a 1']);
});

test('each key has its own query', async () => {
  const query = numbered();

  const results = await Promise.all([query('a'), query('b')]);

  expect(results).toEqual(['a 1', 'b 2']);
});

test('a call during the query starts another query', async () => {
  const late: Promise<string>[] = [];
  let queries = 0;
  const query = coalesce(async () => {
    queries++;
    if (queries === 1) late.push(query('a'));
    return `result ${queries}`;
  });

  const first = await query('a');

  expect([first, await late[0]]).toEqual(['result 1', 'result 2']);
});

test('all callers get the failure, and the next call queries again', async () => {
  const results = [undefined, 'found'];
  const query = coalesce(async () => results.shift() ?? Promise.reject(new Error('lost')));

  const both = await Promise.allSettled([query('a'), query('a')]);

  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await query('a')).toBe('found');
});
