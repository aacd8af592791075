import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aProject, unique } from '../../testing/a.ts';
import { type TestResponse, testApp } from '../../testing/app.ts';
import { caseCount } from '../../testing/scale.ts';

/**
 * Runs random sequences of operations against the API and an in-memory model: each call succeeds
 * exactly when the model allows it, and after each call both have the same flags.
 */

const { db, get, post, del, call } = await testApp();

const environmentNames = ['development', 'production'] as const;
type EnvironmentName = (typeof environmentNames)[number];

/** Strategies in the order they were added; true for those that are disabled. */
type Environment = { enabled: boolean; strategies: boolean[] };

type Flag = {
  description: string | null;
  type: string;
  stale: boolean;
  archived: boolean;
  tags: string[];
  parent: string | null;
  environments: Record<EnvironmentName, Environment>;
};

type Model = { flags: Map<string, Flag> };

/** The server under test; flag names are unique per run, so that runs share one database. */
type Real = { project: string; nameOf: (flag: string) => string };

const flagNames = fc.constantFrom('a', 'b', 'c', 'd');
const tagValues = fc.constantFrom('red', 'green', 'blue');
const environments = fc.constantFrom(...environmentNames);
const texts = fc.option(fc.string({ maxLength: 20 }));

/** One kind of call: what it does to the model (false when it must be refused), and the call. */
type Operation = {
  title: string;
  apply: (model: Model) => boolean;
  run: (real: Real) => Promise<TestResponse>;
};

class Step implements fc.AsyncCommand<Model, Real> {
  readonly operation: Operation;
  constructor(operation: Operation) {
    this.operation = operation;
  }
  check = () => true;
  toString = () => this.operation.title;
  async run(model: Model, real: Real): Promise<void> {
    const expected = this.operation.apply(model);
    const { status, body } = await this.operation.run(real);
    expect(status < 400, `${this.operation.title}: ${status} ${JSON.stringify(body)}`).toBe(
      expected,
    );
    await assertSameFlags(model, real);
  }
}

