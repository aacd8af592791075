import { aUser } from '../../testing/a.ts';
import { adminsOnly, type Example } from '../../testing/example.ts';
import { aScimToken, onlyByScim } from '../../testing/scim.ts';

/** The examples of SCIM itself need the token. */
const restore: Example['restore'] = async ({ db }) => {
  await aScimToken(db);
};

export const scimSettingExamples: Example[] = [
  {
    method: 'GET',
    path: '/api/admin/scim-settings',
    arrange: async () => ({}),
    access: adminsOnly,
  },
  {
    method: 'POST',
    path: '/api/admin/scim-settings',
    arrange: async ({ db }) => {
      await aScimToken(db);
      return { body: { enabled: false } };
    },
    access: adminsOnly,
    records: ['setting-updated'],
    restore,
  },
  {
    method: 'POST',
    path: '/api/admin/scim-settings/generate-new-token',
    arrange: async ({ db }) => {
      await aScimToken(db);
      return {};
    },
    access: adminsOnly,
    records: ['setting-updated'],
    restore,
  },
  {
    method: 'DELETE',
    path: '/api/admin/user-admin/scim-users',
    arrange: async ({ db }) => {
      await onlyByScim(db, (await aUser(db)).id);
      return {};
    },
    access: adminsOnly,
    records: ['pat-deleted', 'user-deleted'],
  },
];
