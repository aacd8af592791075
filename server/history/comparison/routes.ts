import type { FastifyPluginAsync } from 'fastify';
import { PlannedChange } from '../../approvals/reconciliation/schema.ts';
import { flagKeyOf } from '../../flags/flags/rules.ts';
import { parseMoment } from '../../flags/versions/filters.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { compareVersions } from './commands.ts';
import { Comparison, ComparisonQuery } from './schema.ts';

/** After every event. */
const now = { event: Number.MAX_SAFE_INTEGER };

export const comparisonRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'History', schemas: [PlannedChange] });

  read('GET /api/admin/projects/:projectId/features/:featureName/diff', {
    access: 'authenticated',
    operationId: 'getFeatureDiff',
    summary: 'Compare two versions of a flag',
    description:
      'What changed, in which environment, with the values before and after and in plain words.',
    querystring: ComparisonQuery,
    response: Comparison,
    handler: (db, { caller, params, query }) =>
      compareVersions(db, caller, flagKeyOf(params), {
        from: parseMoment('from', query.from),
        to: query.to === undefined ? now : parseMoment('to', query.to),
      }),
  });
};