const steps: fc.Arbitrary<Operation>[] = [
  fc.tuple(flagNames, fc.constantFrom('release', 'experiment')).map(([name, type]) => ({
    title: `create ${name}`,
    apply: ({ flags }) => {
      if (flags.has(name)) return false;
      flags.set(name, newFlag(type));
      return true;
    },
    run: ({ project, nameOf }) =>
      post(`/api/admin/projects/${project}/features`, { name: nameOf(name), type }),
  })),
  fc.tuple(flagNames, texts).map(([name, description]) => ({
    title: `describe ${name}`,
    apply: (model) => changeActive(model, name, (flag) => Object.assign(flag, { description })),
    run: (real) =>
      patchFlag(real, name, [{ op: 'replace', path: '/description', value: description }]),
  })),
  fc.tuple(flagNames, fc.boolean()).map(([name, stale]) => ({
    title: `mark ${name} stale: ${stale}`,
    apply: (model) => changeActive(model, name, (flag) => Object.assign(flag, { stale })),
    run: (real) => patchFlag(real, name, [{ op: 'replace', path: '/stale', value: stale }]),
  })),
  flagNames.map((name) => ({
    title: `archive ${name}`,
    apply: (model) => archive(model, name),
    run: ({ project, nameOf }) => del(`/api/admin/projects/${project}/features/${nameOf(name)}`),
  })),
  flagNames.map((name) => ({
    title: `revive ${name}`,
    apply: ({ flags }) => {
      const flag = flags.get(name);
      if (!flag) return false;
      if (flag.archived) {
        for (const environment of environmentNames) flag.environments[environment].enabled = false;
      }
      flag.archived = false;
      return true;
    },
    run: ({ project, nameOf }) =>
      post(`/api/admin/projects/${project}/revive`, { features: [nameOf(name)] }),
  })),
  flagNames.map((name) => ({
    title: `delete ${name}`,
    apply: ({ flags }) => {
      const flag = flags.get(name);
      if (!flag) return false;
      if (flag.archived) flags.delete(name);
      return true;
    },
    run: ({ project, nameOf }) =>
      post(`/api/admin/projects/${project}/delete`, { features: [nameOf(name)] }),
  })),
  fc.tuple(flagNames, environments).map(([name, environment]) => ({
    title: `switch ${name} on in ${environment}`,
    apply: (model) =>
      changeActive(model, name, ({ environments: { [environment]: state } }) => {
        if (state.enabled) return;
        if (state.strategies.every((disabled) => disabled)) state.strategies.push(false);
        state.enabled = true;
      }),
    run: (real) => post(`${environmentPath(real, name, environment)}/on`),
  })),
  fc.tuple(flagNames, environments).map(([name, environment]) => ({
    title: `switch ${name} off in ${environment}`,
    apply: (model) =>
      changeActive(model, name, (flag) => {
        flag.environments[environment].enabled = false;
      }),
    run: (real) => post(`${environmentPath(real, name, environment)}/off`),
  })),
  fc.tuple(flagNames, environments, fc.boolean()).map(([name, environment, disabled]) => ({
    title: `add a strategy to ${name} in ${environment}, disabled: ${disabled}`,
    apply: (model) =>
      changeActive(model, name, (flag) => flag.environments[environment].strategies.push(disabled)),
    run: (real) =>
      post(`${environmentPath(real, name, environment)}/strategies`, { name: 'default', disabled }),
  })),
  fc.tuple(flagNames, environments, fc.nat({ max: 3 })).map(([name, environment, index]) => ({
    title: `remove strategy ${index} of ${name} in ${environment}`,
    apply: (model) => {
      const flag = model.flags.get(name);
      if (!flag || flag.archived || index >= flag.environments[environment].strategies.length)
        return false;
      flag.environments[environment].strategies.splice(index, 1);
      switchOffIfIdle(flag.environments[environment]);
      return true;
    },
    run: async (real) => {
      const id = await strategyIdAt(real, name, environment, index);
      return del(`${environmentPath(real, name, environment)}/strategies/${id}`);
    },
  })),
  fc.tuple(flagNames, environments, fc.nat({ max: 3 })).map(([name, environment, index]) => ({
    title: `disable strategy ${index} of ${name} in ${environment}`,
    apply: (model) => {
      const flag = model.flags.get(name);
      if (!flag || flag.archived || index >= flag.environments[environment].strategies.length)
        return false;
      flag.environments[environment].strategies[index] = true;
      switchOffIfIdle(flag.environments[environment]);
      return true;
    },
    run: async (real) => {
      const id = await strategyIdAt(real, name, environment, index);
      const path = `${environmentPath(real, name, environment)}/strategies/${id}`;
      return call('PATCH', path, { body: [{ op: 'replace', path: '/disabled', value: true }] });
    },
  })),
  fc.tuple(flagNames, tagValues).map(([name, value]) => ({
    title: `tag ${name} with ${value}`,
    apply: (model) =>
      changeActive(model, name, (flag) => {
        flag.tags = [...new Set([...flag.tags, value])].sort();
      }),
    run: ({ nameOf }) =>
      post(`/api/admin/features/${nameOf(name)}/tags`, { type: 'simple', value }),
  })),
  fc.tuple(flagNames, tagValues).map(([name, value]) => ({
    title: `remove ${value} from ${name}`,
    apply: (model) =>
      changeActive(model, name, (flag) => {
        flag.tags = flag.tags.filter((tag) => tag !== value);
      }),
    run: ({ nameOf }) => del(`/api/admin/features/${nameOf(name)}/tags/simple/${value}`),
  })),
  fc.tuple(flagNames, flagNames).map(([child, parent]) => ({
    title: `${child} depends on ${parent}`,
    apply: (model) => depend(model, child, parent),
    run: ({ project, nameOf }) =>
      post(`/api/admin/projects/${project}/features/${nameOf(child)}/dependencies`, {
        feature: nameOf(parent),
      }),
  })),
  flagNames.map((name) => ({
    title: `${name} depends on nothing`,
    apply: (model) => changeActive(model, name, (flag) => Object.assign(flag, { parent: null })),
    run: ({ project, nameOf }) =>
      del(`/api/admin/projects/${project}/features/${nameOf(name)}/dependencies`),
  })),
];

