import { aFlag } from '../../testing/a.ts';
import { type Example, membersOnly, type World } from '../../testing/example.ts';
import { aLink } from '../../testing/targeting.ts';

const path = '/api/admin/projects/:projectId/features/:featureName/link';

export const linkExamples: Example[] = [
  {
    method: 'POST',
    path,
    arrange: async ({ db, project }) => ({
      params: { projectId: project, featureName: await aFlag(db, { project }) },
      body: { url: 'https://example.com/ticket/1', title: 'The ticket' },
    }),
    access: membersOnly,
    records: ['feature-metadata-updated'],
  },
  {
    method: 'PUT',
    path: `${path}/:linkId`,
    arrange: async (world) => ({
      params: await aLinkedFlag(world),
      body: { url: 'https://example.com/ticket/2' },
    }),
    access: membersOnly,
    records: ['feature-metadata-updated'],
  },
  {
    method: 'DELETE',
    path: `${path}/:linkId`,
    arrange: async (world) => ({ params: await aLinkedFlag(world) }),
    access: membersOnly,
    records: ['feature-metadata-updated'],
  },
];

async function aLinkedFlag({ db, project }: World) {
  const featureName = await aFlag(db, { project });
  return { projectId: project, featureName, linkId: await aLink(db, { flag: featureName }) };
}
