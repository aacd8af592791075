import type { FastifyPluginAsync } from 'fastify';
import type { Static } from 'typebox';
import { parseLimit, parseOffset } from '../../platform/http/paging.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { describeApplication, findApplications, removeApplication } from './commands.ts';
import { listApplicationsIn, listSdks } from './queries.ts';
import { isOutdated } from './rules.ts';
import {
  Application,
  Applications,
  ApplicationsQuery,
  AppName,
  ListedApplication,
  ListQuery,
  NewApplication,
  OutdatedSdks,
  ProjectApplications,
} from './schema.ts';

export const applicationRoutes: FastifyPluginAsync = async (app) => {
  const { read, write } = routesFor(app, {
    tag: 'Usage',
    schemas: [Application, ListedApplication],
  });

  read('GET /api/admin/metrics/applications', {
    access: 'authenticated',
    operationId: 'getApplications',
    summary: 'List applications',
    description:
      'Applications with a token for a project that the caller may see, by name. `query` is a part ' +
      'of the name or of the SDK and its version.',
    querystring: ApplicationsQuery,
    response: Applications,
    handler: (db, { caller, query: { sortBy, ...page } }) =>
      findApplications(db, caller, { ...pageQueryOf(page), issuesFirst: sortBy === 'issues' }),
  });

  write('POST /api/admin/metrics/applications/:appName', {
    access: ['UPDATE_APPLICATION'],
    operationId: 'createApplication',
    summary: 'Create or update an application',
    params: { appName: AppName },
    body: NewApplication,
    status: 202,
    handler: (tx, { caller, params: { appName }, body }) =>
      describeApplication(tx, caller, appName, body),
  });

  write('DELETE /api/admin/metrics/applications/:appName', {
    access: ['UPDATE_APPLICATION'],
    operationId: 'deleteApplication',
    summary: 'Delete an application and its instances',
    description: 'The application is created again when one of its SDKs reports.',
    params: { appName: AppName },
    handler: (tx, { caller, params: { appName } }) => removeApplication(tx, caller, appName),
  });

  read('GET /api/admin/metrics/sdks/outdated', {
    access: 'authenticated',
    operationId: 'getOutdatedSdks',
    summary: 'List outdated SDKs and the applications that use them',
    response: OutdatedSdks,
    handler: async (db, { caller }) => ({
      sdks: (await listSdks(db, caller)).filter(hasOutdatedSdk),
    }),
  });

  read('GET /api/admin/projects/:projectId/sdks/outdated', {
    access: 'authenticated',
    operationId: 'getOutdatedProjectSdks',
    summary: 'List outdated SDKs of the applications of a project',
    tag: 'Projects',
    response: OutdatedSdks,
    handler: async (db, { caller, params: { projectId } }) => ({
      sdks: (await listSdks(db, caller, projectId)).filter(hasOutdatedSdk),
    }),
  });

  read('GET /api/admin/projects/:projectId/applications', {
    access: 'authenticated',
    operationId: 'getProjectApplications',
    summary: 'List applications with a token for the project, or that evaluated its flags',
    description:
      '`query` is a part of the name, an environment, an instance or the SDK and its version.',
    tag: 'Projects',
    querystring: ListQuery,
    response: ProjectApplications,
    handler: async (db, { params: { projectId }, query }) =>
      pageOf(await listApplicationsIn(db, projectId, pageQueryOf(query))),
  });
};

const pageQueryOf = (page: Static<typeof ListQuery>) => ({
  text: page.query ?? '',
  order: page.sortOrder ?? 'asc',
  limit: parseLimit(page.limit, 50),
  offset: parseOffset(page.offset),
});

const pageOf = <T extends { total: number }>(rows: readonly T[]) => ({
  total: rows[0]?.total ?? 0,
  applications: [...rows],
});

const hasOutdatedSdk = ({ sdkVersion }: { sdkVersion: string }) => isOutdated(sdkVersion);
