import { adminsOnly, type Example, type World } from '../../testing/example.ts';

/** A port on which nothing listens. */
const settings = {
  enabled: false,
  discoverUrl: 'http://127.0.0.1:9',
  clientId: 'pennon',
  defaultRootRole: 'Viewer',
};

const restore = async ({ db }: World) => {
  await db.updateTable('sign_in_settings').set({ oidc: null, oidc_secret: null }).execute();
};

const none = { nothing: 'It only redirects.' };

export const oidcExamples: Example[] = [
  {
    method: 'GET',
    path: '/auth/sign-in-options',
    arrange: async () => ({}),
    access: 'public',
  },
  {
    method: 'GET',
    path: '/auth/oidc/login',
    arrange: async () => ({ query: 'next=/flags' }),
    access: 'public',
    records: none,
  },
  {
    method: 'GET',
    path: '/auth/oidc/callback',
    arrange: async () => ({ query: 'code=x&state=y' }),
    access: 'public',
    records: none,
  },
  {
    method: 'GET',
    path: '/auth/oidc/logout',
    arrange: async () => ({}),
    access: 'public',
    records: none,
  },
  {
    method: 'GET',
    path: '/api/admin/auth/oidc/settings',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/auth/oidc/settings',
    arrange: async () => ({ body: settings }),
    access: adminsOnly,
    records: ['setting-updated'],
    restore,
  },
  {
    method: 'POST',
    path: '/api/admin/auth/oidc/settings/test',
    arrange: async () => ({ body: settings }),
    access: adminsOnly,
    records: { nothing: 'It stores nothing.' },
  },
];
