import { describe, expect, test } from 'vitest';
import { expectHeld } from '../../testing/memory.ts';
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

  describe('an answer that knows what it is about', () => {
    const lasting = (
      text: string,
      outlives: (before: string, now: string) => Promise<boolean>,
    ): MadeAnswer => {
      const answer: MadeAnswer = {
        ...made(text),
        renewed: async (before, now) => ((await outlives(before, now)) ? answer : undefined),
      };
      return answer;
    };

    test('is kept through what does not concern it, and compared with when it was last true', async () => {
      const answers = keepAnswers(10_000);
      const asked: string[] = [];
      const counter = counted(() =>
        lasting('a', async (before, now) => {
          asked.push(`${before}-${now}`);
          return now !== '4';
        }),
      );
      await answers.recall('key', '1', counter.make);

      const [second, again, third] = [
        await answers.recall('key', '2', counter.make),
        await answers.recall('key', '2', counter.make),
        await answers.recall('key', '3', counter.make),
      ];
      expect([second.found, again.found, third.found, counter.times]).toEqual([
        true,
        true,
        true,
        1,
      ]);

      const fourth = await answers.recall('key', '4', counter.make);
      expect([fourth.found, counter.times]).toEqual([false, 2]);
      expect(asked).toEqual(['1-2', '2-3', '3-4']);
    });

    test('that helps to make the next one stands for it from then on', async () => {
      const answers = keepAnswers(10_000);
      const counting = (count: number): MadeAnswer => ({
        ...made(`${count}`),
        renewed: async () => counting(count + 1),
      });
      const counter = counted(() => counting(1));
      await answers.recall('key', '1', counter.make);

      const second = await answers.recall('key', '2', counter.make);
      const again = await answers.recall('key', '2', counter.make);
      const third = await answers.recall('key', '3', counter.make);

      expect(await Promise.all([second, again, third].map(textOf))).toEqual(['2', '2', '3']);
      expect([second.found, again.found, third.found]).toEqual([false, true, false]);
      expect(counter.times).toBe(1);
    });

    test('is looked after once, however many ask', async () => {
      const answers = keepAnswers(10_000);
      let looks = 0;
      const counter = counted(() =>
        lasting('a', async () => {
          looks += 1;
          return false;
        }),
      );
      await answers.recall('key', '1', counter.make);

      await Promise.all([1, 2, 3].map(() => answers.recall('key', '2', counter.make)));

      expect([looks, counter.times]).toEqual([1, 2]);
    });

    test('is still made anew when its time is over', async () => {
      const answers = keepAnswers(10_000);
      const old = { ...lasting('old', async () => true), freshMs: 0 };
      await answers.recall('key', '1', async () => old);

      const answer = await answers.recall('key', '2', async () => made('new'));

      expect(await textOf(answer)).toBe('new');
    });

    test('a look that fails is told, and the next one tries again', async () => {
      const answers = keepAnswers(10_000);
      await answers.recall('key', '1', async () =>
        lasting('old', () => Promise.reject(new Error('gone'))),
      );

      await expect(answers.recall('key', '2', async () => made('new'))).rejects.toThrow('gone');
      expect(await textOf(await answers.recall('key', '2', async () => made('new')))).toBe('new');
    });
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

  test('what an answer holds beside its text takes room too', async () => {
    const answers = keepAnswers(6000);
    const heavy = async () => ({ ...made('x'), heldBytes: 4000 });
    await answers.recall('first', '1', heavy);
    await answers.recall('second', '1', heavy);

    expect((await answers.recall('second', '1', heavy)).found).toBe(true);
    expect((await answers.recall('first', '1', heavy)).found).toBe(false);
  });

  test('of an answer that another took the place of, nothing stays in memory', {
    timeout: 120_000,
  }, async () => {
    const answers = keepAnswers(1_000_000);
    const replaced: WeakRef<Buffer>[] = [];
    const making = (renew: boolean) => async () => {
      const answer: MadeAnswer = made('x'.repeat(1000));
      replaced.push(new WeakRef(answer.body));
      return renew ? { ...answer, renewed: making(false) } : answer;
    };
    for (const state of ['1', '2', '3', '4']) {
      await answers.recall('key', state, making(state === '2'));
    }

    await expectHeld(replaced, [false, false, false, true]);
    expect((await answers.recall('key', '4', making(false))).found).toBe(true);
  });
});
