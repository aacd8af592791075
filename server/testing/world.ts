import { changeRequestApproverExamples } from '../approvals/approvers/examples.ts';
import { changeRequestExamples } from '../approvals/change-requests/examples.ts';
import { environmentCopyExamples } from '../approvals/environment-copies/examples.ts';
import { leadTimeExamples } from '../approvals/lead-times/examples.ts';
import { changeRequestPreviewExamples } from '../approvals/previews/examples.ts';
import { changeRequestSettingExamples } from '../approvals/protection/examples.ts';
import { changeRequestReviewExamples } from '../approvals/reviews/examples.ts';
import { changeRequestScheduleExamples } from '../approvals/schedules/examples.ts';
import { eventLogExamples } from '../audit/event-log/examples.ts';
import { eventStreamExamples } from '../audit/event-stream/examples.ts';
import { auditExamples } from '../audit/proofs/examples.ts';
import type { Config } from '../config.ts';
import { frontendExamples } from '../delivery/frontend/examples.ts';
import { ofrepExamples } from '../delivery/ofrep/examples.ts';
import { playgroundExamples } from '../delivery/playground/examples.ts';
import { sdkExamples } from '../delivery/sdk/examples.ts';
import { sdkChangeExamples } from '../delivery/streaming/examples.ts';
import { archiveExamples } from '../flags/archive/examples.ts';
import { contextFieldExamples } from '../flags/context-fields/examples.ts';
import { strategyExamples } from '../flags/custom-strategies/examples.ts';
import { defaultStrategyExamples } from '../flags/default-strategies/examples.ts';
import { dependencyExamples } from '../flags/dependencies/examples.ts';
import { favoriteExamples } from '../flags/favorites/examples.ts';
import { flagCreatorExamples } from '../flags/flag-creators/examples.ts';
import { flagMoveExamples } from '../flags/flag-moves/examples.ts';
import { flagTypeExamples } from '../flags/flag-types/examples.ts';
import { flagExamples } from '../flags/flags/examples.ts';
import { linkExamples } from '../flags/links/examples.ts';
import { segmentExamples } from '../flags/segments/examples.ts';
import { targetingExamples } from '../flags/strategies/examples.ts';
import { tagTypeExamples } from '../flags/tag-types/examples.ts';
import { tagExamples } from '../flags/tags/examples.ts';
import { variantExamples } from '../flags/variants/examples.ts';
import { versionExamples } from '../flags/versions/examples.ts';
import { comparisonExamples } from '../history/comparison/examples.ts';
import { restoreExamples } from '../history/restore/examples.ts';
import { accessExamples } from '../identity/access/examples.ts';
import { tokenExamples } from '../identity/api-tokens/examples.ts';
import { clientLoginExamples } from '../identity/client-logins/examples.ts';
import { edgeExamples } from '../identity/edge/examples.ts';
import { groupExamples } from '../identity/groups/examples.ts';
import { inactiveUserExamples } from '../identity/inactive-users/examples.ts';
import { invitationExamples } from '../identity/invitations/examples.ts';
import { oidcExamples } from '../identity/oidc/examples.ts';
import { passwordLinkExamples } from '../identity/password-links/examples.ts';
import { personalTokenExamples } from '../identity/personal-tokens/examples.ts';
import { preferenceExamples } from '../identity/preferences/examples.ts';
import { profileExamples } from '../identity/profiles/examples.ts';
import { projectAccessExamples } from '../identity/project-access/examples.ts';
import { scimExamples } from '../identity/scim/examples.ts';
import { scimSettingExamples } from '../identity/scim-settings/examples.ts';
import { secondFactorExamples } from '../identity/second-factors/examples.ts';
import { serviceAccountExamples } from '../identity/service-accounts/examples.ts';
import { sessionExamples } from '../identity/sessions/examples.ts';
import { userExamples } from '../identity/users/examples.ts';
import { inboxExamples } from '../inbox/examples.ts';
import { settingExamples } from '../installation/settings/examples.ts';
import { statisticsExamples } from '../installation/statistics/examples.ts';
import { telemetryExamples } from '../installation/telemetry/examples.ts';
import { addonExamples } from '../integrations/addons/examples.ts';
import { deliveryExamples } from '../integrations/deliveries/examples.ts';
import { integrationExamples } from '../integrations/integrations/examples.ts';
import { mcpExamples } from '../mcp/examples.ts';
import { operationExamples } from '../platform/http/examples.ts';
import { environmentExamples } from '../projects/environments/examples.ts';
import { projectExamples } from '../projects/projects/examples.ts';
import { searchExamples } from '../search/examples.ts';
import { declarationExamples } from '../transfer/declarations/examples.ts';
import { transferExamples } from '../transfer/examples.ts';
import { importRunExamples } from '../unleash/runs/examples.ts';
import { applicationDetailExamples } from '../usage/application-details/examples.ts';
import { applicationExamples } from '../usage/applications/examples.ts';
import { codeReferenceExamples } from '../usage/code-references/examples.ts';
import { dashboardExamples } from '../usage/dashboard/examples.ts';
import { healthExamples } from '../usage/health/examples.ts';
import { insightExamples } from '../usage/insights/examples.ts';
import { lifecycleExamples } from '../usage/lifecycle/examples.ts';
import { usageExamples } from '../usage/metrics/examples.ts';
import { projectStatusExamples } from '../usage/project-status/examples.ts';
import { viewExamples } from '../views/examples.ts';
import { viewSubscriptionExamples } from '../views/subscriptions/examples.ts';
import { aGrant, anApiToken, aProject, aRole, aUser, type TestUser } from './a.ts';
import { type CallOptions, type TestApp, type TestResponse, testApp } from './app.ts';
import type { Example, ExampleCall, World } from './example.ts';

