import { adminsOnly, type Example, type World } from '../../testing/example.ts';
import { anIntegration, refusingUrl } from '../../testing/integrations.ts';

const someAddon = () => ({
  provider: 'webhook',
  description: 'Changes of flags',
  enabled: false,
  parameters: { url: refusingUrl },
  events: ['feature-created', 'feature-archived'],
  projects: ['default'],
  environments: [],
});

const arrange = async ({ db }: World) => ({ params: { id: (await anIntegration(db)).id } });

export const addonExamples: readonly Example[] = [
  { method: 'GET', path: '/api/admin/addons', arrange: async () => ({}), access: adminsOnly },
  {
    method: 'POST',
    path: '/api/admin/addons',
    arrange: async () => ({ body: someAddon() }),
    access: adminsOnly,
    records: ['addon-config-created'],
  },
  { method: 'GET', path: '/api/admin/addons/:id', arrange, access: adminsOnly },
  {
    method: 'PUT',
    path: '/api/admin/addons/:id',
    arrange: async (world) => ({ ...(await arrange(world)), body: someAddon() }),
    access: adminsOnly,
    records: ['addon-config-updated'],
  },
  {
    method: 'DELETE',
    path: '/api/admin/addons/:id',
    arrange,
    access: adminsOnly,
    records: ['addon-config-deleted'],
  },
  { method: 'GET', path: '/api/admin/addons/:id/events', arrange, access: adminsOnly },
];
