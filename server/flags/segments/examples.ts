import { aFlag, unique } from '../../testing/a.ts';
import {
  adminsOnly,
  anyone,
  type Example,
  membersOnly,
  type World,
} from '../../testing/example.ts';
import { aSegment, aStrategy } from '../../testing/targeting.ts';

const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];

export const segmentExamples: Example[] = [
  { method: 'GET', path: '/api/admin/segments', arrange: async () => ({}), access: anyone },
  {
    method: 'POST',
    path: '/api/admin/segments',
    arrange: async () => ({ body: { name: unique('segment'), constraints } }),
    access: adminsOnly,
    records: ['segment-created'],
  },
  {
    method: 'POST',
    path: '/api/admin/segments/validate',
    arrange: async () => ({ body: { name: unique('segment') } }),
    access: anyone,
    records: { nothing: 'it only checks whether the name is free' },
  },
  {
    method: 'GET',
    path: '/api/admin/segments/:id',
    arrange: async ({ db }) => ({ params: { id: await aSegment(db) } }),
    access: anyone,
  },
  {
    method: 'PUT',
    path: '/api/admin/segments/:id',
    arrange: async ({ db }) => ({
      params: { id: await aSegment(db) },
      body: { name: unique('renamed'), constraints },
    }),
    access: adminsOnly,
    records: ['segment-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/segments/:id',
    arrange: async ({ db }) => ({ params: { id: await aSegment(db) } }),
    access: adminsOnly,
    records: ['segment-deleted'],
  },
  {
    method: 'GET',
    path: '/api/admin/segments/:id/strategies',
    arrange: async ({ db }) => ({ params: { id: await aSegment(db) } }),
    access: anyone,
  },
  {
    method: 'GET',
    path: '/api/admin/segments/strategies/:strategyId',
    arrange: async (world) => ({ params: { strategyId: await aStrategyInProject(world) } }),
    access: membersOnly,
  },
];

async function aStrategyInProject({ db, project }: World): Promise<string> {
  const flag = await aFlag(db, { project });
  return aStrategy(db, { flag, segments: [await aSegment(db)] });
}
