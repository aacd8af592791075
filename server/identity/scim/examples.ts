import { aGroup, aUser, unique } from '../../testing/a.ts';
import type { Example, ExampleCall, World } from '../../testing/example.ts';
import { aScimToken } from '../../testing/scim.ts';

type Arranged = Omit<ExampleCall, 'token'>;

const withToken =
  (arrange: (world: World) => Promise<Arranged>): Example['arrange'] =>
  async (world) => ({ ...(await arrange(world)), token: await aScimToken(world.db) });

const aUserId = async ({ db }: World) => ({ params: { id: (await aUser(db)).id } });
const aGroupId = async ({ db }: World) => ({ params: { id: await aGroup(db) } });

const example = (
  [method, path]: [Example['method'], string],
  arrange: (world: World) => Promise<Arranged>,
  records?: Example['records'],
): Example => ({
  method,
  path: `/scim/v2/${path}`,
  arrange: withToken(arrange),
  access: 'scim',
  ...(records && { records }),
});

const patch = (path: string) => ({
  Operations: [{ op: 'replace', path, value: unique('name') }],
});

export const scimExamples: Example[] = [
  example(['GET', 'Users'], async () => ({ query: 'filter=userName%20sw%20"a"&count=1' })),
  example(['GET', 'Users/:id'], aUserId),
  example(['POST', 'Users'], async () => ({ body: { userName: unique('user') } }), [
    'user-created',
  ]),
  example(
    ['PUT', 'Users/:id'],
    async (world) => ({ ...(await aUserId(world)), body: { userName: unique('user') } }),
    ['user-updated'],
  ),
  example(
    ['PATCH', 'Users/:id'],
    async (world) => ({ ...(await aUserId(world)), body: patch('displayName') }),
    ['user-updated'],
  ),
  example(['DELETE', 'Users/:id'], aUserId, ['pat-deleted', 'user-deleted']),
  example(['GET', 'Groups'], async () => ({ query: 'excludedAttributes=members' })),
  example(['GET', 'Groups/:id'], aGroupId),
  example(
    ['POST', 'Groups'],
    async ({ db }) => ({
      body: { displayName: unique('group'), members: [{ value: String((await aUser(db)).id) }] },
    }),
    ['group-created'],
  ),
  example(
    ['PUT', 'Groups/:id'],
    async (world) => ({
      ...(await aGroupId(world)),
      body: { displayName: unique('g'), members: [{ value: String((await aUser(world.db)).id) }] },
    }),
    ['group-updated', 'group-user-added'],
  ),
  example(
    ['PATCH', 'Groups/:id'],
    async (world) => ({ ...(await aGroupId(world)), body: patch('displayName') }),
    ['group-updated'],
  ),
  example(['DELETE', 'Groups/:id'], aGroupId, ['group-deleted']),
  example(['GET', 'ServiceProviderConfig'], async () => ({})),
  example(['GET', 'ResourceTypes'], async () => ({})),
  example(['GET', 'ResourceTypes/:id'], async () => ({ params: { id: 'User' } })),
  example(['GET', 'Schemas'], async () => ({})),
  example(['GET', 'Schemas/:id'], async () => ({
    params: { id: 'urn:ietf:params:scim:schemas:core:2.0:User' },
  })),
];
