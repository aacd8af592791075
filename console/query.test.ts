import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventKeys, parseEventTerms } from '../server/audit/event-log/terms.ts';
import { RequestError } from '../server/platform/errors.ts';
import { parseQuery } from '../server/platform/query-language/parser.ts';
import type { Expression } from '../server/platform/query-language/syntax.ts';
import { flagKeys, parseTerms } from '../server/search/terms.ts';
import { randomQuery } from '../server/testing/queries.ts';
import { ApiError } from './src/api.ts';
import {
  accept,
  completingAt,
  keyOptions,
  valueOptions,
} from './src/search/query-box/completion.ts';
import { examplesOf, keysOf } from './src/search/query-box/keys.ts';
import { mistakeIn, projectMistakeIn } from './src/search/query-box/mistake.ts';
import { termsOf, tokensOf, withoutSort } from './src/search/query-box/tokens.ts';
import { writtenText, writtenValue } from './src/search/query-box/written.ts';
import { textAsQuery } from './src/search-params.ts';

import type { View } from './src/views/saved/api.ts';
import { viewQueryOf } from './src/views/saved/view-query.ts';

const now = Date.parse('2026-11-18T10:20:30.400Z');

describe('the words of a query', () => {
  test('are those that the server parses, at the same characters', () => {
    fc.assert(
      fc.property(randomQuery([...flagKeys, 'constraint.userId']), (text) => {
        const parsed = parsedOrUndefined(text);
        fc.pre(parsed !== undefined);
        const positionOf = (index: number) => [...text.slice(0, index)].length + 1;

        expect(
          termsOf(text).map(({ key, start, valueStart }) =>
            key === undefined
              ? [positionOf(start)]
              : [key, positionOf(start), positionOf(valueStart)],
          ),
        ).toEqual(
          (parsed ?? []).flatMap(leavesOf).map((leaf) => {
            if (leaf.kind === 'text') return [leaf.at];
            const valueAt = leaf.kind === 'term' ? leaf.valueAt : leaf.at + leaf.key.length + 1;
            return [leaf.key, leaf.at, valueAt];
          }),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('are found in any text, in order and without overlap', () => {
    fc.assert(
      fc.property(randomQuery(flagKeys), (text) => {
        const tokens = tokensOf(text);

        expect(tokens.every(({ start, end }) => start < end)).toBe(true);
        expect(tokens.every(({ start }, at) => at === 0 || start >= (tokens[at - 1]?.end ?? 0)));
        const between = tokens.reduceRight(
          (left, { start, end }) => left.slice(0, start) + left.slice(end),
          text,
        );
        expect(between.trim()).toBe('');
      }),
    );
  });

  test('a written text or value is read back', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(parseQuery(writtenText(text))).toMatchObject([{ kind: 'text', text }]);
        expect(parseQuery(`tag:${writtenValue(text)}`)).toMatchObject([
          { kind: 'term', operator: '', value: { text, prefix: false } },
        ]);
      }),
    );
  });

  test('an order can be removed', () => {
    expect(withoutSort('a sort:-name b')).toBe('a b');
    expect(withoutSort('sort:"x"')).toBe('');
    expect(withoutSort('a "sort:name"')).toBe('a "sort:name"');
  });

  test('the text of an old link becomes a query', () => {
    expect(textAsQuery({ query: 'a b, c:d' }, ',')).toEqual({ q: '"a b" or "c:d"' });
    expect(textAsQuery({ query: 'a, b' })).toEqual({ q: '"a, b"' });
    expect(textAsQuery({ query: 'a', q: 'b' })).toEqual({ q: 'b' });
  });
});

describe('keys and examples', () => {
  test.each([
    ['flags', flagKeys],
    ['events', eventKeys],
  ] as const)('of %s are those of the server', (language, keys) => {
    expect(keysOf[language].map(({ key }) => key).sort()).toEqual([...keys].sort());
  });

  test.each([
    ['flags', parseTerms],
    ['events', parseEventTerms],
  ] as const)('of %s are valid', (language, parse) => {
    const values = keysOf[language].flatMap(({ key, values = [] }) =>
      values.map((value) => `${key}:${value}`),
    );
    for (const query of [...examplesOf[language].map((each) => each.query), ...values]) {
      expect(() => parse(query, now), query).not.toThrow();
    }
    expect(examplesOf[language].length).toBeGreaterThanOrEqual(5);
  });
});

describe('a mistake', () => {
  const refusedFor = (text: string) => {
    const { message, details } = thrownBy(() => parseTerms(text, now)) as RequestError;
    return mistakeIn(text, new ApiError(400, { message, details: [...details] }));
  };

  test.each([
    ['is:stael a', 'stael', '"stael" is not a value of "is:".', ['is:stale a']],
    ['é😀 sort:-nmae', '-nmae', '"nmae" is not a value of "sort:".', ['é😀 sort:-name']],
    ['a porject:x b', 'porject:', '"porject:" is unknown.', ['a project:x b', 'a "porject:x" b']],
    ['a http://x', 'http://x', '"http:" is unknown; known are', ['a "http://x"']],
    ['a (b', '(', 'this "(" is not closed.', []],
    ['a or', '', 'a term or a text is expected.', []],
  ])('%s is shown at its characters and can be fixed', (text, word, message, fixed) => {
    const mistake = refusedFor(text);

    expect(mistake?.message).toContain(message);
    if (!word.startsWith('-')) expect(text.slice(mistake?.start, mistake?.end)).toBe(word);
    expect(mistake?.fixes.map((fix) => fix.text)).toEqual(fixed);
    for (const fix of fixed) expect(thrownBy(() => parseTerms(fix, now))).toBeUndefined();
  });
});

describe('a project that a query calls by its name', () => {
  const projects = [
    { id: 'storefront', name: 'Storefront' },
    { id: 'web-2', name: 'Web shop' },
    { id: 'web', name: 'Web shop' },
  ];
  const fixesOf = (text: string) => projectMistakeIn(text, projects)?.fixes.map((fix) => fix.text);

  test.each([
    ['is:stale -project:Storefront sort:name', ['is:stale -project:storefront sort:name']],
    ['in:"web SHOP"', ['in:web-2', 'in:web']],
    ['project:STOREFRONT', ['project:storefront']],
  ])('%s is offered with its id', (text, fixed) => {
    expect(fixesOf(text)).toEqual(fixed);
  });

  test.each(['project:storefront', 'name:Storefront', '"project:Storefront"'])(
    '%s is no mistake',
    (text) => {
      expect(projectMistakeIn(text, projects)).toBeUndefined();
    },
  );

  test('a value that is neither is a mistake once the projects are known', () => {
    expect(fixesOf('project:unknown')).toEqual([]);
    expect(projectMistakeIn('project:unknown', undefined)).toBeUndefined();
  });

  test('the value is marked', () => {
    expect(projectMistakeIn('x project:"Web shop"', projects)).toMatchObject({
      start: 10,
      end: 20,
      message: 'You can see no active project with the ID “Web shop”.',
    });
  });
});

describe('completion', () => {
  const optionsAt = (text: string) => {
    const completing = completingAt('flags', text, text.length);
    if (completing === undefined) return undefined;
    const values = (completing.key?.values ?? []).map((value) => ({ value }));
    const options = completing.key
      ? valueOptions(completing.typed, values)
      : keyOptions('flags', completing);
    return options.map(({ insert }) => insert);
  };

  test.each([
    ['st', ['stage:', 'strategy:']],
    ['a -(ta', ['tag:']],
    ['is:st', ['stale', 'potentially-stale']],
    ['is:stale', []],
    ['created:>', ['>30d', '>90d']],
    ['env:production(s', ['segment:', 'strategy:']],
    ['env:production(is:', ['on', 'off']],
    ['env:production(created:', undefined],
    ['"st', undefined],
    ['is:stale ', undefined],
    ['unknown:', undefined],
  ])('of %s', (text, expected) => {
    expect(optionsAt(text)).toEqual(expected);
  });

  test('replaces the word at the caret, and a value is followed by a space', () => {
    const completing = completingAt('flags', 'a is:stxy b', 7);
    if (completing === undefined) throw new Error('nothing to complete');

    const option = { insert: 'stale', label: 'stale' };
    expect(accept('a is:stxy b', completing, option)).toEqual({ text: 'a is:stale b', caret: 10 });
    const atEnd = completingAt('flags', 'pro', 3);
    if (atEnd === undefined) throw new Error('nothing to complete');
    const key = { insert: 'project:', label: 'project:' };
    expect(accept('pro', atEnd, key)).toEqual({ text: 'project:', caret: 8 });
  });
});

describe('a view', () => {
  test.each<[View['kind'], Record<string, string | string[]>, string | undefined, string]>([
    ['flags', { q: 'a or b', project: 'IS:x' }, undefined, '(a or b) project:x'],
    [
      'flags',
      { q: 'a sort:name', type: 'IS_NONE_OF:b,c' },
      'sort:name',
      'a -type:b -type:c sort:name',
    ],
    ['flags', { tag: 'EXCLUDE_ALL:a:b,"c:d e"' }, undefined, '-(tag:a:b tag:"c:d e")'],
    ['flags', { status: ['x:enabled', 'y z:disabled'] }, undefined, '(env:x=on or env:"y z=off")'],
    ['flags', { createdAt: 'IS_BEFORE:2026-11-01' }, undefined, 'created:<2026-11-01'],
    ['flags', { favorite: 'IS:false', archived: 'IS:true' }, undefined, '-is:favorite is:archived'],
    ['flags', { state: 'IS_ANY_OF:stale,active' }, undefined, '(is:stale or is:active)'],
    ['events', { feature: 'IS:f', from: 'IS:2026-11-01' }, undefined, 'flag:f since:2026-11-01'],
  ])('of %s with %j is one query', (kind, params, sort, query) => {
    expect(viewQueryOf(kind, params, sort)).toBe(query);
    expect(() => (kind === 'flags' ? parseTerms : parseEventTerms)(query, now)).not.toThrow();
  });
});

function parsedOrUndefined(text: string): readonly Expression[] | undefined {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

type Leaf = Extract<Expression, { kind: 'text' | 'term' | 'within' }>;

function leavesOf(expression: Expression): Leaf[] {
  if (expression.kind === 'not') return leavesOf(expression.part);
  if (expression.kind === 'within') return [expression, ...leavesOf(expression.part)];
  if (expression.kind === 'term' || expression.kind === 'text') return [expression];
  return expression.parts.flatMap(leavesOf);
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}
