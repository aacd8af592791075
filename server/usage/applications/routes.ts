import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { inTransaction } from '../../events/record.ts';
import { notFound } from '../../platform/errors.ts';
import { parseLimit, parseOffset } from '../../platform/http/paging.ts';
import { Empty, failures, ProjectParams, ref } from '../../platform/http/schema.ts';
import { describeApplication, findOverview, forgetApplication } from './commands.ts';
import {
  findApplication,
  type KnownApplication,
  listApplications,
  listApplicationsIn,
  listInstances,
  listSdks,
} from './queries.ts';
import { isOutdated } from './rules.ts';
import {
  Application,
  ApplicationParams,
  Applications,
  InstanceParams,
  Instances,
  ListQuery,
  NewApplication,
  OutdatedSdks,
  Overview,
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
    async ({ caller, query }) => {
      const { total, applications } = pageOf(await listApplications(app.db, caller, wishOf(query)));
      return { total, applications: applications.map(toldOf) };
    },
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
      return toldOf(found);
    },
  );

  app.post(
    '/api/admin/metrics/applications/:appName',
    {
      config: { access: ['UPDATE_APPLICATION'] },
      schema: {
        operationId: 'createApplication',
        summary: 'Say something about an application, known or not',
        tags: ['Usage'],
        params: ApplicationParams,
        body: NewApplication,
        response: { 202: Empty, ...failures },
      },
    },
    async ({ caller, params: { appName }, body }, reply) => {
      await inTransaction(app.db, (tx) => describeApplication(tx, caller, appName, body));
      return reply.code(202).send(null);
    },
  );

  app.delete(
    '/api/admin/metrics/applications/:appName',
    {
      config: { access: ['UPDATE_APPLICATION'] },
      schema: {
        operationId: 'deleteApplication',
        summary: 'Forget an application and its instances',
        description: 'It comes back when an SDK says that it is in it.',
        tags: ['Usage'],
        params: ApplicationParams,
        response: { 200: Empty, ...failures },
      },
    },
    async ({ caller, params: { appName } }) => {
      await inTransaction(app.db, (tx) => forgetApplication(tx, caller, appName));
      return null;
    },
  );

  app.get(
    '/api/admin/metrics/applications/:appName/overview',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getApplicationOverview',
        summary: 'Where an application runs, with which SDKs, and what is amiss',
        tags: ['Usage'],
        params: ApplicationParams,
        response: { 200: Overview, ...failures },
      },
    },
    async ({ caller, params: { appName } }) => findOverview(app.db, caller, appName),
  );

  app.get(
    '/api/admin/metrics/sdks/outdated',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getOutdatedSdks',
        summary: 'SDKs that should be renewed, and the applications they are in',
        tags: ['Usage'],
        response: { 200: OutdatedSdks, ...failures },
      },
    },
    async ({ caller }) => ({ sdks: (await listSdks(app.db, caller)).filter(isOld) }),
  );

  app.get(
    '/api/admin/projects/:projectId/sdks/outdated',
    {
      config: { access: 'authenticated' },
      schema: {
        operationId: 'getOutdatedProjectSdks',
        summary: 'SDKs that should be renewed, of applications with a token for the project',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: OutdatedSdks, ...failures },
      },
    },
    async ({ caller, params: { projectId } }) => ({
      sdks: (await listSdks(app.db, caller, projectId)).filter(isOld),
    }),
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

const isOld = ({ sdkVersion }: { sdkVersion: string }) => isOutdated(sdkVersion);

/** What nobody said is left out. */
const toldOf = (found: KnownApplication): Application => ({
  appName: found.appName,
  strategies: found.strategies,
  usage: found.usage,
  ...Object.fromEntries(
    (['description', 'url', 'color', 'icon'] as const)
      .map((member) => [member, found[member]] as const)
      .filter(([, text]) => text !== null),
  ),
});
