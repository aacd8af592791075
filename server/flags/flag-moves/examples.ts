import { aDependency, aFlag, aGrant, aProject, aTagging, unique } from '../../testing/a.ts';
import { type Example, membersOnly, type World } from '../../testing/example.ts';
import { aStrategy } from '../../testing/targeting.ts';

export const flagMoveExamples: Example[] = [
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/features/:featureName/clone',
    arrange: async ({ db, project }) => {
      const flag = await aFlag(db, { project });
      await aStrategy(db, { flag, environment: 'production' });
      await aTagging(db, { flag });
      await aDependency(db, { child: flag, parent: await aFlag(db, { project }) });
      return {
        params: { projectId: project, featureName: flag },
        body: { name: unique('flag'), replaceGroupId: true },
      };
    },
    access: membersOnly,
    records: [
      'feature-created',
      'feature-strategy-add',
      'feature-tagged',
      'feature-dependency-added',
    ],
  },
  {
    method: 'POST',
    path: '/api/admin/projects/:projectId/features/:featureName/changeProject',
    arrange: async (world) => ({
      params: {
        projectId: world.project,
        featureName: await aFlag(world.db, { project: world.project }),
      },
      body: { newProjectId: await anotherProject(world) },
    }),
    access: membersOnly,
    records: ['feature-project-change'],
  },
];

/** Another project in which the users of the world have the same roles. */
async function anotherProject({ db, project }: World): Promise<string> {
  const other = await aProject(db);
  const grants = await db
    .selectFrom('role_grants')
    .select(['role_id as role', 'user_id as userId'])
    .where('project', '=', project)
    .execute();
  for (const { role, userId } of grants) {
    if (userId !== null) await aGrant(db, { project: other, role, userId });
  }
  return other;
}
