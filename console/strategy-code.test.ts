import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { savingRequest } from './src/flags/strategies/api.ts';
import { curlOf, quoted } from './src/flags/strategies/curl.ts';
import { declaredStrategy, definitionOf, yamlOf } from './src/flags/strategies/definition.ts';

/** Any text that an argument of a process can contain. */
const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((each) => !each.includes('\0'));
const awkward = fc.constantFrom(
  "'",
  "it's",
  '"$HOME"',
  '`id`',
  '$(id)',
  '\\',
  '!!',
  '-x',
  '',
  '\n',
);

/** The arguments that a shell passes to the commands named curl. */
function argumentsIn(command: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const output = execFileSync('sh', ['-c', script], { env: { ...process.env, ...env } });
  return output.toString('utf8').split('\0').slice(0, -1);
}

describe('the command of a change', () => {
  test('quotes every text as one argument', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(text, awkward), { minLength: 1, maxLength: 30 }), (texts) => {
        expect(argumentsIn(`curl ${texts.map(quoted).join(' ')}`)).toEqual(texts);
      }),
      { numRuns: 20 },
    );
  });

  test('sends the strategy to the server of the environment, with the token', () => {
    fc.assert(
      fc.property(fc.oneof(text, awkward), fc.oneof(text, awkward), (flag, title) => {
        const target = { project: 'default', flag, environment: "it's", strategyId: 'id' };
        const strategy = { name: 'default', title, parameters: { userIds: `${title},'b'` } };
        const command = curlOf(savingRequest(target, { strategy }, false));
        const env = { PENNON_URL: 'https://flags.example', TOKEN: '*:*.se cret' };
        const [, , method, url = '', , authorization, , , , body = ''] = argumentsIn(command, env);

        expect([method, authorization]).toEqual(['PUT', 'Authorization: *:*.se cret']);
        const path = url.replace('https://flags.example/api/admin/projects/default/features/', '');
        expect(path.split('/').map(decodeURIComponent)).toEqual([
          flag,
          'environments',
          "it's",
          'strategies',
          'id',
        ]);
        expect(JSON.parse(body)).toEqual(strategy);
      }),
      { numRuns: 15 },
    );
  });

  test('proposes the change where the environment needs approval, and edits a proposed one', () => {
    const target = { project: 'shop', flag: 'cart', environment: 'production' };
    const strategy = { name: 'default' };

    expect(savingRequest(target, { strategy }, true)).toEqual({
      method: 'POST',
      path: 'api/admin/projects/shop/environments/production/change-requests',
      body: { feature: 'cart', action: 'addStrategy', payload: strategy },
    });
    const variants = [{ name: 'blue', weight: 1000 }];
    expect(savingRequest(target, { variants }, true).body).toEqual({
      feature: 'cart',
      action: 'patchVariant',
      payload: { variants },
    });
    const change = { request: 7, id: 12 };
    expect(savingRequest({ ...target, change }, { variants }, true)).toEqual({
      method: 'PUT',
      path: 'api/admin/projects/shop/change-requests/7/changes/12',
      body: { feature: 'cart', action: 'patchVariant', payload: { variants } },
    });
    expect(savingRequest({ ...target, change, strategyId: 'x' }, { strategy }, true)).toEqual({
      method: 'PUT',
      path: 'api/admin/projects/shop/change-requests/7/changes/12',
      body: { feature: 'cart', action: 'updateStrategy', payload: { ...strategy, id: 'x' } },
    });
  });
});

describe('the file of a change', () => {
  const schema = JSON.parse(
    readFileSync(new URL('../docs/flags.schema.json', import.meta.url), 'utf8'),
  ) as object;
  const isDefinition = new Ajv({ strict: false }).compile(schema);
  const target = { project: 'shop', flag: 'cart', environment: 'production' };

  test('names segments and leaves out what has its default value', () => {
    const strategy = {
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      sortOrder: 3,
      variants: [],
      parameters: { rollout: '25' },
      segments: [4],
      constraints: [
        { contextName: 'plan', operator: 'IN' as const, inverted: false, values: ['pro'] },
      ],
    };

    const strategies = [declaredStrategy(strategy, (id) => `Segment ${id}`)];
    expect(yamlOf(definitionOf(target, { strategies }))).toBe(
      [
        'version: 1',
        'project: shop',
        'flags:',
        '  cart:',
        '    environments:',
        '      production:',
        '        strategies:',
        '          - name: flexibleRollout',
        '            parameters:',
        '              rollout: "25"',
        '            segments:',
        '              - Segment 4',
        '            constraints:',
        '              - contextName: plan',
        '                operator: IN',
        '                values:',
        '                  - pro',
        '',
      ].join('\n'),
    );
  });

  test('is a valid definition with exactly these texts', () => {
    const value = fc.oneof(fc.string({ maxLength: 20 }), awkward);
    fc.assert(
      fc.property(
        value,
        fc.array(value),
        fc.dictionary(value, value),
        (title, values, parameters) => {
          const constraint = { contextName: 'plan', operator: 'NOT_IN' as const, values };
          const strategy = { name: 'ours', title, parameters, constraints: [constraint] };
          const strategies = [declaredStrategy(strategy, String)];
          const definition = definitionOf(target, { strategies });

          expect(parse(yamlOf(definition))).toEqual(JSON.parse(JSON.stringify(definition)));
          expect(isDefinition(definition), JSON.stringify(isDefinition.errors)).toBe(true);
        },
      ),
    );
  });
});
