import { anyone, type Example, everyMember, type World } from '../../testing/example.ts';
import { aSubscription, aView } from '../../testing/views.ts';

const sharedView = async ({ db, project }: World) => ({ id: await aView(db, { project }) });
const records = { nothing: 'What users do with their own subscriptions is not audited.' };

export const viewSubscriptionExamples: Example[] = [
  {
    method: 'PUT',
    path: '/api/admin/views/:id/subscription',
    arrange: async (world) => ({ params: await sharedView(world) }),
    access: everyMember,
    records,
  },
  {
    method: 'DELETE',
    path: '/api/admin/views/:id/subscription',
    arrange: async (world) => {
      const { id } = await sharedView(world);
      await aSubscription(world.db, { viewId: id, userId: world.admin.id });
      return { params: { id } };
    },
    access: everyMember,
    records,
  },
  {
    method: 'GET',
    path: '/api/admin/views/entries',
    arrange: async () => ({ query: 'limit=10&cursor=999999' }),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/views/entries/seen',
    arrange: async () => ({ body: { upTo: 1 } }),
    access: anyone,
    records,
  },
];
