import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { notFound } from '../errors.ts';
import { parseLimit, parseOffset } from '../http/paging.ts';
import { failures, ProjectParams, ref } from '../http/schema.ts';
import { findApplication, listApplications, listApplicationsIn, listInstances } from './queries.ts';
import {
  Application,
  ApplicationParams,
  Applications,
  InstanceParams,
  Instances,
  ListQuery,
  ProjectApplications,
} from './schema.ts';

export const applicationRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.addSchema(Application);

  app.get(
    '/api/admin/metrics/applications',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getApplications',
        summary: 'Applications that SDKs were seen in',
        description: 'Those with a token for a project that the caller may see; by name.',
        tags: ['Usage'],
        querystring: ListQuery,
        response: { 200: Applications, ...failures },
      },
    },
    async ({ caller, query }) => pageOf(await listApplications(app.db, caller, wishOf(query))),
  );

  app.get(
    '/api/admin/metrics/applications/:appName',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getApplication',
        summary: 'One application',
        tags: ['Usage'],
        params: ApplicationParams,
        response: { 200: ref(Application), ...failures },
      },
    },
    async ({ caller, params: { appName } }) => {
      const found = await findApplication(app.db, caller, appName);
      if (!found) throw notFound(`Application ${appName}`);
      return found;
    },
  );

  app.get(
    '/api/admin/metrics/instances/:appName/environment/:environment',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getApplicationEnvironmentInstances',
        summary: 'Where an application runs',
        tags: ['Usage'],
        params: InstanceParams,
        response: { 200: Instances, ...failures },
      },
    },
    async ({ caller, params: { appName, environment } }) => {
      if (!(await findApplication(app.db, caller, appName))) {
        throw notFound(`Application ${appName}`);
      }
      return { instances: await listInstances(app.db, appName, environment) };
    },
  );

  app.get(
    '/api/admin/projects/:projectId/applications',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getProjectApplications',
        summary: 'Applications with a token for the project',
        tags: ['Projects'],
        params: ProjectParams,
        querystring: ListQuery,
        response: { 200: ProjectApplications, ...failures },
      },
    },
    async ({ params: { projectId }, query }) =>
      pageOf(await listApplicationsIn(app.db, projectId, wishOf(query))),
  );
};

const wishOf = ({ query = '', limit, offset }: Static<typeof ListQuery>) => ({
  text: query,
  limit: parseLimit(limit, 50),
  offset: parseOffset(offset),
});

const pageOf = <T extends { total: number }>(rows: readonly T[]) => ({
  total: rows[0]?.total ?? 0,
  applications: [...rows],
});
