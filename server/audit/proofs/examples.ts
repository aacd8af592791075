import { lastEventId, unique } from '../../testing/a.ts';
import { adminsOnly, type Example } from '../../testing/example.ts';

export const auditExamples: readonly Example[] = [
  {
    method: 'GET',
    path: '/api/admin/audit/proof/:eventId',
    arrange: async ({ db, post }) => {
      await post('/api/admin/tags', { type: 'simple', value: unique('tag') });
      return { params: { eventId: await lastEventId(db) } };
    },
    access: adminsOnly,
  },
];
