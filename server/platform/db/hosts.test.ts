import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHosts, splitHosts } from './hosts.ts';

test.each([
  ['postgres://a/x', ['postgres://a/x']],
  [
    'postgres://u:p@a:1,b/x?sslmode=require',
    ['postgres://u:p@a:1/x?sslmode=require', 'postgres://u:p@b/x?sslmode=require'],
  ],
  [
    'postgresql://u:p,q@a@[::1]:5,b:6',
    ['postgresql://u:p,q@a@[::1]:5', 'postgresql://u:p,q@a@b:6'],
  ],
  ['postgres:///x?host=/run', ['postgres:///x?host=/run']],
  ['nonsense', ['nonsense']],
])('%s has the addresses %j', (url, expected) => {
  expect(splitHosts(url)).toEqual(expected);
});

test('each host is tried once, and the next connection begins with the one that succeeded', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 10 }),
      async (count, primaries) => {
        const names = Array.from({ length: count }, (_, index) => `h${index}`);
        const hosts = createHosts(`postgres://${names.join(',')}/x`);
        let last = 'postgres://h0/x';
        for (const primary of primaries) {
          const url = `postgres://h${primary}/x`;
          const tried: string[] = [];
          const connection = hosts.tryEach(async (address) => {
            tried.push(address);
            if (address !== url) throw new Error('refused');
            return address;
          });
          if (primary < count) {
            expect(await connection).toBe(url);
            last = url;
          } else {
            await expect(connection).rejects.toThrow('refused');
            expect(tried).toHaveLength(count);
          }
          expect(new Set(tried).size).toBe(tried.length);
        }
        expect(await hosts.tryEach(async (address) => address)).toBe(last);
      },
    ),
  );
});

test('connections to the same host that fail together move on by one host', async () => {
  const hosts = createHosts('postgres://a,b,c/x');
  const connect = async (address: string) => {
    await new Promise(setImmediate);
    if (address === 'postgres://a/x') throw new Error('refused');
    return address;
  };

  const connected = await Promise.all([1, 2, 3].map(() => hosts.tryEach(connect)));

  expect(new Set(connected)).toEqual(new Set(['postgres://b/x']));
});

test('an exhausted pool is no reason to leave a host', async () => {
  const hosts = createHosts('postgres://a,b/x');
  const exhausted = async () => {
    throw new Error('timeout exceeded when trying to connect');
  };

  await expect(hosts.tryEach(exhausted)).rejects.toThrow('timeout exceeded');

  expect(await hosts.tryEach(async (address) => address)).toBe('postgres://a/x');
});
