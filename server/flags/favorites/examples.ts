import { aFlag, aGrant, aProject } from '../../testing/a.ts';
import { type Example, everyMember, type World } from '../../testing/example.ts';

const ofFlag = '/api/admin/projects/:projectId/features/:featureName/favorites';
const ofProject = '/api/admin/projects/:projectId/favorites';

export const favoriteExamples: Example[] = [
  {
    method: 'POST',
    path: ofFlag,
    arrange: async ({ db, project }) => ({
      params: { projectId: project, featureName: await aFlag(db, { project }) },
    }),
    access: everyMember,
    records: ['feature-favorited'],
  },
  {
    method: 'DELETE',
    path: ofFlag,
    arrange: async ({ db, project, admin }) => {
      const flag = await aFlag(db, { project });
      await db.insertInto('flag_favorites').values({ user_id: admin.id, flag }).execute();
      return { params: { projectId: project, featureName: flag } };
    },
    access: everyMember,
    records: ['feature-unfavorited'],
  },
  {
    method: 'POST',
    path: ofProject,
    arrange: async (world) => ({ params: { projectId: await anotherProject(world) } }),
    access: everyMember,
    records: ['project-favorited'],
  },
  {
    method: 'DELETE',
    path: ofProject,
    arrange: async (world) => {
      const project = await anotherProject(world);
      await world.db
        .insertInto('project_favorites')
        .values({ user_id: world.admin.id, project })
        .execute();
      return { params: { projectId: project } };
    },
    access: everyMember,
    records: ['project-unfavorited'],
  },
];

/** Another private project with the same role grants, which is no favourite of any user. */
async function anotherProject({ db, project }: World): Promise<string> {
  const copy = await aProject(db, { mode: 'private' });
  const grants = await db
    .selectFrom('role_grants')
    .select(['role_id as role', 'user_id as userId'])
    .where('project', '=', project)
    .execute();
  for (const { role, userId } of grants) {
    if (userId !== null) await aGrant(db, { project: copy, role, userId });
  }
  return copy;
}
