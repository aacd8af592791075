import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { PersonalToken } from '../personal-tokens/schema.ts';
import { allowClientLogin, exchangeVerifier } from './commands.ts';
import { ClientLogin, Verifier } from './schema.ts';

/** A client polls every two seconds, and several users may have the same address. */
const rateLimit = { max: 600, timeWindow: '1 minute' };

export const clientLoginRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, {
    tag: 'Personal access tokens',
    schemas: [PersonalToken],
  });

  write('POST /api/admin/user/client-logins', {
    access: 'authenticated',
    operationId: 'allowClientLogin',
    summary: 'Allow a login of the command line',
    description:
      'The client that knows the verifier of the challenge can get a personal token for ten minutes.',
    body: ClientLogin,
    handler: (tx, { caller, body }) => allowClientLogin(tx, caller, body),
  });

  write('POST /auth/client-login', {
    access: 'public',
    operationId: 'exchangeVerifier',
    summary: 'Get the token of an allowed login of the command line',
    description:
      'Once per login. 403 with the name LoginNotAllowed if it is unknown, not allowed yet, expired ' +
      'or used.',
    body: Verifier,
    rateLimit,
    status: 201,
    response: ref(PersonalToken),
    handler: (tx, { body }) => exchangeVerifier(tx, body.verifier),
  });
};
