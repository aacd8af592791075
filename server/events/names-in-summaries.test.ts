import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LoggedEvent } from './catalogue/sentences.ts';
import { describeEvent } from './catalogue.ts';
import { eventTypes } from './types.ts';

const anEvent = (given: Partial<LoggedEvent>): LoggedEvent => ({
  type: 'feature-created',
  createdBy: 'ada',
  project: 'web',
  environment: 'production',
  featureName: 'dark-mode',
  data: null,
  preData: null,
  ...given,
});

/** Unescaped markup outside of URLs, which a markdown renderer interprets. */
const marksOf = (summary: string) =>
  summary
    .replaceAll(/\]\(\/[A-Za-z0-9%._/-]*\)/g, '](/)')
    .replaceAll(/\\[!-/:-@[-`{-~]/g, '')
    .replaceAll(/[^\\`*_[\]()<>&!~|#^${}\r\n]/g, '');

const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: fc.constantFrom(...'\\`*_[]()<>&!~|#^$}{:/.-+=\'" \t\r\na'), minLength: 1 }),
  fc.constantFrom(
    '[click](https://evil.example)',
    '](https://evil.example)',
    '**',
    '<img src=x onerror=alert(1)>',
    '<https://evil.example>',
    '&lt;script&gt;',
    'a\n# b',
    'a\r\n\r\n- b',
    '\u2028',
    '![x](y)',
    '`code`',
    '\\',
    '\\](x)',
    '~~x~~',
    '[x]: https://evil.example',
  ),
);
const visible = hostile.filter((name) => /[!-~]/.test(name));

/** The members that summaries show as they are. */
const plainMembers = [
  'name',
  'title',
  'type',
  'value',
  'oldProject',
  'feature',
  'tokenName',
  'username',
  'provider',
  'message',
  'description',
  'appName',
  'id',
  'email',
  'reason',
  'status',
  'statusValue',
  'roleName',
  'action',
  'changeRequestId',
  'scheduledDate',
  'environment',
];

/** The name in every member that contains user input. */
const withName = (type: LoggedEvent['type'], name: string): LoggedEvent => ({
  type,
  createdBy: name,
  project: name,
  environment: name,
  featureName: name,
  data: dataWith(name),
  preData: { ...dataWith(name), title: `b${name}`, parameters: {}, constraints: [], links: [] },
});

const dataWith = (name: string) => ({
  ...Object.fromEntries(plainMembers.map((member) => [member, name])),
  variants: [{ name, weight: 10, stickiness: name, payload: { value: name } }],
  constraints: [{ contextName: name, operator: name, values: [name] }],
  parameters: { rollout: name, extra: name },
  segments: [{ id: 1, name }],
  features: [name],
  links: [{ title: name, url: name }],
  roles: [{ roleId: name, userIds: [name], groupIds: [] }],
});

test('names add no markup, links, HTML or line breaks', () => {
  fc.assert(
    fc.property(fc.constantFrom(...eventTypes), visible, (type, name) => {
      const dots = /^\.{1,2}$/.test(name.trim());
      const harmless = dots ? name.trim() : 'x';
      expect(marksOf(describeEvent(withName(type, name)).summary)).toBe(
        marksOf(describeEvent(withName(type, harmless)).summary),
      );
    }),
    { numRuns: 5000 },
  );
});

test('names link only to pages of the console', () => {
  fc.assert(
    fc.property(visible, (name) => {
      const event = anEvent({ type: 'feature-created', project: name, featureName: name });
      for (const [, address = ''] of describeEvent(event).summary.matchAll(/\]\(([^)]*)\)/g)) {
        const { origin, pathname, search, hash } = new URL(address, 'https://console.example');
        expect({ origin, search, hash }).toEqual({
          origin: 'https://console.example',
          search: '',
          hash: '',
        });
        expect(pathname).toMatch(/^\/projects\/[^/]+(\/features\/[^/]+)?$/);
      }
    }),
    { numRuns: 3000 },
  );
});

test('names are shown unchanged, except for line breaks and control characters', () => {
  const summary = (createdBy: string) => describeEvent(anEvent({ createdBy })).summary;

  expect(summary('ünï 🏳️ a_b')).toMatch(/^\*\*ünï 🏳️ a\\_b\*\* created/);
  expect(summary('a\n\tb\u202ec')).toMatch(/^\*\*a b c\*\* created/);
  expect(summary(' \n')).toMatch(/^\*\*unknown user\*\* created/);
  expect(summary('x'.repeat(120))).toMatch(/^\*\*x{120}\*\* created/);
  expect(summary('x'.repeat(121))).toMatch(/^\*\*x{119}…\*\* created/);
  expect(summary('😀'.repeat(120))).toMatch(/^\*\*(😀){120}\*\* created/u);
  expect(summary(`x${'😀'.repeat(120)}`)).toMatch(/^\*\*x(😀){118}…\*\* created/u);
});

test('names that consist of dots are not linked', () => {
  const event = anEvent({ project: '..', featureName: 'x' });

  expect(describeEvent(event).summary).toBe('**ada** created flag **x** in project **..**');
});
