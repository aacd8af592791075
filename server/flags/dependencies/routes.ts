import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { addDependency, removeAllDependencies, removeDependency } from './commands.ts';
import { anyDependencyIn, listParentOptions, listVariantNames } from './queries.ts';
import { DependenciesExist, Names, NewDependency } from './schema.ts';

export const dependencyRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Dependencies' });

  write('POST /api/admin/projects/:projectId/features/:child/dependencies', {
    access: ['UPDATE_FEATURE_DEPENDENCY'],
    operationId: 'addFeatureDependency',
    summary: 'Add a dependency to a flag',
    description:
      'A flag has at most one parent: a second call replaces it. Both must be active flags of ' +
      'the project, and the parent must not have a parent.',
    body: NewDependency,
    handler: (tx, { caller, params, body }) => addDependency(tx, caller, childOf(params), body),
  });

  write('DELETE /api/admin/projects/:projectId/features/:child/dependencies/:parent', {
    access: ['UPDATE_FEATURE_DEPENDENCY'],
    operationId: 'deleteFeatureDependency',
    summary: 'Remove a dependency of a flag',
    description: 'Succeeds if the flag does not have this parent.',
    handler: (tx, { caller, params }) =>
      removeDependency(tx, caller, childOf(params), params.parent),
  });

  write('DELETE /api/admin/projects/:projectId/features/:child/dependencies', {
    access: ['UPDATE_FEATURE_DEPENDENCY'],
    operationId: 'deleteFeatureDependencies',
    summary: 'Remove all dependencies of a flag',
    handler: (tx, { caller, params }) => removeAllDependencies(tx, caller, childOf(params)),
  });

  read('GET /api/admin/projects/:projectId/features/:child/parents', {
    access: 'authenticated',
    operationId: 'listParentOptions',
    summary: 'List the possible parents of a flag',
    description:
      'Active flags of the project without a parent. Empty if other flags depend on the flag.',
    response: Names,
    handler: async (db, { params }) =>
      found(await listParentOptions(db, childOf(params)), 'Flag', params.child),
  });

  read('GET /api/admin/projects/:projectId/features/:parent/parent-variants', {
    access: 'authenticated',
    operationId: 'listParentVariantOptions',
    summary: 'List the variants that a child of a flag can depend on',
    description: 'Names of the variants of its strategies and environments.',
    response: Names,
    handler: async (db, { params: { projectId: project, parent: name } }) =>
      found(await listVariantNames(db, { project, name }), 'Flag', name),
  });

  read('GET /api/admin/projects/:projectId/dependencies', {
    access: 'authenticated',
    operationId: 'checkDependenciesExist',
    summary: 'Check whether a project has dependencies',
    response: DependenciesExist,
    handler: (db, { params }) => anyDependencyIn(db, params.projectId),
  });
};

const childOf = ({ projectId: project, child: name }: { projectId: string; child: string }) => ({
  project,
  name,
});
