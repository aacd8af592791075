import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { flagKeyOf } from '../flags/rules.ts';
import { Flag, flagSchemas } from '../flags/schema.ts';
import { cloneFlag, moveFlag } from './commands.ts';
import { FlagClone, NewProjectOfFlag } from './schema.ts';

export const flagMoveRoutes: FastifyPluginAsync = async (app) => {
  const { write } = routesFor(app, { tag: 'Features', schemas: flagSchemas });

  write('POST /api/admin/projects/:projectId/features/:featureName/clone', {
    access: ['CREATE_FEATURE'],
    operationId: 'cloneFeature',
    summary: 'Clone a flag',
    description:
      'Copies strategies, variants, tags and parent. The clone is off in every environment.',
    body: FlagClone,
    status: 201,
    response: ref(Flag),
    handler: (tx, { caller, params, body }) => cloneFlag(tx, caller, flagKeyOf(params), body),
  });

  write('POST /api/admin/projects/:projectId/features/:featureName/changeProject', {
    access: ['MOVE_FEATURE_TOGGLE'],
    operationId: 'changeProject',
    summary: 'Move a flag to another project',
    description: 'Needs the permission in both projects, which must have the same environments.',
    body: NewProjectOfFlag,
    handler: (tx, { caller, params, body }) =>
      moveFlag(tx, caller, flagKeyOf(params), body.newProjectId),
  });
};
