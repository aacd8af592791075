import type { FastifyPluginAsync } from 'fastify';
import { flagKeyOf } from '../../flags/flags/rules.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { MadeChanges, PlannedChange } from '../reconciliation/schema.ts';
import { copyEnvironment } from './commands.ts';
import { EnvironmentCopy } from './schema.ts';

export const environmentCopyRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, { tag: 'Features', schemas: [PlannedChange] });

  write(
    'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/copy',
    {
      // Each change needs the permission of its direct call.
      access: 'authenticated',
      operationId: 'copyFeatureEnvironment',
      summary: 'Copy strategies and variants of a flag to another environment',
      description:
        'They replace those of the other environment, each change with its usual event and ' +
        'permission; the switch stays. In a protected environment the changes become one change ' +
        'request; with propose, also of a caller who may skip it.',
      body: EnvironmentCopy,
      response: MadeChanges,
      handler: (tx, { caller, params, body }) =>
        copyEnvironment(
          tx,
          caller,
          { ...flagKeyOf(params), environment: params.environment },
          body,
        ),
    },
  );
};