test('after any sequence of operations the server has the same flags as the model', async () => {
  const sequences = fc.commands(
    steps.map((step) => step.map((operation) => new Step(operation))),
    { maxCommands: 40, size: '+1' },
  );

  await fc.assert(
    fc.asyncProperty(sequences, async (commands) => {
      const [project, run] = [await aProject(db), unique('run')];
      const real: Real = { project, nameOf: (flag) => `${run}-${flag}` };
      await fc.asyncModelRun(() => ({ model: { flags: new Map() }, real }), commands);
    }),
    { numRuns: caseCount({ short: 10, full: 200 }) },
  );
}, 600_000);

const newFlag = (type: string): Flag => ({
  description: null,
  type,
  stale: false,
  archived: false,
  tags: [],
  parent: null,
  environments: {
    development: { enabled: false, strategies: [] },
    production: { enabled: false, strategies: [] },
  },
});

function changeActive({ flags }: Model, name: string, change: (flag: Flag) => unknown): boolean {
  const flag = flags.get(name);
  if (!flag || flag.archived) return false;
  change(flag);
  return true;
}

const childrenOf = ({ flags }: Model, parent: string) =>
  [...flags.values()].filter((flag) => flag.parent === parent);

/** A parent cannot be archived; archiving a child removes its dependency. */
function archive(model: Model, name: string): boolean {
  const flag = model.flags.get(name);
  if (!flag) return false;
  if (flag.archived) return true;
  if (childrenOf(model, name).length > 0) return false;
  flag.archived = true;
  flag.parent = null;
  return true;
}

function depend(model: Model, child: string, parent: string): boolean {
  const [flag, other] = [model.flags.get(child), model.flags.get(parent)];
  if (!flag || flag.archived || !other || other.archived || child === parent) return false;
  if (other.parent !== null || childrenOf(model, child).length > 0) return false;
  flag.parent = parent;
  return true;
}

function switchOffIfIdle(environment: Environment): void {
  if (environment.strategies.every((disabled) => disabled)) environment.enabled = false;
}

function patchFlag({ project, nameOf }: Real, name: string, body: unknown): Promise<TestResponse> {
  return call('PATCH', `/api/admin/projects/${project}/features/${nameOf(name)}`, { body });
}

const environmentPath = ({ project, nameOf }: Real, name: string, environment: EnvironmentName) =>
  `/api/admin/projects/${project}/features/${nameOf(name)}/environments/${environment}`;

/** A random id if there is no such strategy. */
async function strategyIdAt(real: Real, name: string, environment: EnvironmentName, index: number) {
  const { body } = await get(`${environmentPath(real, name, environment)}/strategies`);
  return Array.isArray(body) && body[index] ? body[index].id : crypto.randomUUID();
}

async function assertSameFlags({ flags }: Model, real: Real): Promise<void> {
  for (const name of ['a', 'b', 'c', 'd']) {
    const path = `/api/admin/projects/${real.project}/features/${real.nameOf(name)}`;
    const { status, body } = await get(`${path}?archived=true`);
    const flag = flags.get(name);
    expect(status).toBe(flag ? 200 : 404);
    if (flag) expect(flagOf(body, real)).toEqual(flag);
  }
}

/** Maps a response to the model. */
function flagOf(body: TestResponse['body'], { nameOf }: Real): Flag {
  const parent = body.dependencies?.[0]?.feature ?? null;
  const environment = (environmentName: EnvironmentName): Environment => {
    const found = body.environments.find(({ name }: { name: string }) => name === environmentName);
    const strategies = found.strategies.map(({ disabled }: { disabled: boolean }) => disabled);
    return { enabled: found.enabled, strategies };
  };
  return {
    description: body.description,
    type: body.type,
    stale: body.stale,
    archived: body.archived,
    tags: (body.tags ?? []).map(({ value }: { value: string }) => value).sort(),
    parent: parent === null ? null : parent.slice(nameOf('').length),
    environments: {
      development: environment('development'),
      production: environment('production'),
    },
  };
}
