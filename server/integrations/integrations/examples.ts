import { unique } from '../../testing/a.ts';
import { adminsOnly, type Example, permittedOnly, type World } from '../../testing/example.ts';
import { anIntegration, refusingUrl } from '../../testing/integrations.ts';

/** The routes of the installation, and the same of a project. */
const scopes = [
  { path: '/api/admin/integrations', access: adminsOnly, projectOf: () => null },
  {
    path: '/api/admin/projects/:projectId/integrations',
    access: permittedOnly,
    projectOf: ({ project }: World) => project,
  },
] as const;

const settings = () => ({
  name: unique('integration'),
  enabled: false,
  parameters: { url: refusingUrl },
  filter: { type: 'IS:feature-created' },
});

type Call = (params: { projectId?: string; id: number }) => { body?: object };

/** The rows of one scope that are about an existing integration. */
const existing =
  ({ path, access, projectOf }: (typeof scopes)[number]) =>
  (method: Example['method'], rest: string, more: Partial<Example> & { call?: Call }): Example => {
    const { call = () => ({}), ...others } = more;
    return {
      method,
      path: `${path}/:id${rest}`,
      access,
      arrange: async (world) => {
        const project = projectOf(world);
        const { id } = await anIntegration(world.db, { project });
        const params = { id, ...(project === null ? {} : { projectId: project }) };
        return { params, ...call(params) };
      },
      ...others,
    };
  };

export const integrationExamples: readonly Example[] = scopes.flatMap((scope) => {
  const { path, access, projectOf } = scope;
  const example = existing(scope);
  const paramsOf = (world: World) => {
    const projectId = projectOf(world);
    return projectId === null ? {} : { params: { projectId } };
  };
  return [
    { method: 'GET', path, access, arrange: async (world) => paramsOf(world) } satisfies Example,
    {
      method: 'POST',
      path,
      access,
      records: ['addon-config-created'],
      arrange: async (world) => ({
        ...paramsOf(world),
        body: { ...settings(), kind: 'webhook' },
      }),
    } satisfies Example,
    example('GET', '', {}),
    example('PUT', '', {
      call: () => ({ body: settings() }),
      records: ['addon-config-updated'],
    }),
    example('DELETE', '', { records: ['addon-config-deleted'] }),
    example('POST', '/resume', {
      call: () => ({ body: { from: 1 } }),
      records: ['addon-config-updated'],
    }),
    example('POST', '/rotate-secret', { records: ['addon-config-updated'] }),
  ];
});
