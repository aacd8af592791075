import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logTo, readableLine } from './terminal-log.ts';

const line = (members: object) =>
  `${JSON.stringify({ level: 30, time: Date.UTC(2026, 0, 2, 12, 30, 1, 250), pid: 1, hostname: 'host', ...members })}\n`;

describe('a log line in a terminal', () => {
  test('has the time, the level, the message and the other members', () => {
    const completed = { reqId: 'a1', res: { statusCode: 200 }, responseTime: 3.09, msg: 'done' };

    expect(readableLine(line(completed))).toBe(
      '12:30:01.250 INFO  done reqId=a1 res={"statusCode":200} responseTime=3.1\n',
    );
  });

  test('of an error has its stack below', () => {
    const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at place' };

    expect(readableLine(line({ level: 50, err, msg: 'failed' }))).toBe(
      '12:30:01.250 ERROR failed\nError: broken\n    at place\n',
    );
  });

  test('contains no control characters but line breaks', () => {
    expect(readableLine(line({ msg: 'a\u001b\u009bb' }))).toContain('a\\u001b\\u009bb');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (msg, value) => {
        const stack = `${msg}\u001b]0;title\u0007`;
        const text = readableLine(line({ msg, value, nested: { value }, err: { stack } }));
        expect(text).not.toMatch(/[^\P{Cc}\n]/u);
      }),
    );
  });
});

test('only a terminal gets lines for people', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text);

  logTo({ write, isTTY: true }).write(line({ msg: 'one' }));
  logTo({ write }).write(line({ msg: 'two' }));

  expect(written).toEqual(['12:30:01.250 INFO  one\n', line({ msg: 'two' })]);
});
