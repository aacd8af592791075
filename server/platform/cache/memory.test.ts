import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemory } from './memory.ts';

const kept = (memory: ReturnType<typeof createMemory>, keys: string[]) =>
  keys.filter((key) => memory.get(key) !== undefined);

test('what was used longest ago goes first', () => {
  const memory = createMemory<{ bytes: number }>(30);
  memory.set('a', { bytes: 10 });
  memory.set('b', { bytes: 10 });
  memory.set('c', { bytes: 10 });
  memory.get('a');

  memory.set('d', { bytes: 10 });

  expect(kept(memory, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
});

test.each([
  [29, ['b']],
  [30, ['a', 'b']],
  [31, ['a', 'b']],
])('two values of 15 bytes in %i bytes: %s stay', (bytesMax, expected) => {
  const memory = createMemory<{ bytes: number }>(bytesMax);
  memory.set('a', { bytes: 15 });
  memory.set('b', { bytes: 15 });

  expect(kept(memory, ['a', 'b'])).toEqual(expected);
});

test('a value that grows makes others go', () => {
  const memory = createMemory<{ bytes: number }>(30);
  const value = { bytes: 10 };
  memory.set('a', { bytes: 10 });
  memory.set('b', value);
  value.bytes = 25;

  memory.resized('b');

  expect(kept(memory, ['a', 'b'])).toEqual(['b']);
  expect(memory.bytes()).toBe(25);
});

test('it is never over its bound, but for one value that is larger by itself', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.nat(40)));
  fc.assert(
    fc.property(steps, (values) => {
      const memory = createMemory<{ bytes: number }>(50);
      for (const [key, bytes] of values) {
        memory.set(key, { bytes });
        const all = ['a', 'b', 'c', 'd', 'e'].flatMap((it) => memory.get(it) ?? []);

        expect(memory.bytes()).toBeLessThanOrEqual(50);
        expect(memory.bytes()).toBe(all.reduce((sum, it) => sum + it.bytes, 0));
        expect(memory.get(key)).toEqual({ bytes });
      }
    }),
  );
  const memory = createMemory<{ bytes: number }>(50);
  memory.set('large', { bytes: 51 });
  expect(memory.get('large')).toEqual({ bytes: 51 });
});
