import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { sessionSecretOf } from '../../platform/http/auth.ts';
import { routesFor, withHeaders } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { Role } from '../access/schema.ts';
import {
  changeOwnPassword,
  createUserWithLink,
  deleteUser,
  setPassword,
  updateUser,
} from './commands.ts';
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

export const userRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, { tag: 'Users', schemas: [Role, User] });
  const { loginsPerMinute: attemptsPerMinute, emailHost, publicUrl, baseUriPath } = app.settings;
  const mail = { baseUrl: publicUrl + baseUriPath, sendsMail: emailHost !== undefined };

  read('GET /api/admin/user-admin', {
    access: ['ADMIN'],
    operationId: 'getUsers',
    summary: 'List users and root roles',
    response: Users,
    handler: async (db) => ({
      users: (await listUsers(db)).map((user) => ({
        ...viewUser(user),
        activeSessions: user.activeSessions,
      })),
      rootRoles: await listRootRoles(db),
    }),
  });

  read('GET /api/admin/user-admin/search', {
    access: 'authenticated',
    operationId: 'searchUsers',
    summary: 'Search users by name',
    description: 'Returns at most 100 users, and none for fewer than two characters.',
    querystring: UserSearch,
    response: UsersFound,
    handler: async (db, { query: { q = '' } }) =>
      q.length < 2 ? [] : (await searchUsers(db, q)).map(viewNames),
  });

  read('GET /api/admin/user-admin/access', {
    access: 'authenticated',
    operationId: 'getBaseUsersAndGroups',
    summary: 'List users and groups to grant roles to',
    description: 'Users, service accounts and groups, with names only.',
    response: UsersAndGroups,
    handler: async (db) => ({
      users: (await listAccounts(db)).map((row) => ({
        ...viewNames(row),
        accountType: row.accountType,
      })),
      groups: await listGroupSizes(db),
    }),
  });

  read('GET /api/admin/user-admin/admin-count', {
    access: ['ADMIN'],
    operationId: 'getAdminCount',
    summary: 'Count users with the role Admin',
    response: AdminCount,
    handler: (db) => countAdmins(db),
  });

  route('POST /api/admin/user-admin', {
    access: ['ADMIN'],
    operationId: 'createUser',
    summary: 'Create a user',
    description:
      'The header Location contains the id. A user without a password gets an e-mail with a link ' +
      'to set one; if none is sent, inviteLink has the link.',
    body: NewUser,
    status: 201,
    response: ref(User),
    handler: async ({ caller, body }, reply) => {
      const user = await app.inTransaction((tx) => createUserWithLink(tx, caller, body, mail));
      return withHeaders(reply, { location: String(user.id) }, user);
    },
  });

  read('GET /api/admin/user-admin/:id', {
    access: ['ADMIN'],
    operationId: 'getUser',
    summary: 'Get a user',
    params: { id: Id },
    response: ref(User),
    handler: async (db, { params }) =>
      viewUser(found(await findUser(db, params.id, 'User'), 'User', params.id)),
  });

  write('PUT /api/admin/user-admin/:id', {
    access: ['ADMIN'],
    operationId: 'updateUser',
    summary: 'Update the name, the e-mail or the root role of a user',
    description: 'Omitted properties are unchanged. The role of the last Admin cannot be changed.',
    params: { id: Id },
    body: UserPatch,
    response: ref(User),
    handler: (tx, { caller, params, body }) => updateUser(tx, caller, params.id, body),
  });

  write('DELETE /api/admin/user-admin/:id', {
    access: ['ADMIN'],
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description: 'Also deletes their sessions, tokens, memberships and roles.',
    params: { id: Id },
    handler: (tx, { caller, params }) => deleteUser(tx, caller, params.id),
  });

  write('POST /api/admin/user-admin/:id/change-password', {
    access: ['ADMIN'],
    operationId: 'changeUserPassword',
    summary: 'Set the password of a user',
    description: 'Ends all sessions of that user.',
    params: { id: Id },
    body: NewPassword,
    attemptsPerMinute,
    handler: (tx, { caller, params, body }) => setPassword(tx, caller, params.id, body),
  });

  route('POST /api/admin/user-admin/validate-password', {
    access: 'authenticated',
    operationId: 'validateUserPassword',
    summary: 'Validate the strength of a password',
    description: 'A weak password is 400; details lists all violated rules.',
    duringMaintenance: true,
    body: PasswordToValidate,
    handler: ({ body }) => assertStrongPassword(body.password),
  });

  write('POST /api/admin/user/change-password', {
    access: 'authenticated',
    operationId: 'changeMyPassword',
    summary: 'Change your own password',
    description: 'Ends all your other sessions. The last five passwords are refused.',
    body: OwnPasswordChange,
    attemptsPerMinute,
    handler: (tx, request) =>
      changeOwnPassword(tx, request.caller, request.body, sessionSecretOf(request)),
  });
};
