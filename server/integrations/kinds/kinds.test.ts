import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Event } from '../../audit/event-log/schema.ts';
import { eventOf } from '../../audit/event-log/wire.ts';
import { eventTypes } from '../../events/types.ts';
import { providerSchemas } from '../../testing/provider-schemas.ts';
import { isMailKind } from './definition.ts';
import { email } from './email.ts';
import { type KindName, kindNames, kindOf } from './rules.ts';

import { isSigningSecret, newSigningSecret } from './signature.ts';
import { slackApp } from './slack.ts';
import { isJsonTemplate, renderJson, renderText, templateError } from './template.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);

const parameters = {
  url: 'https://hooks.example.com/x',
  accessToken: 'token',
  apiKey: 'key',
  licenseKey: 'license',
};

const anEvent = (members: Partial<Event> = {}): Event =>
  eventOf({
    id: 12,
    type: 'feature-updated',
    createdAt: '2026-01-02T03:04:05.678Z',
    createdBy: 'ada',
    createdByUserId: 1,
    project: 'web',
    environment: null,
    featureName: 'checkout',
    data: null,
    preData: null,
    tags: [],
    ...members,
  });

const message = (events: readonly Event[], own: Record<string, string> = {}) => ({
  id: 'msg_1',
  timestamp: 1_700_000_000,
  events,
  baseUrl: 'https://flags.example.com',
  parameters: { ...parameters, ...own },
  signingSecrets: [newSigningSecret()],
});

const requestsOf = (name: KindName, events: readonly Event[], own = {}) => {
  const kind = kindOf(name);
  return isMailKind(kind) ? [] : kind.requests(message(events, own));
};
const bodiesOf = (kind: KindName, event: Event, own = {}) =>
  requestsOf(kind, [event], own).map(({ body }) => JSON.parse(body));

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('**bold**', '[x](/y)', '```', '<!channel>', '@everyone', 'x'.repeat(9000)),
);
const payload = fc.option(fc.dictionary(text, fc.jsonValue(), { maxKeys: 30 }));
const event: fc.Arbitrary<Event> = fc
  .record({
    type: fc.constantFrom(...eventTypes),
    createdBy: text,
    project: fc.option(text),
    environment: fc.option(text),
    featureName: fc.option(text),
    data: payload,
    preData: payload,
    tags: fc.array(
      fc.record({ type: fc.constantFrom('simple', 'slack'), value: fc.constantFrom('a', '#b') }),
    ),
  })
  .map(anEvent);

describe('payloads', () => {
  const described = kindNames.filter((name) => !['webhook', 'ndjson', 'email'].includes(name));

  test('every kind of another company has its documented schema', () => {
    expect(Object.keys(providerSchemas).sort()).toEqual([...described].sort());
  });

  test.each(described)('%s: any event has the documented form', (kind) => {
    const validate = ajv.compile(providerSchemas[kind] ?? false);

    fc.assert(
      fc.property(event, (one) => {
        for (const body of bodiesOf(kind, one, { defaultChannels: '#flags' })) {
          validate(body);
          expect(validate.errors ?? []).toEqual([]);
        }
      }),
      { numRuns: 150 },
    );
  });

  const update = anEvent({
    createdBy: 'a<b>&*c*',
    preData: { description: 'old', stale: false },
    data: { description: 'new', stale: false },
  });

  test('Slack: a sentence with links, and the difference', () => {
    const [body] = bodiesOf('slack', update, { username: 'Pennon', defaultChannel: '#flags' });

    expect(body).toMatchObject({ username: 'Pennon', channel: '#flags' });
    expect(body.blocks[0].text.text).toBe(
      '*a&lt;b&gt;&amp;*c** updated flag *<https://flags.example.com/projects/web/features/checkout|checkout>*' +
        ' in project *<https://flags.example.com/projects/web|web>*: description from old to new',
    );
    expect(body.blocks[1].text.text).toBe('```- description: "old"\n+ description: "new"```');
  });

  test('Slack app: one message to each channel, those of the tags of the flag first', () => {
    const tagged = anEvent({ tags: [{ type: 'slack', value: '#one' }] });

    const channels = (one: Event) =>
      bodiesOf('slack-app', one, { defaultChannels: '#two, #three' }).map((it) => it.channel);

    expect(channels(update)).toEqual(['#two', '#three']);
    expect(channels(tagged)).toEqual(['#one']);
  });

  test.each([
    ['{"ok":true}', undefined],
    ['{"ok":false,"error":"invalid_auth"}', { error: 'Slack: invalid_auth', permanent: false }],
    ['{"ok":false,"error":"is_archived"}', { error: 'Slack: is_archived', permanent: true }],
    ['', { error: 'Slack: no result', permanent: false }],
  ])('Slack app: the response %s', (response, failure) => {
    const { failureOf } = slackApp;

    expect(failureOf?.({ status: 200, retryAfter: undefined, text: response })).toEqual(failure);
  });

  test('Discord: markdown is escaped', () => {
    const [body] = bodiesOf('discord', update);

    expect(body.embeds[0].description).toMatch(
      /^\*\*a\\<b\\>&\\\*c\\\*\*\* updated flag \*\*\[checkout\]/,
    );
    expect(body.embeds[0].description).toContain('```diff\n- description: "old"');
  });

  test('secrets are in the headers that each target expects', () => {
    const headersOf = (kind: KindName) => requestsOf(kind, [update])[0]?.headers;

    expect(headersOf('datadog')).toMatchObject({ 'dd-api-key': 'key' });
    expect(headersOf('new-relic')).toMatchObject({ 'api-key': 'license' });
    expect(headersOf('grafana')).toMatchObject({ authorization: 'Bearer token' });
    expect(headersOf('slack-app')).toMatchObject({ authorization: 'Bearer token' });
  });

  test('NDJSON: one line per event', () => {
    const [request] = requestsOf('ndjson', [update, anEvent({ id: 13 })]);

    const lines = request?.body.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([12, 13]);
    expect(request?.body.endsWith('\n')).toBe(true);
  });

  const problemOf = (name: string, value: string) => email.parameters[name]?.check?.(value);

  test('E-mail: one line per event, with its time', () => {
    const mail = email.mail(message([update, anEvent({ id: 13 })], { recipients: 'a@b.c, d@e.f' }));

    expect(mail).toMatchObject({ to: ['a@b.c', 'd@e.f'], subject: '2 changes in Pennon' });
    expect(mail.paragraphs[0]).toBe(
      '2026-01-02 03:04 UTC: a<b>&*c* updated flag checkout in project web: description from old to new',
    );
  });

  test.each([
    ['', 'must have at least one address'],
    ['a@b.c,'.repeat(21), 'must have at most 20 addresses'],
    ['ann', 'has the malformed address "ann"'],
    ['a@b.c, Ann <ann@example.com>', 'has the malformed address "Ann <ann@example.com>"'],
    ['a@b.c\r\nBcc: d@e.f', 'has the malformed address "a@b.c\r\nBcc: d@e.f"'],
    ["ann@example.com, o'neil+flags@mail.example.org", undefined],
  ])('E-mail: the recipients %j', (recipients, problem) => {
    expect(problemOf('recipients', recipients)).toBe(problem);
  });

  test.each([
    ['1', undefined],
    ['10080', undefined],
    ['0', 'must be a whole number from 1 to 10080'],
    ['1.5', 'must be a whole number from 1 to 10080'],
    ['10081', 'must be a whole number from 1 to 10080'],
  ])('E-mail: an interval of %s minutes', (minutes, problem) => {
    expect(problemOf('intervalMinutes', minutes)).toBe(problem);
  });
});

