import { expect, test } from 'vitest';
import { askTogether } from './together.ts';

function aCounter() {
  let asked = 0;
  return askTogether(async (key) => `${key} ${++asked}`);
}

test('questions of the same moment share one answer', async () => {
  const ask = aCounter();

  const answers = await Promise.all([ask('a'), ask('a'), ask('a')]);

  expect(answers).toEqual(['a 1', 'a 1', 'a 1']);
});

test('different questions have each their own', async () => {
  const ask = aCounter();

  const answers = await Promise.all([ask('a'), ask('b')]);

  expect(answers).toEqual(['a 1', 'b 2']);
});

test('a question that comes once it is being asked is asked again', async () => {
  const late: Promise<string>[] = [];
  let asked = 0;
  const ask = askTogether(async () => {
    asked++;
    if (asked === 1) late.push(ask('a'));
    return `answer ${asked}`;
  });

  const first = await ask('a');

  expect([first, await late[0]]).toEqual(['answer 1', 'answer 2']);
});

test('all who asked are told of a failure, and the next may ask again', async () => {
  const answers = [undefined, 'there'];
  const ask = askTogether(async () => answers.shift() ?? Promise.reject(new Error('gone')));

  const both = await Promise.allSettled([ask('a'), ask('a')]);

  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('a')).toBe('there');
});
