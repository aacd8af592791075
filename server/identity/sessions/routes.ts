import type { FastifyPluginAsync } from 'fastify';
import { Type } from 'typebox';
import { assertSameSite, sessionCookie } from '../../platform/http/auth.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { User } from '../users/schema.ts';
import { openSession } from './commands.ts';
import { checkPassword } from './credentials.ts';
import { deleteSession } from './queries.ts';
import { Login } from './schema.ts';

export const sessionRoutes: FastifyPluginAsync = async (app) => {
  const { baseUriPath, loginsPerMinute, loginFailuresMax, publicUrl, sessionHours } = app.settings;
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
    attemptsPerMinute: loginsPerMinute,
    response: ref(User),
    handler: async ({ body }, reply) => {
      const check = await checkPassword(app.db, body, loginFailuresMax);
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
    description: 'Ends the session of the cookie and redirects to the start page.',
    status: 302,
    response: Type.Null({ description: 'Logged out.' }),
    handler: async (request, reply) => {
      assertSameSite(request);
      const secret = request.cookies[sessionCookie];
      if (secret) await app.inTransaction((tx) => deleteSession(tx, secret));
      return reply
        .clearCookie(sessionCookie, cookie)
        .header('clear-site-data', '"cookies"')
        .redirect(`${baseUriPath}/`);
    },
  });
};
