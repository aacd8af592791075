import { describe, expect, test } from 'vitest';
import type { Strategy } from '../server/flags/strategies/schema.ts';
import { compareEnvironments } from './src/flags/flag/compare.ts';
import { moved } from './src/flags/flag/reorder.ts';
import { environmentNameMarks, flagNameMarks, nameProblemWith } from './src/ui/name-problem.ts';
import { languages, snippetOf } from './src/usage/dashboard/snippets.ts';

let count = 0;
const aStrategy = (over: Partial<Strategy> = {}): Strategy => ({
  id: `id-${++count}`,
  featureName: 'flag',
  name: 'flexibleRollout',
  title: null,
  disabled: false,
  sortOrder: count,
  segments: [],
  constraints: [],
  variants: [],
  parameters: { rollout: '50', stickiness: 'default' },
  ...over,
});

const environment = (strategies: Strategy[], enabled = true) => ({
  enabled,
  strategies,
  variants: [],
});

describe('environments side by side', () => {
  test('are alike whatever the ids, and the order of the parameters', () => {
    const other = aStrategy({ parameters: { stickiness: 'default', rollout: '50' } });
    const compared = compareEnvironments([environment([aStrategy()]), environment([other])]);

    expect(compared).toMatchObject({ state: [], variants: [], reordered: false });
    expect(compared.strategies.map(({ differences }) => differences)).toEqual([[]]);
  });

  test('have equal strategies in one row, whatever was added before them', () => {
    const [beta, staff, users] = ['Beta', 'Staff', 'Users'].map((title) => ({ title }));
    const compared = compareEnvironments([
      environment([aStrategy(beta), aStrategy(staff)]),
      environment([aStrategy(users), aStrategy(beta), aStrategy(staff)], false),
    ]);

    expect(compared.state).toEqual(['state']);
    expect(
      compared.strategies.map(({ cells, differences }) => [
        cells.map((cell) => cell?.title),
        differences,
      ]),
    ).toEqual([
      [['Beta', 'Beta'], []],
      [['Staff', 'Staff'], []],
      [[undefined, 'Users'], ['missing']],
    ]);
    expect(compared.reordered).toBe(false);
  });

  test('name what differs in a strategy, and another order', () => {
    const constraints: Strategy['constraints'] = [
      { contextName: 'userId', operator: 'IN', values: ['ann'] },
    ];
    const compared = compareEnvironments([
      environment([aStrategy({ title: 'Beta' }), aStrategy({ name: 'default', parameters: {} })]),
      environment([
        aStrategy({ name: 'default', parameters: {} }),
        aStrategy({ title: 'Beta', constraints, disabled: true, parameters: { rollout: '60' } }),
      ]),
    ]);

    expect(compared.strategies.map(({ differences }) => differences)).toEqual([
      ['audience', 'conditions', 'disabled'],
      [],
    ]);
    expect(compared.reordered).toBe(true);
  });
});

test.each([
  [0, ['b', 'a', 'c']],
  [2, ['a', 'c', 'b']],
  [-1, ['b', 'a', 'c']],
  [9, ['a', 'c', 'b']],
])('an item is moved to index %i, or to the nearest one', (index, order) => {
  expect(moved(['a', 'b', 'c'], 'b', index)).toEqual(order);
});

test.each(languages)(
  'the code for $label contains the flag, the token and the variant',
  ({ id }) => {
    const connection = { url: 'here/api/', token: 'the-token', flag: 'my.flag', app: 'shop' };
    const plain = snippetOf[id]?.({ ...connection, variants: false });
    const variant = snippetOf[id]?.({ ...connection, variants: true });

    expect(plain?.code).toContain('the-token');
    expect(plain?.code).toMatch(/['"]shop['"]/);
    expect(plain?.code).toMatch(/(is_?enabled\??|useFlag)\(['"]my\.flag['"]\)/i);
    expect(variant?.code).toMatch(/(get_?variant|useVariant)\(['"]my\.flag['"]\)/i);
  },
);

test.each([
  ['node', `isEnabled('my.flag', { userId: '…', properties: { country: '…' } })`],
  ['browser', `context: { userId: '…', properties: { country: '…' } },`],
  ['react', `context: { userId: '…', properties: { country: '…' } },`],
  ['java', `UnleashContext.builder().userId("…").addProperty("country", "…").build())`],
  ['python', `is_enabled("my.flag", {"userId": "…", "properties": {"country": "…"}})`],
  [
    'go',
    `WithContext(context.Context{UserId: "…", Properties: map[string]string{"country": "…"}})`,
  ],
  [
    'dotnet',
    `{ UserId = "…", Properties = new Dictionary<string, string> { ["country"] = "…" } })`,
  ],
  ['ruby', `Unleash::Context.new(user_id: '…', properties: { country: '…' }))`],
  ['php', `(new UnleashContext())->setCurrentUserId('…')->setCustomProperty('country', '…'))`],
])('the code for %s has the context that the strategies need', (id, context) => {
  const connection = {
    url: 'here/api/',
    token: 'the-token',
    flag: 'my.flag',
    app: 'shop',
    variants: false,
  };
  const fields = ['country', 'userId'];

  expect(snippetOf[id]?.({ ...connection, fields }).code).toContain(context);
  expect(snippetOf[id]?.({ ...connection }).code).not.toContain('…');
});

test.each([
  ['eyes.checkout_Banner-2!', null],
  ['eyes checkout', 'Spaces are not allowed. Use - or _ instead.'],
  ['größe', expect.stringContaining('“ö” is not allowed.')],
  ['a/b', expect.stringContaining('“/” is not allowed.')],
  ['..', 'A name cannot consist of dots only.'],
  ['.…', expect.stringContaining('“…” is not allowed.')],
])('the name %s of a new flag is checked before it is sent', (name, problem) => {
  expect(nameProblemWith(flagNameMarks)(name)).toEqual(problem);
});

test.each([
  ['pre-prod_1.eu~', null],
  ['Pre Prod', 'Spaces are not allowed. Use - or _ instead.'],
  ['prod!', expect.stringContaining('digits and - _ . ~')],
])('the name %s of a new environment is checked before it is sent', (name, problem) => {
  expect(nameProblemWith(environmentNameMarks)(name)).toEqual(problem);
});
