import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { ProjectParams } from '../../platform/http/schema.ts';
import { addDependency, removeAllDependencies, removeDependency } from './commands.ts';
import { anyDependencyIn, listParentOptions, listVariantNames } from './queries.ts';
import {
  ChildParams,
  DependenciesExist,
  DependencyParams,
  Names,
  NewDependency,
  ParentParams,
} from './schema.ts';

export const dependencyRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, { tag: 'Dependencies' });

  write('POST /api/admin/projects/:projectId/features/:child/dependencies', {
    access: ['UPDATE_FEATURE_DEPENDENCY'],
    operationId: 'addFeatureDependency',
    summary: 'Let a flag depend on another',
    description:
      'A flag has one parent at most: a second call replaces it. Both are live flags of the ' +
      'project; a parent has no parent itself.',
    params: ChildParams,
    body: NewDependency,
    handler: (tx, { caller, params, body }) => addDependency(tx, caller, childOf(params), body),
  });

  write('DELETE /api/admin/projects/:projectId/features/:child/dependencies/:parent', {
    access: ['UPDATE_FEATURE_DEPENDENCY'],
    operationId: 'deleteFeatureDependency',
    summary: 'End the dependency of a flag on another',
    description: 'A parent that the flag does not have is a success too.',
    params: DependencyParams,
    handler: (tx, { caller, params }) =>
      removeDependency(tx, caller, childOf(params), params.parent),
  });

  write('DELETE /api/admin/projects/:projectId/features/:child/dependencies', {
    access: ['UPDATE_FEATURE_DEPENDENCY'],
    operationId: 'deleteFeatureDependencies',
    summary: 'End all dependencies of a flag on others',
    params: ChildParams,
    handler: (tx, { caller, params }) => removeAllDependencies(tx, caller, childOf(params)),
  });

  read('GET /api/admin/projects/:projectId/features/:child/parents', {
    access: 'authenticated',
    operationId: 'listParentOptions',
    summary: 'List the flags that a flag may depend on',
    description: 'Live flags of the project without a parent; none when others depend on it.',
    params: ChildParams,
    response: Names,
    handler: async (db, { params }) =>
      found(await listParentOptions(db, childOf(params)), 'Flag', params.child),
  });

  read('GET /api/admin/projects/:projectId/features/:parent/parent-variants', {
    access: 'authenticated',
    operationId: 'listParentVariantOptions',
    summary: 'List the variants that a child of a flag can be tied to',
    description: 'Names of the variants of its strategies and environments.',
    params: ParentParams,
    response: Names,
    handler: async (db, { params: { projectId: project, parent: name } }) =>
      found(await listVariantNames(db, { project, name }), 'Flag', name),
  });

  read('GET /api/admin/projects/:projectId/dependencies', {
    access: 'authenticated',
    operationId: 'checkDependenciesExist',
    summary: 'Does any flag of the project depend on another?',
    params: ProjectParams,
    response: DependenciesExist,
    handler: (db, { params }) => anyDependencyIn(db, params.projectId),
  });
};

const childOf = ({ projectId: project, child: name }: { projectId: string; child: string }) => ({
  project,
  name,
});
