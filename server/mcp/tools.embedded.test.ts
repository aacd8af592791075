import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aFlag, aProject, aUser } from '../testing/a.ts';
import { testApp } from '../testing/app.ts';
import { aProtection } from '../testing/change-requests.ts';
import { caseCount } from '../testing/scale.ts';
import { strangeText, strangeValue } from '../testing/spoiled-calls.ts';
import { aStrategy } from '../testing/targeting.ts';
import { toolsFor } from './tools.ts';

const server = await testApp({ mcpDirectWrites: true });
const { db, post } = server;

const settings = [{ directWrites: false }, { directWrites: true }];
const tools = toolsFor({ directWrites: true });

/** A valid call of each tool; a new tool needs a row. */
const inputs: Record<string, (subject: Subject) => object> = {
  list_projects: () => ({}),
  search_flags: ({ project }) => ({ q: 'is:active', project }),
  get_flag: ({ project, flag }) => ({ project, flag }),
  explain_evaluation: (subject) => ({ ...inEnvironment(subject), context: { userId: '7' } }),
  flag_history: ({ project, flag }) => ({ project, flag }),
  search_events: ({ project }) => ({ project, text: 'x', from: '2026-01-01' }),
  project_health: ({ project }) => ({ project }),
  find_stale_flags: ({ project }) => ({ project }),
  find_code_references: ({ project, flag }) => ({ project, flag }),
  list_change_requests: ({ project }) => ({ project, state: 'open' }),
  get_change_request: ({ project }) => ({ project, id: 1 }),
  create_flag: ({ project, flag }) => ({ project, name: `${flag}-2`, type: 'release' }),
  propose_switch: (subject) => ({ ...inEnvironment(subject), enabled: true, apply: true }),
  propose_rollout: (subject) => ({ ...inEnvironment(subject), percentage: 7, apply: true }),
  propose_strategy_add: (subject) => ({
    ...inEnvironment(subject),
    name: 'flexibleRollout',
    apply: true,
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
  }),
  propose_strategy_update: (subject) => ({
    ...inEnvironment(subject),
    strategyId: subject.strategyId,
    title: 'x',
    apply: true,
  }),
  propose_strategy_delete: (subject) => ({
    ...inEnvironment(subject),
    strategyId: subject.strategyId,
    apply: true,
  }),
  propose_variants: (subject) => ({
    ...inEnvironment(subject),
    variants: [{ name: 'a', weight: 1000 }],
    apply: true,
  }),
  propose_archive: ({ project, flag }) => ({ project, flag, apply: true }),
};

type Subject = { project: string; flag: string; strategyId: string };

const inEnvironment = ({ project, flag }: Subject) => ({
  project,
  flag,
  environment: 'development',
});

async function aSubject(): Promise<Subject> {
  const project = await aProject(db);
  for (const environment of ['development', 'production'])
    await aProtection(db, { project, environment });
  const flag = await aFlag(db, { project });
  const strategyId = await aStrategy(db, { flag, environment: 'development' });
  return { project, flag, strategyId };
}

async function call(name: string, input: unknown, token = server.admin.token) {
  const params = { name, arguments: input };
  const { status, body } = await post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { token },
  );
  return { status, body, text: body.result?.content[0].text as string | undefined };
}

/** What SDKs could notice of a change. */
const configurationOf = ({ flag }: Subject) =>
  Promise.all([
    db.selectFrom('flags').select(['archived_at', 'type']).where('name', '=', flag).execute(),
    db.selectFrom('flag_environments').selectAll().where('flag', '=', flag).execute(),
    db.selectFrom('strategies').selectAll().where('flag', '=', flag).execute(),
  ]);

describe('all tools', () => {
  test.each(tools.map(({ name }) => name))(
    '%s: changes no protected environment, also for an Admin who applies directly',
    async (name) => {
      const subject = await aSubject();
      const input = inputs[name]?.(subject);
      expect(input, 'a tool needs a row above').toBeDefined();
      const before = await configurationOf(subject);

      const { text } = await call(name, input);

      expect(await configurationOf(subject)).toEqual(before);
      if (name.startsWith('propose_')) {
        expect(JSON.parse(text ?? '')).toMatchObject({ outcome: 'change request' });
      }
    },
  );

  test.each(settings)('have strict schemas and complete descriptions: %o', (setting) => {
    const ajv = new Ajv.default({ strict: true, strictRequired: false, useDefaults: false });
    addFormats.default(ajv);
    for (const { name, title, description, input, annotations } of toolsFor(setting)) {
      expect(name).toMatch(/^[a-z_]{3,40}$/);
      expect(title.length * description.length, name).toBeGreaterThan(100);
      expect(() => ajv.compile(JSON.parse(JSON.stringify(input))), name).not.toThrow();
      expect(objectsIn(input).filter((it) => it.additionalProperties === undefined)).toEqual([]);
      expect(JSON.stringify(input), name).not.toContain('$ref');
      const reads = !/^(create|propose)_/.test(name);
      expect(annotations, name).toMatchObject({
        readOnlyHint: reads,
        destructiveHint: !reads && name !== 'create_flag' && setting.directWrites,
        openWorldHint: false,
      });
    }
  });

  test('without the setting, no tool has an argument to apply directly', () => {
    const schemas = toolsFor({ directWrites: false }).map(({ input }) => JSON.stringify(input));

    expect(schemas.filter((schema) => schema.includes('"apply"'))).toEqual([]);
  });
});

type JsonSchema = { type?: string; additionalProperties?: unknown };

function objectsIn(schema: unknown): JsonSchema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = (schema as JsonSchema).type === 'object' ? [schema as JsonSchema] : [];
  return [...own, ...Object.values(schema).flatMap(objectsIn)];
}

test('hostile arguments are refused with a reason, and never an internal error', async () => {
  const subject = await aSubject();
  const viewer = await aUser(db);
  const spoiled = fc.constantFrom(...tools).chain(({ name, input }) => {
    const valid = inputs[name]?.(subject) ?? {};
    const keys = Object.keys((input as unknown as { properties: object }).properties);
    return fc.record({
      name: fc.constant(name),
      input: fc.oneof(
        fc
          .tuple(fc.constantFrom(...keys, 'other'), strangeValue)
          .map(([key, value]) => ({ ...valid, [key]: value })),
        fc
          .tuple(fc.constantFrom('project', 'flag'), strangeText)
          .map(([key, value]) => ({ ...valid, [key]: value })),
        strangeValue,
      ),
      token: fc.constantFrom(server.admin.token, viewer.token),
    });
  });

  await fc.assert(
    fc.asyncProperty(spoiled, async ({ name, input, token }) => {
      const { status, body, text } = await call(name, input, token);

      // A body that is no valid JSON, or too deep, is refused before it is read.
      if (status === 400) return;
      expect(status).toBe(200);
      expect(text ?? body.error?.message).toEqual(expect.any(String));
      expect(text).not.toContain('InternalError');
    }),
    { numRuns: caseCount({ short: 150, full: 1000 }) },
  );
}, 600_000);
