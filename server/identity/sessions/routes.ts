import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { inTransaction } from '../../events/record.ts';
import { assertSameSite, sessionCookie } from '../../platform/http/auth.ts';
import { failures, ref } from '../../platform/http/schema.ts';
import { User } from '../users/schema.ts';
import { checkPassword, openSession } from './commands.ts';
import { deleteSession } from './queries.ts';
import { Login } from './schema.ts';

export const sessionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { baseUriPath, loginsPerMinute, publicUrl, sessionHours } = app.settings;
  const cookie = {
    path: baseUriPath || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  } as const;
  app.addSchema(User);

  app.post(
    '/auth/simple/login',
    {
      config: {
        access: 'public',
        rateLimit: { max: loginsPerMinute, timeWindow: '1 minute' },
      },
      schema: {
        operationId: 'login',
        summary: 'Log in with a password',
        description: 'Opens a session and sets its cookie. A wrong pair is 401, whoever it names.',
        tags: ['Auth'],
        body: Login,
        response: { 200: ref(User), ...failures },
      },
    },
    async ({ body }, reply) => {
      const proof = await checkPassword(app.db, body);
      const { secret, user } = await inTransaction(app.db, (tx) =>
        openSession(tx, proof, sessionHours),
      );
      return reply
        .setCookie(sessionCookie, secret, { ...cookie, maxAge: sessionHours * 3600 })
        .send(user);
    },
  );

  await app.register(async (anyBody) => {
    anyBody.removeAllContentTypeParsers();
    anyBody.addContentTypeParser('*', { parseAs: 'buffer' }, (_, __, done) => done(null));

    anyBody.post(
      '/logout',
      {
        config: { access: 'public' },
        schema: {
          operationId: 'logout',
          summary: 'Log out',
          description:
            'Ends the session of the cookie, and no other, then leads to the start page.',
          tags: ['Auth'],
          response: { 302: Type.Null({ description: 'Logged out.' }), ...failures },
        },
      },
      async (request, reply) => {
        assertSameSite(request);
        const secret = request.cookies[sessionCookie];
        if (secret) await inTransaction(app.db, (tx) => deleteSession(tx, secret));
        return reply
          .clearCookie(sessionCookie, cookie)
          .header('clear-site-data', '"cookies"')
          .redirect(`${baseUriPath}/`);
      },
    );
  });
};
