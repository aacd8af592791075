import fc from 'fast-check';
import { unique } from './a.ts';
import type { TestApp, TestResponse } from './app.ts';

/** The flags and projects that random changes are about. */
export type ChangedWorld = {
  flags: readonly string[];
  projects: readonly [string, string];
  segment: number;
};

export type RandomChange = { kind: number; flag: number; value: number };

export const randomChanges = (length: number) =>
  fc.array(
    fc.record({
      kind: fc.nat({ max: 99 }),
      flag: fc.nat({ max: 2 }),
      value: fc.nat({ max: 9 }),
    }),
    { minLength: length, maxLength: length },
  );

/** The project that the flag is in, also if it is archived; undefined if there is none. */
export async function projectOf({ db }: TestApp, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('flags')
    .select('project')
    .where('name', '=', name)
    .executeTakeFirst();
  return found?.project;
}

type Step = (call: Calls) => Promise<TestResponse>;
type Calls = TestApp & {
  name: string;
  other: string;
  value: number;
  project: string;
  path: string;
  environment: string;
  inEnvironment: string;
  strategies: { id: string; sortOrder: number }[];
  world: ChangedWorld;
};

const rollout = (value: number) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(value * 10), stickiness: 'default' },
});

const steps: readonly Step[] = [
  ({ put, path, value }) => put(path, { description: `Text ${value}`, stale: value > 4 }),
  ({ put, path, value }) => put(path, { type: value > 4 ? 'release' : 'experiment' }),
  ({ post, inEnvironment }) => post(`${inEnvironment}/on`),
  ({ post, inEnvironment }) => post(`${inEnvironment}/off`),
  ({ post, inEnvironment, value }) => post(`${inEnvironment}/strategies`, rollout(value)),
  ({ post, inEnvironment, world }) =>
    post(`${inEnvironment}/strategies`, { name: 'default', segments: [world.segment] }),
  ({ post, inEnvironment, value }) =>
    post(`${inEnvironment}/strategies`, { ...rollout(value), sortOrder: 1 }),
  ({ put, inEnvironment, strategies, value }) =>
    put(`${inEnvironment}/strategies/${strategies[0]?.id}`, rollout(value)),
  ({ put, inEnvironment, strategies, value }) =>
    put(`${inEnvironment}/strategies/${strategies.at(-1)?.id}`, {
      name: 'flexibleRollout',
      disabled: value > 4,
      constraints: [{ contextName: 'appName', operator: 'IN', values: [`app-${value}`] }],
    }),
  ({ del, inEnvironment, strategies }) => del(`${inEnvironment}/strategies/${strategies[0]?.id}`),
  ({ post, inEnvironment, strategies }) =>
    post(
      `${inEnvironment}/strategies/set-sort-order`,
      strategies.map(({ id }, index) => ({ id, sortOrder: strategies.length - index })),
    ),
  ({ put, inEnvironment, value }) =>
    put(
      `${inEnvironment}/variants`,
      value > 7 ? [] : [{ name: `v${value}`, weight: 1000, weightType: 'variable' }],
    ),
  ({ post, name, value }) =>
    post(`/api/admin/features/${name}/tags`, { type: 'simple', value: `tag-${value % 3}` }),
  ({ del, name, value }) => del(`/api/admin/features/${name}/tags/simple/tag-${value % 3}`),
  ({ post, path, value }) => post(`${path}/link`, { url: `https://example.com/${value}` }),
  async ({ get, del, path }) => {
    const { body } = await get(path);
    return del(`${path}/link/${body.links?.[0]?.id}`);
  },
  ({ post, path, other }) => post(`${path}/dependencies`, { feature: other }),
  ({ del, path }) => del(`${path}/dependencies`),
  ({ del, path }) => del(path),
  ({ post, project, name }) => post(`/api/admin/projects/${project}/revive`, { features: [name] }),
  ({ post, project, name }) => post(`/api/admin/projects/${project}/delete`, { features: [name] }),
  ({ post, path, world, project }) =>
    post(`${path}/changeProject`, {
      newProjectId: world.projects.find((it) => it !== project),
    }),
  ({ put, world, value }) =>
    put(`/api/admin/segments/${world.segment}`, {
      name: `${world.projects[0]}-segment`,
      constraints: [{ contextName: 'userId', operator: 'IN', values: [String(value)] }],
    }),
  ({ post, world, value }) =>
    post(`/api/admin/projects/${world.projects[0]}/features`, { name: world.flags[value % 3] }),
  ({ del, value }) => del(`/api/admin/tags/simple/tag-${value % 3}`),
];

/** Makes one change by the API; it may be refused. */
export async function makeChange(
  app: TestApp,
  world: ChangedWorld,
  { kind, flag, value }: RandomChange,
): Promise<TestResponse> {
  const name = world.flags[flag] ?? '';
  const project = (await projectOf(app, name)) ?? world.projects[0];
  const path = `/api/admin/projects/${project}/features/${name}`;
  const environment = value % 2 === 0 ? 'development' : 'production';
  const inEnvironment = `${path}/environments/${environment}`;
  const { body } = await app.get(`${inEnvironment}/strategies`);
  const step = steps[kind % steps.length] as Step;
  return step({
    ...app,
    name,
    value,
    project,
    path,
    environment,
    inEnvironment,
    world,
    other: world.flags[(flag + 1) % world.flags.length] ?? '',
    strategies: Array.isArray(body) ? body : [],
  });
}

/** Three flags in the first of two projects, and a segment for all. */
export async function aChangedWorld(app: TestApp): Promise<ChangedWorld> {
  const projects = [unique('p'), unique('q')] as const;
  for (const id of projects) {
    await app.post('/api/admin/projects', { id, name: id });
  }
  const flags = [unique('f'), unique('f'), unique('f')];
  for (const name of flags) {
    await app.post(`/api/admin/projects/${projects[0]}/features`, { name });
  }
  const { body } = await app.post('/api/admin/segments', {
    name: `${projects[0]}-segment`,
    constraints: [],
  });
  return { flags, projects: [...projects], segment: body.id };
}

/** What versions contain of a flag: without usage and lifecycle. */
export function withoutUsage(flag: Record<string, unknown>) {
  const { lifecycle: _, lastSeenAt: __, ...rest } = flag;
  return rest;
}