/** The examples of all capabilities, as `app.ts` lists their routes. */
export const examples: readonly Example[] = [
  ...operationExamples,
  ...tokenExamples,
  ...sessionExamples,
  ...oidcExamples,
  ...userExamples,
  ...profileExamples,
  ...personalTokenExamples,
  ...clientLoginExamples,
  ...serviceAccountExamples,
  ...environmentExamples,
  ...projectExamples,
  ...accessExamples,
  ...groupExamples,
  ...projectAccessExamples,
  ...flagTypeExamples,
  ...flagExamples,
  ...flagMoveExamples,
  ...archiveExamples,
  ...contextFieldExamples,
  ...searchExamples,
  ...segmentExamples,
  ...strategyExamples,
  ...linkExamples,
  ...favoriteExamples,
  ...tagTypeExamples,
  ...tagExamples,
  ...dependencyExamples,
  ...targetingExamples,
  ...variantExamples,
  ...versionExamples,
  ...comparisonExamples,
  ...restoreExamples,
  ...defaultStrategyExamples,
  ...transferExamples,
  ...declarationExamples,
  ...eventLogExamples,
  ...auditExamples,
  ...eventStreamExamples,
  ...sdkExamples,
  ...sdkChangeExamples,
  ...frontendExamples,
  ...ofrepExamples,
  ...playgroundExamples,
  ...changeRequestSettingExamples,
  ...changeRequestExamples,
  ...changeRequestApproverExamples,
  ...changeRequestReviewExamples,
  ...changeRequestScheduleExamples,
  ...changeRequestPreviewExamples,
  ...environmentCopyExamples,
  ...usageExamples,
  ...applicationExamples,
  ...applicationDetailExamples,
  ...lifecycleExamples,
  ...dashboardExamples,
  ...healthExamples,
  ...insightExamples,
  ...leadTimeExamples,
  ...projectStatusExamples,
  ...codeReferenceExamples,
  ...preferenceExamples,
  ...inactiveUserExamples,
  ...passwordLinkExamples,
  ...invitationExamples,
  ...secondFactorExamples,
  ...scimExamples,
  ...scimSettingExamples,
  ...edgeExamples,
  ...flagCreatorExamples,
  ...integrationExamples,
  ...deliveryExamples,
  ...addonExamples,
  ...settingExamples,
  ...statisticsExamples,
  ...telemetryExamples,
  ...importRunExamples,
  ...mcpExamples,
  ...viewExamples,
  ...viewSubscriptionExamples,
  ...inboxExamples,
];

/** The callers that the access rules distinguish. */
export type People = {
  clientToken: string;
  viewer: TestUser;
  stranger: TestUser;
  /** A member of the private project whose role has no permissions. */
  guest: TestUser;
  owner: TestUser;
};

/** The app, a private project and one caller of each kind. */
export const aWorld = async (overrides: Partial<Config> = {}) =>
  // Mails are stored; no test of all routes sends them.
  worldOf(await testApp({ emailHost: 'localhost', ...overrides }));

export async function worldOf(app: TestApp): Promise<World & { people: People }> {
  const { db } = app;
  const project = await aProject(db, { mode: 'private' });
  const elsewhere = await aProject(db);
  const viewer = await aUser(db);
  const stranger = await aUser(db);
  const guest = await aUser(db);
  const owner = await aUser(db);
  await aGrant(db, { project: elsewhere, userId: stranger.id, role: 'Member' });
  await aGrant(db, { project, userId: guest.id, role: await aRole(db) });
  await aGrant(db, { project, userId: owner.id, role: 'Owner' });
  const clientToken = await anApiToken(db, { type: 'client' });
  return { ...app, project, people: { clientToken, viewer, stranger, guest, owner } };
}

/** The calls of all examples in a new project, because random calls may delete the old one. */
export async function arrangeAll(world: World): Promise<Map<Example, ExampleCall>> {
  const project = await aProject(world.db, { mode: 'private' });
  const calls = new Map<Example, ExampleCall>();
  for (const example of examples) calls.set(example, await example.arrange({ ...world, project }));
  return calls;
}

/** Sends the call of an example; `options` override the credentials. */
export async function callExample(
  world: World,
  { method, path, restore }: Example,
  { params = {}, query, body, token }: ExampleCall,
  options: CallOptions = {},
): Promise<TestResponse> {
  const url = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const response = await world.call(method, query === undefined ? url : `${url}?${query}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
    ...options,
  });
  await restore?.(world);
  return response;
}

export const nameOf = ({ method, path }: Pick<Example, 'method' | 'path'>) => `${method} ${path}`;
