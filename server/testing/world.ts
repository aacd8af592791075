import { accessExamples } from '../access/examples.ts';
import { applicationExamples } from '../applications/examples.ts';
import { archiveExamples } from '../archive/examples.ts';
import { auditExamples } from '../audit/examples.ts';
import { changeRequestPreviewExamples } from '../change-request-previews/examples.ts';
import { changeRequestReviewExamples } from '../change-request-reviews/examples.ts';
import { changeRequestScheduleExamples } from '../change-request-schedules/examples.ts';
import { changeRequestSettingExamples } from '../change-request-settings/examples.ts';
import { changeRequestStateExamples } from '../change-request-states/examples.ts';
import { changeRequestExamples } from '../change-requests/examples.ts';
import type { Config } from '../config.ts';
import { contextFieldExamples } from '../context-fields/examples.ts';
import { dashboardExamples } from '../dashboard/examples.ts';
import { defaultStrategyExamples } from '../default-strategies/examples.ts';
import { dependencyExamples } from '../dependencies/examples.ts';
import { environmentExamples } from '../environments/examples.ts';
import { eventLogExamples } from '../event-log/examples.ts';
import { eventStreamExamples } from '../event-stream/examples.ts';
import { favoriteExamples } from '../favorites/examples.ts';
import { flagMoveExamples } from '../flag-moves/examples.ts';
import { flagTypeExamples } from '../flag-types/examples.ts';
import { flagExamples } from '../flags/examples.ts';
import { frontendExamples } from '../frontend/examples.ts';
import { groupExamples } from '../groups/examples.ts';
import { healthExamples } from '../health/examples.ts';
import { operationExamples } from '../http/examples.ts';
import { insightExamples } from '../insights/examples.ts';
import { lifecycleExamples } from '../lifecycle/examples.ts';
import { linkExamples } from '../links/examples.ts';
import { ofrepExamples } from '../ofrep/examples.ts';
import { personalTokenExamples } from '../personal-tokens/examples.ts';
import { playgroundExamples } from '../playground/examples.ts';
import { profileExamples } from '../profiles/examples.ts';
import { projectAccessExamples } from '../project-access/examples.ts';
import { projectExamples } from '../projects/examples.ts';
import { sdkExamples } from '../sdk/examples.ts';
import { sdkChangeExamples } from '../sdk-changes/examples.ts';
import { searchExamples } from '../search/examples.ts';
import { segmentExamples } from '../segments/examples.ts';
import { serviceAccountExamples } from '../service-accounts/examples.ts';
import { sessionExamples } from '../sessions/examples.ts';
import { strategyExamples } from '../strategies/examples.ts';
import { tagTypeExamples } from '../tag-types/examples.ts';
import { tagExamples } from '../tags/examples.ts';
import { targetingExamples } from '../targeting/examples.ts';
import { tokenExamples } from '../tokens/examples.ts';
import { transferExamples } from '../transfer/examples.ts';
import { usageExamples } from '../usage/examples.ts';
import { userExamples } from '../users/examples.ts';
import { variantExamples } from '../variants/examples.ts';
import { aGrant, anApiToken, aProject, aUser, type TestUser } from './a.ts';
import { type Answer, type CallOptions, testApp } from './app.ts';
import type { Example, ExampleCall, World } from './example.ts';

/** Every capability's examples, as `app.ts` lists every capability's routes. */
export const examples: readonly Example[] = [
  ...operationExamples,
  ...tokenExamples,
  ...sessionExamples,
  ...userExamples,
  ...profileExamples,
  ...personalTokenExamples,
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
  ...defaultStrategyExamples,
  ...transferExamples,
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
  ...changeRequestReviewExamples,
  ...changeRequestStateExamples,
  ...changeRequestScheduleExamples,
  ...changeRequestPreviewExamples,
  ...usageExamples,
  ...applicationExamples,
  ...lifecycleExamples,
  ...dashboardExamples,
  ...healthExamples,
  ...insightExamples,
];

/** The people the access rules tell apart. */
export type People = { clientToken: string; viewer: TestUser; stranger: TestUser; owner: TestUser };

/** The app, a private project, and one person of each kind around it. */
export async function aWorld(overrides: Partial<Config> = {}): Promise<World & { people: People }> {
  const app = await testApp(overrides);
  const { db } = app;
  const project = await aProject(db, { mode: 'private' });
  const elsewhere = await aProject(db);
  const viewer = await aUser(db);
  const stranger = await aUser(db);
  const owner = await aUser(db);
  await aGrant(db, { project: elsewhere, userId: stranger.id, role: 'Member' });
  await aGrant(db, { project, userId: owner.id, role: 'Owner' });
  const clientToken = await anApiToken(db, { type: 'client' });
  return { ...app, project, people: { clientToken, viewer, stranger, owner } };
}

/** Makes the call of an example; `options` override who calls. */
export function callExample(
  world: World,
  { method, path }: Example,
  { params = {}, query, body, token }: ExampleCall,
  options: CallOptions = {},
): Promise<Answer> {
  const url = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  return world.call(method, query === undefined ? url : `${url}?${query}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
    ...options,
  });
}

export const nameOf = ({ method, path }: Pick<Example, 'method' | 'path'>) => `${method} ${path}`;
