import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { Role } from '../access/schema.ts';
import { User } from '../users/schema.ts';
import { createInvitation, joinByInvitation, updateInvitation } from './commands.ts';
import { assertOpenInvitation, findInvitations, findOneInvitation, keyOf } from './find.ts';
import { Invitation, InvitationPatch, Invitations, InvitedUser, NewInvitation } from './schema.ts';

export const invitationRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Invitations', schemas: [Role, User, Invitation] });
  const { loginsPerMinute, publicUrl, baseUriPath } = app.settings;
  const baseUrl = publicUrl + baseUriPath;

  read('GET /api/admin/invite-link/tokens', {
    access: ['ADMIN'],
    operationId: 'getAllPublicSignupTokens',
    summary: 'List invitations',
    description: 'Newest first, with placeholders instead of the secrets.',
    response: Invitations,
    handler: async (db) => ({ tokens: await findInvitations(db) }),
  });

  write('POST /api/admin/invite-link/tokens', {
    access: ['ADMIN'],
    operationId: 'createPublicSignupToken',
    summary: 'Create an invitation',
    description:
      'A link with which people create users of their own. The response shows it once. The root ' +
      'role is Viewer by default, and cannot be Admin.',
    body: NewInvitation,
    status: 201,
    response: ref(Invitation),
    handler: (tx, { caller, body }) =>
      createInvitation(tx, caller, body, { baseUrl, now: Date.now() }),
  });

  read('GET /api/admin/invite-link/tokens/:token', {
    access: ['ADMIN'],
    operationId: 'getPublicSignupToken',
    summary: 'Get an invitation and who joined with it',
    response: ref(Invitation),
    handler: (db, { params }) => findOneInvitation(db, keyOf(params.token)),
  });

  write('PUT /api/admin/invite-link/tokens/:token', {
    access: ['ADMIN'],
    operationId: 'updatePublicSignupToken',
    summary: 'Disable, enable or extend an invitation',
    body: InvitationPatch,
    response: ref(Invitation),
    handler: (tx, { caller, params, body }) =>
      updateInvitation(tx, caller, keyOf(params.token), { ...body, now: Date.now() }),
  });

  read('GET /invite/:token/validate', {
    access: 'public',
    operationId: 'validatePublicSignupToken',
    summary: 'Check whether an invitation can be used',
    description: '400 if it is unknown, expired or disabled.',
    handler: (db, { params }) => assertOpenInvitation(db, params.token),
  });

  write('POST /invite/:token/signup', {
    access: 'public',
    operationId: 'addPublicSignupTokenUser',
    summary: 'Create a user with an invitation',
    body: InvitedUser,
    // Not shared with logins, so that a team behind one address can join and log in.
    rateLimit: { max: loginsPerMinute, timeWindow: '1 minute' },
    status: 201,
    response: ref(User),
    handler: (tx, { params, body }) => joinByInvitation(tx, params.token, body),
  });
};
