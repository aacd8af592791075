import type { FastifyPluginAsync } from 'fastify';
import { found } from '../../platform/errors.ts';
import { routesFor } from '../../platform/http/routes.ts';
import { findActivity, findFlagInsights, findInsights, findLeadTime } from './find.ts';
import { ActivityInsights, FlagInsights, LeadTime, ProjectInsights, WeeksQuery } from './schema.ts';

export const insightRoutes: FastifyPluginAsync = async (app) => {
  const { read } = routesFor(app, { tag: 'Projects' });

  read('GET /api/admin/projects/:projectId/insights', {
    access: 'authenticated',
    standby: true,
    operationId: 'getProjectInsights',
    summary: 'Get the insights of a project',
    response: ProjectInsights,
    handler: async (db, { params: { projectId } }) =>
      found(await findInsights(db, projectId, timeNow()), 'Project', projectId),
  });

  read('GET /api/admin/projects/:projectId/dora', {
    access: 'authenticated',
    standby: true,
    operationId: 'getProjectDora',
    summary: 'Get the lead time of release flags',
    response: LeadTime,
    handler: (db, { params: { projectId } }) => findLeadTime(db, projectId),
  });

  const ofFlags = {
    access: 'authenticated',
    standby: true,
    description: 'By type and lifecycle stage, and the stale ones by age.',
    response: FlagInsights,
  } as const;

  read('GET /api/admin/insights/flags', {
    ...ofFlags,
    operationId: 'getFlagInsights',
    summary: 'Count the flags that the caller may see',
    handler: (db, { caller }) => findFlagInsights(db, { caller }, timeNow()),
  });

  read('GET /api/admin/projects/:projectId/insights/flags', {
    ...ofFlags,
    operationId: 'getProjectFlagInsights',
    summary: 'Count the flags of a project',
    handler: (db, { caller, params: { projectId: project } }) =>
      findFlagInsights(db, { caller, project }, timeNow()),
  });

  const ofActivity = {
    access: 'authenticated',
    standby: true,
    description: 'Changes of flags by day, and the time from their creation to live by week.',
    querystring: WeeksQuery,
    response: ActivityInsights,
  } as const;

  read('GET /api/admin/insights/activity', {
    ...ofActivity,
    operationId: 'getActivityInsights',
    summary: 'Get the activity in the projects that the caller may see',
    handler: (db, { caller, query: { weeks = weeksDefault } }) =>
      findActivity(db, { caller }, { weeks, now: timeNow() }),
  });

  read('GET /api/admin/projects/:projectId/insights/activity', {
    ...ofActivity,
    operationId: 'getProjectActivityInsights',
    summary: 'Get the activity in a project',
    handler: (db, { caller, params: { projectId: project }, query: { weeks = weeksDefault } }) =>
      findActivity(db, { caller, project }, { weeks, now: timeNow() }),
  });
};

const weeksDefault = 13;
const timeNow = () => new Date().toISOString();
