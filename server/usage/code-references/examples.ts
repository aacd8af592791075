import { aFlag } from '../../testing/a.ts';
import { type Example, membersOnly, type World } from '../../testing/example.ts';
import { aScan } from '../../testing/usage.ts';

const nothing = { nothing: 'references are reported by machines, as usage is' };

async function aScannedRepository({ db, project }: World) {
  const flag = await aFlag(db, { project });
  const repository = await aScan(db, { project, references: [{ flag, path: 'a.ts', line: 1 }] });
  return { flag, repository };
}

export const codeReferenceExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/code-references',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
  {
    method: 'PUT',
    path: '/api/admin/projects/:projectId/code-references/:repository',
    arrange: async ({ db, project }) => ({
      params: { projectId: project, repository: 'github.com/acme/shop' },
      body: {
        branch: 'main',
        commit: 'f00',
        references: [
          {
            flag: await aFlag(db, { project }),
            path: 'src/a.ts',
            line: 7,
            text: "isEnabled('a')",
            inComment: false,
          },
        ],
      },
    }),
    access: membersOnly,
    records: nothing,
  },
  {
    method: 'DELETE',
    path: '/api/admin/projects/:projectId/code-references/:repository',
    arrange: async (world) => {
      const { repository } = await aScannedRepository(world);
      return { params: { projectId: world.project, repository } };
    },
    access: membersOnly,
    records: nothing,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/features/:featureName/code-references',
    arrange: async (world) => {
      const { flag } = await aScannedRepository(world);
      return { params: { projectId: world.project, featureName: flag } };
    },
    access: membersOnly,
  },
  {
    method: 'GET',
    path: '/api/admin/projects/:projectId/stale-features',
    arrange: async ({ project }) => ({ params: { projectId: project } }),
    access: membersOnly,
  },
];
