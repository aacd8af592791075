import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { Empty, failures, ProjectParams } from '../../platform/http/schema.ts';
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

export const dependencyRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/api/admin/projects/:projectId/features/:child/dependencies',
    {
      config: { access: ['UPDATE_FEATURE_DEPENDENCY'] },
      schema: {
        operationId: 'addFeatureDependency',
        summary: 'Let a flag depend on another',
        description:
          'A flag has one parent at most: a second call replaces it. Both are live flags of the ' +
          'project; a parent has no parent itself.',
        tags: ['Dependencies'],
        params: ChildParams,
        body: NewDependency,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params, body }) => {
      await inTransaction(app.db, (tx) => addDependency(tx, caller, childOf(params), body));
      return null;
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/features/:child/dependencies/:parent',
    {
      config: { access: ['UPDATE_FEATURE_DEPENDENCY'] },
      schema: {
        operationId: 'deleteFeatureDependency',
        summary: 'End the dependency of a flag on another',
        description: 'A parent that the flag does not have is a success too.',
        tags: ['Dependencies'],
        params: DependencyParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) =>
        removeDependency(tx, caller, childOf(params), params.parent),
      );
      return null;
    },
  );

  app.delete(
    '/api/admin/projects/:projectId/features/:child/dependencies',
    {
      config: { access: ['UPDATE_FEATURE_DEPENDENCY'] },
      schema: {
        operationId: 'deleteFeatureDependencies',
        summary: 'End all dependencies of a flag on others',
        tags: ['Dependencies'],
        params: ChildParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params }) => {
      await inTransaction(app.db, (tx) => removeAllDependencies(tx, caller, childOf(params)));
      return null;
    },
  );

  app.get(
    '/api/admin/projects/:projectId/features/:child/parents',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'listParentOptions',
        summary: 'List the flags that a flag may depend on',
        description: 'Live flags of the project without a parent; none when others depend on it.',
        tags: ['Dependencies'],
        params: ChildParams,
        response: { 200: Names, ...failures },
      },
    },
    async ({ params }) => {
      const options = await listParentOptions(app.db, childOf(params));
      if (!options) throw notFound(`Flag ${params.child}`);
      return options;
    },
  );

  app.get(
    '/api/admin/projects/:projectId/features/:parent/parent-variants',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'listParentVariantOptions',
        summary: 'List the variants that a child of a flag can be tied to',
        description: 'Names of the variants of its strategies and environments.',
        tags: ['Dependencies'],
        params: ParentParams,
        response: { 200: Names, ...failures },
      },
    },
    async ({ params: { projectId: project, parent: name } }) => {
      const names = await listVariantNames(app.db, { project, name });
      if (!names) throw notFound(`Flag ${name}`);
      return names;
    },
  );

  app.get(
    '/api/admin/projects/:projectId/dependencies',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'checkDependenciesExist',
        summary: 'Does any flag of the project depend on another?',
        tags: ['Dependencies'],
        params: ProjectParams,
        response: { 200: DependenciesExist, ...failures },
      },
    },
    async ({ params }) => anyDependencyIn(app.db, params.projectId),
  );
};

const childOf = ({ projectId: project, child: name }: { projectId: string; child: string }) => ({
  project,
  name,
});
