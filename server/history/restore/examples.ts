import { aFlag, lastEventId } from '../../testing/a.ts';
import { type Example, membersOnly, type World } from '../../testing/example.ts';

const flagPath = '/api/admin/projects/:projectId/features/:featureName';

/** A flag with a new description; the event is that change. */
async function aChangedFlag({ db, project, put }: World) {
  const featureName = await aFlag(db, { project });
  await put(`/api/admin/projects/${project}/features/${featureName}`, { description: 'Old' });
  const eventId = await lastEventId(db);
  await put(`/api/admin/projects/${project}/features/${featureName}`, { description: 'New' });
  return { projectId: project, featureName, eventId };
}

export const restoreExamples: Example[] = [
  {
    method: 'POST',
    path: `${flagPath}/restore`,
    arrange: async (world) => {
      const { eventId, ...params } = await aChangedFlag(world);
      return { params, body: { to: eventId } };
    },
    access: membersOnly,
    records: ['feature-metadata-updated'],
  },
  {
    method: 'POST',
    path: `${flagPath}/versions/:eventId/undo`,
    arrange: async (world) => {
      const { eventId: _, ...params } = await aChangedFlag(world);
      return { params: { ...params, eventId: await lastEventId(world.db) }, body: {} };
    },
    access: membersOnly,
    records: ['feature-metadata-updated'],
  },
];
