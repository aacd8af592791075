import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { Id } from '../../platform/http/schema.ts';
import { removeSecondFactor, viewSecondFactor } from './commands.ts';
import { requestConfirmation, requestRemoval, requestStart } from './requests.ts';
import { RecoveryCodes, SecondFactor, Secret, SetUp, WithCode } from './schema.ts';

/** By password and without a session, because a server that requires it refuses a session before. */
export const secondFactorRoutes: FastifyPluginAsync = async (app) => {
  const { read, write, route } = routesFor(app, { tag: 'Auth' });
  const { loginsPerMinute: attemptsPerMinute, requireSecondFactor } = app.settings;

  route('POST /auth/second-factor/start', {
    access: 'public',
    operationId: 'startSecondFactor',
    summary: 'Start to set up a second factor',
    description: 'Returns the secret for an authenticator app. It has no effect until confirmed.',
    body: SetUp,
    attemptsPerMinute,
    response: Secret,
    handler: ({ body }) => requestStart(app, body),
  });

  route('POST /auth/second-factor/confirm', {
    access: 'public',
    operationId: 'confirmSecondFactor',
    summary: 'Enable the second factor with a first code',
    description: 'Returns recovery codes, which are shown once.',
    body: WithCode,
    attemptsPerMinute,
    response: RecoveryCodes,
    handler: ({ body }) => requestConfirmation(app, body),
  });

  route('POST /auth/second-factor/remove', {
    access: 'public',
    operationId: 'removeOwnSecondFactor',
    summary: 'Remove your second factor',
    body: WithCode,
    attemptsPerMinute,
    handler: ({ body }) => requestRemoval(app, body),
  });

  read('GET /api/admin/user/second-factor', {
    access: 'authenticated',
    operationId: 'getSecondFactor',
    summary: 'Get whether you have a second factor',
    response: SecondFactor,
    handler: (db, { caller }) => viewSecondFactor(db, caller.id, requireSecondFactor),
  });

  write('DELETE /api/admin/user-admin/:id/second-factor', {
    access: ['ADMIN'],
    operationId: 'removeSecondFactor',
    summary: 'Remove the second factor of a user',
    description: 'For users who lost their device and their recovery codes.',
    tag: 'Users',
    params: { id: Id },
    handler: (tx, { caller, params }) => removeSecondFactor(tx, caller, params.id),
  });
};
