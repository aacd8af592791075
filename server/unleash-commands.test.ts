import { describe, expect, test } from 'vitest';
import { createProgress } from './unleash-commands.ts';

function anOutput(isTTY: boolean) {
  let text = '';
  const stderr = {
    isTTY,
    write: (part: string) => {
      text += part;
    },
  };
  return { stderr, text: () => text };
}

describe('the progress of an import', () => {
  test('is a line for each phase, updated in place by a terminal', () => {
    const output = anOutput(true);
    const { update, end } = createProgress(output);

    update({ phase: 'users', rows: 3 });
    update({ phase: 'flags', rows: 500, total: 2000 });
    update({ phase: 'flags', rows: 1000, total: 2000 });
    end();

    expect(output.text()).toBe(
      '\nusers: 3\nflags: 500 of 2000 (25%)\r\u001b[Kflags: 1000 of 2000 (50%)\n',
    );
  });

  test('is a line for the start and the end of each phase, and each second, in a file', () => {
    const output = anOutput(false);
    let time = 0;
    const { update, end } = createProgress(output, () => time);

    for (const rows of [1, 2, 3, 4, 5]) {
      update({ phase: 'flags', rows, total: 4 });
      time += 400;
    }
    update({ phase: 'events', rows: 7 });
    update({ phase: 'events', rows: 8 });
    end();

    expect(output.text().trimEnd().split('\n')).toEqual([
      'flags: 1 of 4 (25%)',
      'flags: 4 of 4 (100%)',
      'flags: 5 of 4 (100%)',
      'events: 7',
      'events: 8',
    ]);
  });
});
