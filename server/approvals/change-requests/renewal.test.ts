import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aFlag, aGrant, aProject, aUser, type TestUser, unique } from '../../testing/a.ts';
import { testApp } from '../../testing/app.ts';
import { aGuard, pendingAsStored } from '../../testing/change-requests.ts';

/** Random work on flags and on requests about them; a list that was kept is as good as a new one. */
const { db, get, post, put, del } = await testApp();

/** Numbers stand for flags, people, strategies and requests of the scene, counted round. */
type Step = { kind: Kind; flag: number; other: number; who: number; pick: number };

type Scene = {
  project: string;
  elsewhere: string;
  flags: readonly string[];
  people: TestUser[];
  segment: number;
};

type Take = (scene: Scene, step: Step) => Promise<unknown>;

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
const here = ({ project }: Scene) => `/api/admin/projects/${project}`;
const pathOf = (scene: Scene, { flag }: Step) => `${here(scene)}/features/${at(scene.flags, flag)}`;
const placeOf = (scene: Scene, step: Step) => `${pathOf(scene, step)}/environments/development`;

const changes = {
  toggling: ({ pick }: Step) => ({ action: 'updateEnabled', payload: { enabled: pick % 2 === 0 } }),
  adding: () => ({ action: 'addStrategy', payload: { name: 'default' } }),
  updating: (_: Step, id: string) => ({
    action: 'updateStrategy',
    payload: { id, title: unique('title') },
  }),
  deleting: (_: Step, id: string) => ({ action: 'deleteStrategy', payload: { id } }),
  depending: (_: Step, __: string, other: string) => ({
    action: 'addDependency',
    payload: { feature: other },
  }),
  archiving: () => ({ action: 'archiveFeature' }),
};

const propose =
  (changeOf: (typeof changes)[keyof typeof changes]): Take =>
  async (scene, step) => {
    const change = changeOf(step, await strategyIn(scene, step), at(scene.flags, step.other));
    const path = `${here(scene)}/environments/development/change-requests`;
    const { token } = at(scene.people, step.who);
    return post(path, { feature: at(scene.flags, step.flag), ...change }, { token });
  };

const onRequest =
  (work: (path: string, author: TestUser, changeId: number) => Promise<unknown>): Take =>
  async (scene, { who }) => {
    const author = at(scene.people, who);
    const own = await get(`${here(scene)}/change-requests/pending`, { token: author.token });
    const [request] = own.body;
    const changeId = (request?.features[0]?.changes[0] ?? request?.segments[0])?.id;
    return request && work(`${here(scene)}/change-requests/${request.id}`, author, changeId);
  };

