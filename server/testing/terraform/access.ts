import { expect } from 'vitest';
import type { Step } from './step.ts';

const group = [
  'id',
  'name',
  'description',
  'mappingsSSO',
  'rootRole',
  'createdBy',
  'createdAt',
  'users',
  'projects',
  'userCount',
  'scimId',
];
const user = [
  'id',
  'isAPI',
  'name',
  'email',
  'username',
  'imageUrl',
  'inviteLink',
  'loginAttempts',
  'emailSent',
  'rootRole',
  'seenAt',
  'createdAt',
  'accountType',
  'permissions',
  'scimId',
  'seatType',
  'activeSessions',
  'deletedSessions',
];
const serviceAccount = [
  'id',
  'isAPI',
  'name',
  'email',
  'username',
  'imageUrl',
  'inviteLink',
  'loginAttempts',
  'emailSent',
  'rootRole',
  'seenAt',
  'createdAt',
  'tokens',
];
const pat = ['id', 'secret', 'description', 'expiresAt', 'createdAt', 'seenAt', 'userId'];
const expiresAt = '2040-01-01T00:00:00Z';

export const accessResources: Record<string, Step[]> = {
  unleash_project_access: [
    {
      call: 'POST /api/admin/projects',
      body: { id: 'tf-access', name: 'Access', environments: [] },
      status: 201,
    },
    {
      call: 'POST /api/admin/user-admin',
      body: { username: 'tf-owner', rootRole: 3, sendEmail: false },
      status: 201,
      ids: { owner: 'id' },
    },
    {
      call: 'POST /api/admin/groups',
      body: { name: 'tf-owners', description: null, rootRole: null, mappingsSSO: [], users: [] },
      status: 201,
      ids: { group: 'id' },
    },
    {
      call: 'PUT /api/admin/projects/tf-access/access',
      body: { roles: [{ id: 4, users: [':owner'], groups: [':group'] }] },
      status: 200,
    },
    {
      call: 'GET /api/admin/projects/tf-access/access',
      status: 200,
      reads: {
        roles: expect.arrayContaining([expect.objectContaining({ id: 4 })]),
        users: [expect.objectContaining({ id: ':owner', roles: [4] })],
        groups: [expect.objectContaining({ id: ':group', roles: [4] })],
      },
      known: ['version', 'groups', 'users', 'roles'],
    },
    // An empty list is left out by the client.
    {
      call: 'PUT /api/admin/projects/tf-access/access',
      body: { roles: [{ id: 5, users: [':owner'] }] },
      status: 200,
    },
    {
      call: 'GET /api/admin/projects/tf-access/access',
      status: 200,
      reads: { users: [expect.objectContaining({ id: ':owner', roles: [5] })], groups: [] },
    },
  ],

  unleash_role: [
    {
      call: 'POST /api/admin/roles',
      body: {
        name: 'tf-role',
        type: 'custom',
        description: 'Managed',
        permissions: [
          { name: 'CREATE_FEATURE' },
          { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
        ],
      },
      status: 200,
      reads: { roles: { name: 'tf-role', type: 'custom', description: 'Managed' } },
      known: ['version', 'roles'],
      ids: { role: 'roles.id' },
    },
    {
      call: 'GET /api/admin/roles/:role',
      status: 200,
      reads: {
        name: 'tf-role',
        type: 'custom',
        description: 'Managed',
        permissions: expect.arrayContaining([
          expect.objectContaining({ name: 'CREATE_FEATURE' }),
          expect.objectContaining({
            name: 'UPDATE_FEATURE_ENVIRONMENT',
            environment: 'development',
          }),
        ]),
      },
      known: ['id', 'type', 'name', 'description', 'permissions'],
    },
    {
      call: 'PUT /api/admin/roles/:role',
      body: {
        name: 'tf-role-2',
        type: 'custom',
        description: 'Changed',
        permissions: [{ name: 'CREATE_FEATURE' }],
      },
      status: 200,
      reads: { roles: { name: 'tf-role-2', type: 'custom', description: 'Changed' } },
      known: ['version', 'roles'],
    },
    {
      call: 'POST /api/admin/roles',
      body: {
        name: 'tf-root-role',
        type: 'root-custom',
        description: '',
        permissions: [{ name: 'CREATE_PROJECT' }],
      },
      status: 200,
      reads: { roles: { type: 'root-custom', description: '' } },
    },
    { call: 'DELETE /api/admin/roles/:role', status: 200 },
    { call: 'GET /api/admin/roles/:role', status: 404 },
  ],

  unleash_group: [
    {
      call: 'POST /api/admin/user-admin',
      body: { username: 'tf-member', rootRole: 3, sendEmail: false },
      status: 201,
      ids: { member: 'id' },
    },
    {
      call: 'POST /api/admin/groups',
      body: {
        name: 'tf-group',
        description: 'Managed',
        mappingsSSO: ['tf'],
        rootRole: 3,
        users: [{ user: { id: ':member' } }],
      },
      status: 201,
      known: group,
      ids: { group: 'id' },
    },
    {
      call: 'GET /api/admin/groups/:group',
      status: 200,
      reads: {
        name: 'tf-group',
        description: 'Managed',
        mappingsSSO: ['tf'],
        rootRole: 3,
        users: [{ user: { id: ':member' } }],
      },
      known: group,
    },
    {
      call: 'PUT /api/admin/groups/:group',
      body: { name: 'tf-group', description: null, mappingsSSO: [], rootRole: null, users: [] },
      status: 200,
      known: group,
      reads: { id: ':group' },
    },
    {
      call: 'GET /api/admin/groups/:group',
      status: 200,
      reads: { mappingsSSO: [], rootRole: null, users: [] },
    },
    { call: 'DELETE /api/admin/groups/:group', status: 200 },
    { call: 'GET /api/admin/groups/:group', status: 404 },
  ],

  unleash_user: [
    {
      call: 'POST /api/admin/user-admin',
      body: { email: 'tf@example.com', rootRole: 2, sendEmail: false },
      status: 201,
      reads: { email: 'tf@example.com', rootRole: 2 },
      known: user,
      notNull: ['username', 'name'],
      ids: { user: 'id' },
    },
    {
      call: 'GET /api/admin/user-admin/:user',
      status: 200,
      reads: { id: ':user', email: 'tf@example.com', rootRole: 2 },
      known: user,
      notNull: ['username', 'name'],
    },
    {
      call: 'PUT /api/admin/user-admin/:user',
      body: { name: 'Terraform', email: 'tf2@example.com', rootRole: 1 },
      status: 200,
      reads: { name: 'Terraform', email: 'tf2@example.com', rootRole: 1 },
      known: user,
      notNull: ['username', 'name'],
    },
    { call: 'DELETE /api/admin/user-admin/:user', status: 200 },
    { call: 'GET /api/admin/user-admin/:user', status: 404 },
  ],

  unleash_service_account: [
    {
      call: 'POST /api/admin/service-account',
      body: { username: 'tf-account', name: 'Account', rootRole: 2 },
      status: 201,
      reads: { username: 'tf-account', name: 'Account', rootRole: 2 },
      known: serviceAccount,
      ids: { account: 'id' },
    },
    {
      call: 'GET /api/admin/service-account',
      status: 200,
      reads: {
        serviceAccounts: expect.arrayContaining([
          expect.objectContaining({ id: ':account', username: 'tf-account', rootRole: 2 }),
        ]),
      },
      known: ['serviceAccounts', 'rootRoles'],
    },
    {
      call: 'PUT /api/admin/service-account/:account',
      body: { name: 'Account 2', rootRole: 3 },
      status: 200,
      reads: { username: 'tf-account', name: 'Account 2', rootRole: 3 },
      known: serviceAccount,
    },
    {
      call: 'POST /api/admin/service-account/:account/token',
      body: { description: 'tf-token', expiresAt },
      status: 201,
      reads: { description: 'tf-token', secret: expect.any(String) },
      known: pat,
      ids: { token: 'id' },
    },
    {
      call: 'GET /api/admin/service-account/:account/token',
      status: 200,
      reads: { pats: [expect.objectContaining({ id: ':token', description: 'tf-token' })] },
      known: ['pats'],
    },
    { call: 'DELETE /api/admin/service-account/:account/token/:token', status: 200 },
    { call: 'GET /api/admin/service-account/:account/token', status: 200, reads: { pats: [] } },
    { call: 'DELETE /api/admin/service-account/:account', status: 200 },
    {
      call: 'GET /api/admin/service-account',
      status: 200,
      reads: {
        serviceAccounts: expect.not.arrayContaining([expect.objectContaining({ id: ':account' })]),
      },
    },
  ],
};
