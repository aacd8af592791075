import { describe, expect, test } from 'vitest';
import { keepAnswers, type MadeAnswer } from './kept.ts';

const made = (text: string, freshMs = Number.POSITIVE_INFINITY): MadeAnswer => ({
  body: Buffer.from(text),
  freshMs,
});

/** Counts how often an answer had to be made. */
function counted(make: () => MadeAnswer) {
  const counter = { times: 0, make: async () => made('') };
  counter.make = async () => {
    counter.times += 1;
    return make();
  };
  return counter;
}

const textOf = async ({ answer }: { answer: { as: (encoding: 'identity') => unknown } }) =>
  String(await answer.as('identity'));

describe('keepAnswers', () => {
  test('an answer is made once as long as the state is the same', async () => {
    const answers = keepAnswers(10_000);
    const counter = counted(() => made('a'));

    const first = await answers.recall('key', '1', counter.make);
    const second = await answers.recall('key', '1', counter.make);

    expect([first.found, second.found]).toEqual([false, true]);
    expect(await textOf(second)).toBe('a');
    expect(counter.times).toBe(1);
  });

  test('a new state is a new answer', async () => {
    const answers = keepAnswers(10_000);
    await answers.recall('key', '1', async () => made('old'));

    const answer = await answers.recall('key', '2', async () => made('new'));

    expect(answer.found).toBe(false);
    expect(await textOf(answer)).toBe('new');
  });

  test('an answer that time has made untrue is made anew', async () => {
    const answers = keepAnswers(10_000);
    await answers.recall('key', '1', async () => made('old', 0));

    const answer = await answers.recall('key', '1', async () => made('new'));

    expect(await textOf(answer)).toBe('new');
  });

  test('without a state nothing is kept', async () => {
    const answers = keepAnswers(10_000);
    await answers.recall('key', undefined, async () => made('old'));

    const answer = await answers.recall('key', undefined, async () => made('new'));

    expect(answer.found).toBe(false);
    expect(await textOf(answer)).toBe('new');
  });

  test('who asks while it is made shares it', async () => {
    const answers = keepAnswers(10_000);
    const counter = counted(() => made('a'));

    const asked = await Promise.all([1, 2, 3].map(() => answers.recall('key', '1', counter.make)));

    expect(counter.times).toBe(1);
    expect(await Promise.all(asked.map(textOf))).toEqual(['a', 'a', 'a']);
  });

  test('a failure is told to all who wait for it, and not kept', async () => {
    const answers = keepAnswers(10_000);
    const failing = () => answers.recall('key', '1', () => Promise.reject(new Error('gone')));

    const outcomes = await Promise.allSettled([failing(), failing()]);
    const answer = await answers.recall('key', '1', async () => made('a'));

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await textOf(answer)).toBe('a');
  });

  test('what was asked longest ago makes room, compressed forms included', async () => {
    const answers = keepAnswers(6000);
    const long = async () => made('x'.repeat(2000));
    await answers.recall('first', '1', long);
    await answers.recall('second', '1', long);
    await answers.recall('first', '1', long);

    await answers.recall('third', '1', long);

    expect((await answers.recall('first', '1', long)).found).toBe(true);
    expect((await answers.recall('second', '1', long)).found).toBe(false);
  });
});