const takes = {
  'propose a switch': propose(changes.toggling),
  'propose a strategy': propose(changes.adding),
  'propose another strategy': propose(changes.updating),
  'propose to delete a strategy': propose(changes.deleting),
  'propose a parent': propose(changes.depending),
  'propose to archive': propose(changes.archiving),
  'propose a strategy in the segment': async (scene, step) =>
    propose(() => ({
      action: 'addStrategy',
      payload: { name: 'default', segments: [scene.segment] },
    }))(scene, step),
  'propose another segment': async (scene, { who }) =>
    post(
      `${here(scene)}/environments/development/change-requests`,
      { action: 'updateSegment', payload: { id: scene.segment, ...aSegment() } },
      { token: at(scene.people, who).token },
    ),
  'edit a change': async (scene, step) =>
    onRequest((path, { token }, change) => {
      const wish = { feature: at(scene.flags, step.flag), ...changes.toggling(step) };
      return put(`${path}/changes/${change}`, wish, { token });
    })(scene, step),
  'discard a change': onRequest((path, { token }, change) =>
    del(`${path}/changes/${change}`, { token }),
  ),
  'discard a request': onRequest((path, { token }) => del(path, { token })),
  'send to review': onRequest((path, { token }) =>
    put(`${path}/state`, { state: 'In review' }, { token }),
  ),
  approve: onRequest((path) => put(`${path}/state`, { state: 'Approved' })),
  comment: onRequest((path, { token }) => post(`${path}/comments`, { text: 'Why?' }, { token })),
  'switch on': (scene, step) => post(`${placeOf(scene, step)}/on`),
  'switch off': (scene, step) => post(`${placeOf(scene, step)}/off`),
  'add a strategy': (scene, step) =>
    post(`${placeOf(scene, step)}/strategies`, { name: 'default', title: unique('title') }),
  'change a strategy': async (scene, step) =>
    put(`${placeOf(scene, step)}/strategies/${await strategyIn(scene, step)}`, {
      name: 'default',
      title: unique('title'),
    }),
  'delete a strategy': async (scene, step) =>
    del(`${placeOf(scene, step)}/strategies/${await strategyIn(scene, step)}`),
  'add a parent': (scene, step) =>
    post(`${pathOf(scene, step)}/dependencies`, { feature: at(scene.flags, step.other) }),
  archive: (scene, step) => del(pathOf(scene, step)),
  revive: (scene, step) => post(`/api/admin/archive/revive/${at(scene.flags, step.flag)}`),
  'delete for ever': (scene, step) => del(`/api/admin/archive/${at(scene.flags, step.flag)}`),
  'move a flag': async (scene, step) => {
    const settings = `${here(scene)}/environments/development/change-requests/config`;
    await put(settings, { changeRequestsEnabled: false });
    await post(`${pathOf(scene, step)}/changeProject`, { newProjectId: scene.elsewhere });
    return put(settings, { changeRequestsEnabled: true, requiredApprovals: 1 });
  },
  'take the environment from elsewhere': ({ elsewhere }) =>
    del(`/api/admin/projects/${elsewhere}/environments/development`),
  'give the environment back there': ({ elsewhere }) =>
    post(`/api/admin/projects/${elsewhere}/environments`, { environment: 'development' }),
  'change the segment': (scene) => put(`/api/admin/segments/${scene.segment}`, aSegment()),
  'give the segment away': async (scene) =>
    put(`/api/admin/segments/${scene.segment}`, { ...aSegment(), project: await aProject(db) }),
  'delete the segment': (scene) => del(`/api/admin/segments/${scene.segment}`),
  'call somebody otherwise': (scene, { who }) =>
    put(`/api/admin/user-admin/${at(scene.people, who).id}`, {
      email: `${unique('somebody')}@example.com`,
    }),
} satisfies Record<string, Take>;

type Kind = keyof typeof takes;

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...(Object.keys(takes) as Kind[])),
  flag: fc.nat(3),
  other: fc.nat(3),
  who: fc.nat(2),
  pick: fc.nat(9),
});

test('whatever happened since they were asked for, lists are told as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (steps) => {
      const scene = await aScene();
      for (const [turn, each] of steps.entries()) {
        await takes[each.kind](scene, each);
        // Now and then more than one thing happens between two questions.
        if (turn % 4 !== 0) await assertTold(scene);
      }
      await assertTold(scene);
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 600_000);

async function aScene(): Promise<Scene> {
  const project = await aProject(db);
  await aGuard(db, { project });
  const people = [await aUser(db), await aUser(db), await aUser(db)];
  for (const { id: userId } of people) await aGrant(db, { project, userId });
  const flags = await Promise.all([1, 2, 3, 4].map(() => aFlag(db, { project })));
  const { body } = await post('/api/admin/segments', { ...aSegment(), project });
  const scene = { project, elsewhere: await aProject(db), people, flags, segment: body.id };
  for (const [flag, who] of [0, 1, 2].entries()) {
    const first = { kind: 'add a strategy', flag, other: flag + 1, who, pick: 0 } as const;
    await takes['add a strategy'](scene, first);
    await takes['propose another strategy'](scene, first);
    await takes['propose a parent'](scene, first);
  }
  return scene;
}

const aSegment = () => ({ name: unique('segment'), constraints: [] });

/** One of the flag, or one that there is not. */
async function strategyIn({ flags }: Scene, { flag, pick }: Step): Promise<string> {
  const found = await db
    .selectFrom('strategies')
    .select('id')
    .where('flag', '=', at(flags, flag))
    .orderBy('id')
    .execute();
  return found[pick % Math.max(1, found.length)]?.id ?? '00000000-0000-4000-8000-000000000000';
}

async function assertTold({ project, flags }: Scene): Promise<void> {
  for (const flag of flags) {
    const path = `/api/admin/projects/${project}/change-requests/pending/${flag}`;
    const { status, body } = await get(path);
    const stored = await pendingAsStored(db, project, flag);
    expect({ flag, status, list: status === 404 ? undefined : body }).toEqual({
      ...{ flag, list: stored },
      status: stored === undefined ? 404 : 200,
    });
  }
}
