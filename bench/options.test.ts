import { describe, expect, test } from 'vitest';
import { createCleanup } from './cleanup.ts';
import { readOptions } from './options.ts';

describe('readOptions', () => {
  test('compares on 10,000 flags and 1,000,000 events by default', () => {
    expect(readOptions([])).toMatchObject({
      mode: 'normal',
      size: { flags: 10_000, events: 1_000_000 },
      withPeer: true,
      only: '',
      document: false,
    });
  });

  test('--large adds the largest size to those of the normal run', () => {
    const [normal, large] = [readOptions([]), readOptions(['--large'])];

    expect(large.growth).toEqual([...normal.growth, { flags: 100_000, events: 10_000_000 }]);
    expect(large.size).toEqual(normal.size);
  });

  test('--quick measures the same number of flags with shorter rounds', () => {
    const { size, pace } = readOptions(['--quick', '--only', 'events', '--no-peer', '--no-growth']);

    expect(size.flags).toBe(10_000);
    expect(pace.roundSeconds).toBeLessThan(readOptions([]).pace.roundSeconds);
  });

  test('--no-peer and --no-growth leave out the peer and the other sizes', () => {
    expect(readOptions(['--quick', '--no-peer', '--no-growth'])).toMatchObject({
      withPeer: false,
      growth: [],
      embedded: [],
    });
  });

  test.each([
    [['--quick', '--large'], 'Choose one of --quick, --large'],
    [['--flags', '0'], '--flags must be an integer from 1, not "0"'],
    [['--events', '1e3'], '--events must be an integer from 1, not "1e3"'],
    [['--fast'], "Unknown option '--fast'"],
  ])('rejects %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});

describe('cleanup', () => {
  test('runs in reverse order, each function once, also after an error', async () => {
    const undone: string[] = [];
    const cleanup = createCleanup();
    cleanup.add(() => undone.push('cluster'));
    cleanup.add(() => Promise.reject(new Error('already removed')));
    cleanup.add(() => undone.push('server'));

    await Promise.all([cleanup.run(), cleanup.run()]);
    await cleanup.run();

    expect(undone).toEqual(['server', 'cluster']);
  });

  test('immediately runs what is added after the start', async () => {
    const undone: string[] = [];
    const cleanup = createCleanup();
    await cleanup.run();

    cleanup.add(() => undone.push('late'));
    await cleanup.run();

    expect(undone).toEqual(['late']);
  });
});
