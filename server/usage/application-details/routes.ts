import type { FastifyPluginAsync } from 'fastify';
import { routesFor } from '../../platform/http/routes.ts';
import { ref } from '../../platform/http/schema.ts';
import { AppName, EnvironmentName } from '../applications/schema.ts';
import { findDetail, findInstances, findOverview } from './find.ts';
import { ApplicationDetail, Instances, Overview } from './schema.ts';

export const applicationDetailRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Usage', schemas: [ApplicationDetail] });

  read('GET /api/admin/metrics/applications/:appName', {
    access: 'authenticated',
    operationId: 'getApplication',
    summary: 'Get an application with its instances and the flags it evaluates',
    params: { appName: AppName },
    response: ref(ApplicationDetail),
    handler: (db, { caller, params: { appName } }) => findDetail(db, caller, appName),
  });

  read('GET /api/admin/metrics/applications/:appName/overview', {
    access: 'authenticated',
    operationId: 'getApplicationOverview',
    summary: 'Get environments, SDKs and issues of an application',
    params: { appName: AppName },
    response: Overview,
    handler: (db, { caller, params: { appName } }) => findOverview(db, caller, appName),
  });

  read('GET /api/admin/metrics/instances/:appName/environment/:environment', {
    access: 'authenticated',
    operationId: 'getApplicationEnvironmentInstances',
    summary: 'List instances of an application',
    params: { appName: AppName, environment: EnvironmentName },
    response: Instances,
    handler: async (db, { caller, params }) => ({
      instances: await findInstances(db, caller, params),
    }),
  });
};
