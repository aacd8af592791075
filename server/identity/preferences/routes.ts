import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { markSplashSeen, setFeedback } from './commands.ts';
import { Feedback, FeedbackUpdate, NewFeedback, PreferenceId, Splash } from './schema.ts';

export const preferenceRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, { tag: 'Users', schemas: [Feedback] });

  write('POST /api/admin/splash/:id', {
    access: 'authenticated',
    operationId: 'updateSplashSettings',
    summary: 'Mark a splash screen as seen',
    description: 'GET /api/admin/user lists those that you have seen.',
    params: { id: PreferenceId },
    response: Splash,
    handler: (tx, { caller, params }) => markSplashSeen(tx, caller, params.id),
  });

  write('POST /api/admin/feedback', {
    access: 'authenticated',
    operationId: 'createFeedback',
    summary: 'Record that you gave feedback',
    description: 'Only that it was given, now, and whether to show the request for it again.',
    body: NewFeedback,
    response: ref(Feedback),
    handler: (tx, { caller, body: { feedbackId, neverShow } }) =>
      setFeedback(tx, caller, feedbackId, {
        ...(neverShow === undefined ? {} : { neverShow }),
        given: new Date().toISOString(),
      }),
  });

  write('PUT /api/admin/feedback/:id', {
    access: 'authenticated',
    operationId: 'updateFeedback',
    summary: 'Update when you gave feedback',
    params: { id: PreferenceId },
    body: FeedbackUpdate,
    response: ref(Feedback),
    handler: (tx, { caller, params, body: { userId: _, ...feedback } }) =>
      setFeedback(tx, caller, params.id, feedback),
  });
};
