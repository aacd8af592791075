import type { FastifyPluginAsync } from 'fastify';
import { limitAttempts } from '../../platform/attempts/limits.ts';
import { conflict } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { insertMail } from '../../platform/mail/queries.ts';
import { Role } from '../access/schema.ts';
import { assertStrongPassword } from '../users/rules.ts';
import { PasswordToValidate } from '../users/schema.ts';
import { resetPassword, setPasswordByLink } from './commands.ts';
import { findLinkUser } from './find.ts';
import {
  LinkPassword,
  LinkQuery,
  LinkUser,
  PasswordLink,
  PasswordMail,
  UserReference,
} from './schema.ts';

export const passwordLinkRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, { tag: 'Auth', schemas: [Role] });
  const { loginsPerMinute: attemptsPerMinute, emailHost, publicUrl, baseUriPath } = app.settings;
  // The secret of a link cannot be guessed: the limit is for the cost of hashing.
  const rateLimit = { max: attemptsPerMinute, timeWindow: '1 minute' };
  const mail = { baseUrl: publicUrl + baseUriPath, sendsMail: emailHost !== undefined };

  route('POST /auth/reset/password-email', {
    access: 'public',
    operationId: 'sendResetPasswordEmail',
    summary: 'Send an e-mail with a link to set a password',
    description:
      'The response is the same for unknown addresses. At most one e-mail per address and minute. ' +
      '409 if the server sends no e-mail.',
    body: PasswordMail,
    attemptsPerMinute,
    handler: async ({ body }) => {
      if (!mail.sendsMail) {
        throw conflict('This server sends no e-mail. An Admin can give you a link.');
      }
      const recipient = body.email.trim().toLowerCase();
      await limitAttempts(app.db, { name: 'mail', subject: recipient, max: 1, seconds: 60 });
      await app.inTransaction((tx) => insertMail(tx, { template: 'reset-password', recipient }));
    },
  });

  read('GET /auth/reset/validate', {
    access: 'public',
    operationId: 'validateToken',
    summary: 'Get the user of a link to set a password',
    description: '401 if the link is unknown or has expired, 403 if it was used.',
    querystring: LinkQuery,
    response: LinkUser,
    handler: (db, { query }) => findLinkUser(db, query.token),
  });

  route('POST /auth/reset/validate-password', {
    access: 'public',
    operationId: 'validatePassword',
    summary: 'Validate the strength of a password',
    description: 'A weak password is 400; details lists all violated rules.',
    body: PasswordToValidate,
    handler: ({ body }) => assertStrongPassword(body.password),
  });

  write('POST /auth/reset/password', {
    access: 'public',
    operationId: 'changePassword',
    summary: 'Set a password with a link',
    description: 'Ends all sessions of the user. The last five passwords are refused.',
    body: LinkPassword,
    rateLimit,
    handler: (tx, { body }) => setPasswordByLink(tx, body),
  });

  write('POST /api/admin/user-admin/reset-password', {
    access: ['ADMIN'],
    operationId: 'resetUserPassword',
    summary: 'Create a link with which a user sets a password',
    description:
      'Also sent to the user if the server sends e-mail. The old password works until the new one ' +
      'is set.',
    tag: 'Users',
    body: UserReference,
    response: PasswordLink,
    handler: (tx, { caller, body }) => resetPassword(tx, caller, Number(body.id), mail),
  });
};