describe('templates', () => {
  const context = { event: { type: 'a"b\\\n', data: { n: 1, list: [true] }, none: null } };

  test.each([
    ['{"t": "{{event.type}}"}', { t: 'a"b\\\n' }],
    ['{"t": "<{{ event.data.n }}|{{{event.data.list.0}}}>"}', { t: '<1|true>' }],
    ['{"d": {{event.data}}, "n": {{event.none}}}', { d: context.event.data, n: null }],
    ['{"missing": "{{event.no.such}}", "x": {{event.constructor}}}', { missing: '', x: null }],
    ['{"j": "{{event.data}}"}', { j: '{"n":1,"list":[true]}' }],
    ['[{{event.data.n}}]', [1]],
  ])('%s', (template, result) => {
    expect(templateError(template)).toBeUndefined();
    expect(isJsonTemplate(template)).toBe(true);
    expect(JSON.parse(renderJson(template, context))).toEqual(result);
  });

  test('text that is not JSON has the plain values', () => {
    expect(renderText('{{event.type}} {{event.data}}', context)).toBe(
      'a"b\\\n {"n":1,"list":[true]}',
    );
  });

  test.each(['{{#event.tags}}x{{/event.tags}}', '{{> x}}', '{{! x }}', '{{process.env}}', '{{}}'])(
    '%s is refused',
    (template) => {
      expect(templateError(template)).toMatch(/^has the placeholder /);
    },
  );

  test.each([
    '{"a": 1{{event.id}}}',
    '{{{event.id}}',
    'plain',
    '{"a": "\\{{event.id}}n"}',
    '{"a": "\\u{{event.id}}0041"}',
    '{"a": {{event.id}}5}',
    '{ {{event.type}}: 1}',
    '',
  ])('%s is no JSON for every event', (template) => {
    expect(isJsonTemplate(template)).toBe(false);
  });

  test('whatever template is accepted, the result is JSON', () => {
    const piece = fc.constantFrom(
      ...['"', '\\', '\\"', '\\\\', '\\u', '00', '{', '}', '[', ']', ':', ',', 'a', '1', ' '],
      ...['{{event.type}}', '{{event.data}}', '{{{eventJson}}}', '{{ event.x }}', '{"a":', '"}'],
    );
    const random = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const valid = fc
      .array(
        fc.oneof(
          piece.filter((it) => !/["\\{}]/.test(it)),
          fc.constant('{{event.type}}'),
        ),
      )
      .map((pieces) => `{"k": "${pieces.join('')}", "v": {{event.data}}}`);
    let accepted = 0;

    fc.assert(
      fc.property(fc.oneof(random, valid), text, fc.jsonValue(), (template, type, data) => {
        if (!isJsonTemplate(template)) return;
        accepted += 1;
        const one = { type, data };
        JSON.parse(renderJson(template, { event: one, eventJson: one }));
      }),
      { numRuns: 3000 },
    );

    expect(accepted).toBeGreaterThan(500);
  });
});

test.each([
  [newSigningSecret(), true],
  [`whsec_${Buffer.alloc(24).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, false],
  [`whsec_${Buffer.alloc(64).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
  ['whsec_', false],
  [Buffer.alloc(32).toString('base64'), false],
])('%s as a signing secret', (secret, valid) => {
  expect(isSigningSecret(secret)).toBe(valid);
});
