import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { noAccess } from '../../platform/errors.ts';
import { assertSameSite, sessionCookie, sessionSecretOf } from '../../platform/http/auth.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { Id, ref } from '../../platform/http/schema.ts';
import { User } from '../users/schema.ts';
import { endOwnSession, endSessions, openSession } from './commands.ts';
import { checkPassword } from './credentials.ts';
import { deleteSession, deleteSessionsOfUser, listSessions } from './queries.ts';
import { Login, SessionId, Sessions } from './schema.ts';

export const sessionRoutes: FastifyPluginAsync = async (app) => {
  const { authType, baseUriPath, loginsPerMinute, loginFailuresMax, publicUrl } = app.settings;
  const { requireSecondFactor, sessionHours } = app.settings;
  const cookie = {
    path: baseUriPath || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  } as const;
  const { read, write, route } = routesFor(app, { tag: 'Auth', schemas: [User] });

  route('POST /auth/simple/login', {
    access: 'public',
    operationId: 'login',
    summary: 'Log in with a password',
    description:
      'Creates a session and sets its cookie. Wrong credentials are 401, also for unknown users. ' +
      'With the name SecondFactorRequired, send the code too.',
    body: Login,
    attemptsPerMinute: loginsPerMinute,
    response: ref(User),
    handler: async ({ body, ip, headers }, reply) => {
      if (authType === 'oidc') throw noAccess('Passwords are switched off. Use single sign-on.');
      const check = await checkPassword(app.db, body, loginFailuresMax);
      const { secret, user } = await app.inTransaction((tx) =>
        openSession(tx, check, {
          hours: sessionHours,
          code: body.code,
          encryption: app.encryption,
          device: { address: ip, userAgent: headers['user-agent'] },
          secondFactorRequired: requireSecondFactor,
        }),
      );
      void reply.setCookie(sessionCookie, secret, { ...cookie, maxAge: sessionHours * 3600 });
      return user;
    },
  });

  route('POST /logout', {
    access: 'public',
    operationId: 'logout',
    summary: 'Log out',
    description:
      'Ends the session of the cookie and redirects to the start page, or to the single logout.',
    status: 302,
    response: Type.Null({ description: 'Logged out.' }),
    handler: async (request, reply) => {
      assertSameSite(request);
      const secret = request.cookies[sessionCookie];
      const isOidc = secret && (await app.inTransaction((tx) => deleteSession(tx, secret)));
      return reply
        .clearCookie(sessionCookie, cookie)
        .header('clear-site-data', '"cookies"')
        .redirect(isOidc ? `${baseUriPath}/auth/oidc/logout` : `${baseUriPath}/`);
    },
  });

  read('GET /api/admin/user/sessions', {
    access: 'authenticated',
    operationId: 'getOwnSessions',
    summary: 'List your sessions',
    response: Sessions,
    handler: async (db, request) => ({
      sessions: await listSessions(db, request.caller.id, sessionSecretOf(request)),
    }),
  });

  write('DELETE /api/admin/user/sessions', {
    access: 'authenticated',
    operationId: 'endOtherSessions',
    summary: 'End all your sessions but that of the request',
    handler: (tx, request) => deleteSessionsOfUser(tx, request.caller.id, sessionSecretOf(request)),
  });

  write('DELETE /api/admin/user/sessions/:id', {
    access: 'authenticated',
    operationId: 'endOwnSession',
    summary: 'End one of your sessions',
    params: { id: SessionId },
    handler: (tx, { caller, params }) => endOwnSession(tx, caller, params.id),
  });

  read('GET /api/admin/user-admin/:id/sessions', {
    access: ['ADMIN'],
    operationId: 'getSessionsOfUser',
    summary: 'List the sessions of a user',
    tag: 'Users',
    params: { id: Id },
    response: Sessions,
    handler: async (db, request) => ({
      sessions: await listSessions(db, request.params.id, sessionSecretOf(request)),
    }),
  });

  write('DELETE /api/admin/user-admin/:id/sessions', {
    access: ['ADMIN'],
    operationId: 'endSessionsOfUser',
    summary: 'End all sessions of a user',
    tag: 'Users',
    params: { id: Id },
    handler: (tx, { caller, params }) => endSessions(tx, caller, params.id),
  });
};
