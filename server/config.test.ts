import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { describeVariables, readConfig } from './config.ts';
import { describeEdgeVariables, readEdgeConfig } from './edge-config.ts';
import { ConfigError } from './platform/config-error.ts';

describe('readConfig', () => {
  test('an empty environment gives the defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 4242,
      baseUriPath: '',
      databaseUrl: undefined,
      dataDir: './data',
      publicUrl: 'http://localhost:4242',
      adminUsername: 'admin',
      initAdminTokens: [],
    });
  });

  test.each([
    [{ HTTP_PORT: '80' }, { port: 80 }],
    [{ PORT: '81', HTTP_PORT: '80' }, { port: 81 }],
    [{ BASE_URI_PATH: '/flags/' }, { baseUriPath: '/flags' }],
    [{ BASE_URI_PATH: '/' }, { baseUriPath: '' }],
    [{ UNLEASH_URL: 'https://flags.example.com/' }, { publicUrl: 'https://flags.example.com' }],
    [{ PORT: '4888' }, { publicUrl: 'http://localhost:4888' }],
    [{ PORT: '0' }, { publicUrl: 'http://localhost:4242' }],
    [{ PORT: '4888', UNLEASH_URL: 'https://x.org' }, { publicUrl: 'https://x.org' }],
    [{ INIT_CLIENT_API_TOKENS: ' a:b.c ,, d:e.f' }, { initClientTokens: ['a:b.c', 'd:e.f'] }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: 1 }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8,::1' }, { trustProxy: '10.0.0.0/8,::1' }],
    [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
    [{ PORT: '' }, { port: 4242 }],
    [{ OTEL_TRACES_SAMPLER_ARG: '0.25' }, { traceRatio: 0.25 }],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-team = flags' },
      { otlpHeaders: { authorization: 'Bearer a=b', 'x-team': 'flags' } },
    ],
  ])('%j is read as %j', (environment, expected) => {
    expect(readConfig(environment)).toMatchObject(expected);
  });

  test.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', ' '],
    ['TRUST_PROXY', 'yes'],
    ['BODY_LIMIT_BYTES', '1023'],
    ['SESSION_TTL_HOURS', '0'],
    ['BASE_URI_PATH', '/a b'],
    ['UNLEASH_URL', 'ftp://x'],
    ['DATABASE_URL', 'postgres://a:1,b:two/x'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%zz'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'all'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  test.each(['postgres://a:1,b:2/x', 'postgresql://u:p@[::1],[::2]:5433/x?sslmode=require'])(
    'DATABASE_URL=%s with several hosts is accepted',
    (url) => {
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    },
  );

  test.each([
    [{}, 'starttls'],
    [{ EMAIL_TLS: 'implicit' }, 'implicit'],
    [{ EMAIL_TLS: 'none' }, 'none'],
    [{ EMAIL_SECURE: 'true' }, 'implicit'],
    [{ EMAIL_SECURE: 'false' }, 'starttls'],
  ])('%j encrypts e-mails by %s', (environment, expected) => {
    expect(readConfig(environment).emailTls).toBe(expected);
  });

  test('an unknown way to encrypt e-mails is refused, as is an unclear yes', () => {
    expect(() => readConfig({ EMAIL_TLS: 'maybe' })).toThrow(/^EMAIL_TLS must be one of starttls/);
    expect(() => readConfig({ REQUIRE_SECOND_FACTOR: '1' })).toThrow(
      'REQUIRE_SECOND_FACTOR must be one of true, false, not "1"',
    );
  });

  test('the error for a malformed database URL does not contain it, since it may contain a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:s3cret@h/d' })).toThrow(
      /^DATABASE_URL must be a postgres:\/\/ address$/,
    );
  });
});

test('the operator’s guide has a row for every variable', async () => {
  const guide = await readFile(new URL('../docs/operating.md', import.meta.url), 'utf8');

  for (const { name, help } of describeVariables()) {
    expect(guide).toContain(`| \`${name.replaceAll(', ', '`, `')}\` | ${help} |`);
  }
});

test('retention needs partitions', () => {
  const retention = { EVENT_RETENTION_MONTHS: '12' };

  expect(() => readConfig(retention)).toThrow(
    'EVENT_RETENTION_MONTHS needs EVENT_PARTITIONS_FROM.',
  );
  expect(readConfig({ ...retention, EVENT_PARTITIONS_FROM: '1' }).retentionMonths).toBe(12);
});

test('the guide of the edge has a row for every variable of an edge', async () => {
  const guide = await readFile(new URL('../docs/edge.md', import.meta.url), 'utf8');

  for (const { name, help } of describeEdgeVariables()) {
    expect(guide).toContain(`| \`${name.replaceAll(', ', '`, `')}\` | ${help} |`);
  }
});

describe('the settings of an edge', () => {
  const upstream = { UPSTREAM_URL: 'https://flags.example/' };

  test('headers are name and value, as curl takes them; an error does not contain them', () => {
    const read = (text: string) => readEdgeConfig({ ...upstream, CUSTOM_CLIENT_HEADERS: text });

    expect(read('X-Api-Key: my:secret, X-Team:web').own.upstreamHeaders).toEqual({
      'X-Api-Key': 'my:secret',
      'X-Team': 'web',
    });
    expect(() => read('s3cret')).toThrow(/^CUSTOM_CLIENT_HEADERS must be "name: value" pairs/);
  });

  test('listens on the port of edges unless another is set', () => {
    const ports = [{}, { PORT: '80' }, { HTTP_PORT: '81' }].map(
      (env) => readEdgeConfig({ ...upstream, ...env }).shared.port,
    );

    expect(ports).toEqual([3063, 80, 81]);
  });

  test.each([
    [{}, 'UPSTREAM_URL or BOOTSTRAP_FILE must be set.'],
    [{ ...upstream, STRICT: 'true' }, 'STRICT needs TOKENS.'],
    [
      { ...upstream, STRICT: 'true', DYNAMIC: 'true', TOKENS: '*:a.b' },
      'STRICT and DYNAMIC_TOKENS must not both be true.',
    ],
    [
      { ...upstream, TLS_SERVER_KEY: 'key.pem' },
      'TLS_SERVER_KEY and TLS_SERVER_CERT must be set together.',
    ],
  ])('%j is refused', (env, message) => {
    expect(() => readEdgeConfig(env as Record<string, string>)).toThrow(message);
  });
});

test('every variable is described', () => {
  const described = describeVariables();

  expect(described.length).toBeGreaterThan(15);
  for (const { name, help } of described) expect(`${name}: ${help}`).toMatch(/^[A-Z_, ]+: .{10,}/);
});
