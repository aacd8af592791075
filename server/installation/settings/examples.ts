import { unique } from '../../testing/a.ts';
import { adminsOnly, anyone, type Example, type World } from '../../testing/example.ts';

const someOrigins = () => ({ frontendApiOrigins: ['*', `https://${unique('shop')}.example`] });

const withoutOrigins = async ({ db }: World) => {
  await db.updateTable('installation_settings').set({ frontend_origins: null }).execute();
};

export const settingExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/ui-config',
    arrange: async () => ({}),
    access: anyone,
  },
  {
    method: 'POST',
    path: '/api/admin/ui-config',
    arrange: async () => ({ body: { frontendSettings: someOrigins() } }),
    access: adminsOnly,
    records: ['setting-updated'],
    restore: withoutOrigins,
  },
  {
    method: 'POST',
    path: '/api/admin/ui-config/cors',
    arrange: async () => ({ body: someOrigins() }),
    access: adminsOnly,
    records: ['setting-updated'],
    restore: withoutOrigins,
  },
  {
    method: 'GET',
    path: '/api/admin/maintenance',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/maintenance',
    arrange: async () => ({ body: { enabled: true } }),
    access: adminsOnly,
    records: ['setting-updated'],
    restore: async ({ db }) => {
      await db.updateTable('installation_settings').set({ maintenance: false }).execute();
    },
  },
];
