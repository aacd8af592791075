import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { sessionSecretOf } from '../../platform/http/auth.ts';
import { Empty, failures, IdParams, ref } from '../../platform/http/schema.ts';
import { Role } from '../access/schema.ts';
import { changeOwnPassword, createUser, deleteUser, setPassword, updateUser } from './commands.ts';
import {
  countAdmins,
  findUser,
  listAccounts,
  listGroupSizes,
  listRootRoles,
  listUsers,
  searchUsers,
} from './queries.ts';
import { assertStrongPassword, viewNames, viewUser } from './rules.ts';
import {
  AdminCount,
  NewPassword,
  NewUser,
  OwnPasswordChange,
  PasswordToValidate,
  User,
  UserPatch,
  UserSearch,
  Users,
  UsersAndGroups,
  UsersFound,
} from './schema.ts';

export const userRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Role);
  app.addSchema(User);

  app.get(
    '/api/admin/user-admin',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'getUsers',
        summary: 'List users, and the root roles they can have',
        tags: ['Users'],
        response: { 200: Users, ...failures },
      },
    },
    async () => ({
      users: (await listUsers(app.db)).map((user) => ({
        ...viewUser(user),
        activeSessions: user.activeSessions,
      })),
      rootRoles: await listRootRoles(app.db),
    }),
  );

  app.get(
    '/api/admin/user-admin/search',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'searchUsers',
        summary: 'Find users by a part of their names',
        description: 'At most 100. Less than two characters find nobody.',
        tags: ['Users'],
        querystring: UserSearch,
        response: { 200: UsersFound, ...failures },
      },
    },
    async ({ query: { q = '' } }) =>
      q.length < 2 ? [] : (await searchUsers(app.db, q)).map(viewNames),
  );

  app.get(
    '/api/admin/user-admin/access',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getBaseUsersAndGroups',
        summary: 'List everybody a role can be given to',
        description: 'Users, service accounts and groups, with little more than their names.',
        tags: ['Users'],
        response: { 200: UsersAndGroups, ...failures },
      },
    },
    async () => ({
      users: (await listAccounts(app.db)).map((row) => ({
        ...viewNames(row),
        accountType: row.accountType,
      })),
      groups: await listGroupSizes(app.db),
    }),
  );

  app.get(
    '/api/admin/user-admin/admin-count',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'getAdminCount',
        summary: 'Count those who hold the role Admin',
        tags: ['Users'],
        response: { 200: AdminCount, ...failures },
      },
    },
    async () => countAdmins(app.db),
  );

  app.post(
    '/api/admin/user-admin',
    {
      config: { access: ['ADMIN'], echo: User },
      schema: {
        operationId: 'createUser',
        summary: 'Create a user',
        description: 'The header location holds the new id. No e-mail is sent.',
        tags: ['Users'],
        body: NewUser,
        response: { 201: ref(User), ...failures },
      },
    },
    async ({ caller, body }, reply) => {
      const user = await inTransaction(app.db, (tx) => createUser(tx, caller, body));
      return reply
        .code(201)
        .header('location', String(user.id))
        .send({ ...user, emailSent: false });
    },
  );

  app.get(
    '/api/admin/user-admin/:id',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'getUser',
        summary: 'Show a user',
        tags: ['Users'],
        params: IdParams,
        response: { 200: ref(User), ...failures },
      },
    },
    async ({ params }) => {
      const user = await findUser(app.db, params.id, 'User');
      if (!user) throw notFound(`User ${params.id}`);
      return viewUser(user);
    },
  );

  app.put(
    '/api/admin/user-admin/:id',
    {
      config: { access: ['ADMIN'], echo: User },
      schema: {
        operationId: 'updateUser',
        summary: 'Change the name, the e-mail or the root role of a user',
        description: 'Members that are left out stay as they are. The last Admin stays Admin.',
        tags: ['Users'],
        params: IdParams,
        body: UserPatch,
        response: { 200: ref(User), ...failures },
      },
    },
    async ({ caller, params, body }) =>
      inTransaction(app.db, (tx) => updateUser(tx, caller, params.id, body)),
  );

  app.delete(
    '/api/admin/user-admin/:id',
    {
      config: { access: ['ADMIN'] },
      schema: {
        operationId: 'deleteUser',
        summary: 'Delete a user',
        description: 'Their sessions, tokens, memberships and roles end at once.',
        tags: ['Users'],
        params: IdParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => deleteUser(tx, caller, params.id));
      return null;
    },
  );

  app.post(
    '/api/admin/user-admin/:id/change-password',
    {
      config: {
        access: ['ADMIN'],
        rateLimit: { max: app.settings.loginsPerMinute, timeWindow: '1 minute' },
      },
      schema: {
        operationId: 'changeUserPassword',
        summary: 'Set the password of a user',
        description: 'Ends all sessions of that user.',
        tags: ['Users'],
        params: IdParams,
        body: NewPassword,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => setPassword(tx, caller, params.id, body));
      return null;
    },
  );

  app.post(
    '/api/admin/user-admin/validate-password',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'validateUserPassword',
        summary: 'Ask whether a password is strong enough',
        description: 'A weak one is 400; details list every rule it breaks.',
        tags: ['Users'],
        body: PasswordToValidate,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ body }) => {
      assertStrongPassword(body.password);
      return null;
    },
  );

  app.post(
    '/api/admin/user/change-password',
    {
      config: {
        access: 'authenticated',
        rateLimit: { max: app.settings.loginsPerMinute, timeWindow: '1 minute' },
      },
      schema: {
        operationId: 'changeMyPassword',
        summary: 'Change your own password',
        description: 'Ends all your other sessions. The last five passwords are refused.',
        tags: ['Users'],
        body: OwnPasswordChange,
        response: { 200: Empty, ...failures },
      },
    },
    async (request) => {
      const { caller, body } = request;
      await inTransaction(app.db, (tx) =>
        changeOwnPassword(tx, caller, body, sessionSecretOf(request)),
      );
      return null;
    },
  );
};
