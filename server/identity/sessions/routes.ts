import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { noAccess } from '../../platform/errors.ts';
import { assertSameSite, sessionCookie } from '../../platform/http/auth.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { User } from '../users/schema.ts';
import { checkPassword, openSession } from './commands.ts';
import { deleteSession } from './queries.ts';
import { Login } from './schema.ts';

export const sessionRoutes: FastifyPluginAsync = async (app) => {
  const { authType, baseUriPath, loginsPerMinute, publicUrl, sessionHours } = app.settings;
  const cookie = {
    path: baseUriPath || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  } as const;
  const { route } = routesFor(app, { tag: 'Auth', schemas: [User] });

  route('POST /auth/simple/login', {
    access: 'public',
    operationId: 'login',
    summary: 'Log in with a password',
    description:
      'Creates a session and sets its cookie. Wrong credentials are 401, also for unknown users.',
    body: Login,
    rateLimit: { max: loginsPerMinute, timeWindow: '1 minute' },
    response: ref(User),
    handler: async ({ body }, reply) => {
      if (authType === 'oidc') throw noAccess('Passwords are switched off. Use single sign-on.');
      const check = await checkPassword(app.db, body);
      const { secret, user } = await app.inTransaction((tx) =>
        openSession(tx, check, sessionHours),
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
};
