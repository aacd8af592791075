import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { requestsParams } from './approvals/change-requests/params.ts';
import { eventParams } from './audit/events/params.ts';
import { playgroundParams } from './delivery/playground/params.ts';
import { flagPageParams } from './flags/flag/params.ts';
import { flagParams } from './flags/flags/params.ts';
import { SignedIn } from './identity/session/signed-in.tsx';
import { paths } from './paths.ts';
import { hrefOfTab, projectParams } from './projects/project/params.ts';
import { listParams, parseSearch, pickParams, stringifySearch } from './search-params.ts';
import { NotFound } from './shell/not-found.tsx';
import { ErrorNote } from './ui/error-note.tsx';
import { PageSkeleton } from './ui/skeletons.tsx';
import { dashboardParams } from './usage/dashboard/params.ts';
import { insightsParams } from './usage/insights/params.ts';

/** Every page is a lazily loaded route; `docs/console.md` describes how to add one. */

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  validateSearch: pickParams(['next', 'refusal', 'reference', 'login']),
  component: lazyRouteComponent(() => import('./identity/session/sign-in.tsx'), 'Page'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  validateSearch: pickParams(['token']),
  component: lazyRouteComponent(() => import('./identity/password-links/reset-page.tsx'), 'Page'),
});

const newUser = createRoute({
  getParentRoute: () => root,
  path: paths.newUser,
  validateSearch: pickParams(['token', 'invite']),
  component: lazyRouteComponent(() => import('./identity/password-links/join-page.tsx'), 'Page'),
});

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });

/** Inside the frame, so that its menu leads to other pages. */
const unknown = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound });

const connect = createRoute({
  getParentRoute: () => signedIn,
  path: paths.connect,
  validateSearch: pickParams(['challenge', 'host']),
  component: lazyRouteComponent(() => import('./identity/client-logins/page.tsx'), 'Page'),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: paths.home,
  component: () => <Navigate to={paths.dashboard} replace />,
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: paths.dashboard,
  validateSearch: dashboardParams,
  component: lazyRouteComponent(() => import('./usage/dashboard/page.tsx'), 'Page'),
});

const insights = createRoute({
  getParentRoute: () => signedIn,
  path: paths.insights,
  validateSearch: insightsParams,
  component: lazyRouteComponent(() => import('./usage/insights/page.tsx'), 'Page'),
});

const flags = createRoute({
  getParentRoute: () => signedIn,
  path: paths.flags,
  validateSearch: flagParams,
  component: lazyRouteComponent(() => import('./flags/flags/page.tsx'), 'Page'),
});

const flag = createRoute({
  getParentRoute: () => signedIn,
  path: paths.flag,
  validateSearch: flagPageParams,
  component: lazyRouteComponent(() => import('./flags/flag/page.tsx'), 'Page'),
});

const changeRequests = createRoute({
  getParentRoute: () => signedIn,
  path: paths.changeRequests,
  validateSearch: requestsParams,
  component: lazyRouteComponent(() => import('./approvals/change-requests/page.tsx'), 'Page'),
});

const changeRequest = createRoute({
  getParentRoute: () => signedIn,
  path: paths.changeRequest,
  component: lazyRouteComponent(() => import('./approvals/change-request/page.tsx'), 'Page'),
});

const events = createRoute({
  getParentRoute: () => signedIn,
  path: paths.events,
  validateSearch: eventParams,
  component: lazyRouteComponent(() => import('./audit/events/page.tsx'), 'Page'),
});

const event = createRoute({
  getParentRoute: () => signedIn,
  path: paths.event,
  component: lazyRouteComponent(() => import('./audit/events/event-page.tsx'), 'Page'),
});

const playground = createRoute({
  getParentRoute: () => signedIn,
  path: paths.playground,
  validateSearch: playgroundParams,
  component: lazyRouteComponent(() => import('./delivery/playground/page.tsx'), 'Page'),
});

/** Pages with a list that is filtered, sorted and paged in the browser. */
const listPageIn =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string>(path: Path, load: () => Promise<{ Page: () => ReactNode }>) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: listParams,
      component: lazyRouteComponent(load, 'Page'),
    });
const listPage = listPageIn(signedIn);
const projects = listPage(paths.projects, () => import('./projects/projects/page.tsx'));

/** The header and the tabs, around the pages of a project. */
const project = createRoute({
  getParentRoute: () => signedIn,
  path: paths.project,
  component: lazyRouteComponent(() => import('./projects/project/page.tsx'), 'Page'),
});
const projectFlags = createRoute({
  getParentRoute: () => project,
  path: '/',
  validateSearch: projectParams,
  beforeLoad: ({ params: { projectId }, search }) => {
    const href = hrefOfTab(projectId, search);
    if (href !== undefined) throw redirect({ href, replace: true });
  },
  component: lazyRouteComponent(() => import('./projects/project/flags.tsx'), 'Page'),
});
const projectRequests = createRoute({
  getParentRoute: () => project,
  path: 'change-requests',
  validateSearch: requestsParams,
  component: lazyRouteComponent(() => import('./projects/project/requests.tsx'), 'Page'),
});
const projectEvents = createRoute({
  getParentRoute: () => project,
  path: 'events',
  validateSearch: eventParams,
  component: lazyRouteComponent(() => import('./projects/project/events.tsx'), 'Page'),
});

const projectInsights = createRoute({
  getParentRoute: () => project,
  path: 'insights',
  validateSearch: insightsParams,
  component: lazyRouteComponent(() => import('./usage/insights/project-page.tsx'), 'Page'),
});

const projectPage = listPageIn(project);
const projectMembers = projectPage('members', () => import('./projects/project/access.tsx'));
const projectTokens = projectPage('tokens', () => import('./projects/project/tokens.tsx'));
const projectSettings = projectPage(
  'settings',
  () => import('./projects/project/settings-page.tsx'),
);
const projectSettingsSection = projectPage(
  'settings/$section',
  () => import('./projects/project/settings-page.tsx'),
);

const archive = listPage(paths.archive, () => import('./flags/archive/page.tsx'));
const environments = listPage(paths.environments, () => import('./projects/environments/page.tsx'));
const segments = listPage(paths.segments, () => import('./flags/segments/page.tsx'));
const contextFields = listPage(
  paths.contextFields,
  () => import('./flags/context-fields/page.tsx'),
);
const tags = listPage(paths.tags, () => import('./flags/tags/page.tsx'));
const strategyTypes = listPage(
  paths.strategyTypes,
  () => import('./flags/custom-strategies/page.tsx'),
);
const applications = listPage(paths.applications, () => import('./usage/applications/page.tsx'));
const application = createRoute({
  getParentRoute: () => signedIn,
  path: paths.application,
  component: lazyRouteComponent(() => import('./usage/applications/application-page.tsx'), 'Page'),
});
const integrations = listPage(
  paths.integrations,
  () => import('./integrations/integrations/page.tsx'),
);
const integration = listPage(
  paths.integration,
  () => import('./integrations/integrations/integration-page.tsx'),
);
const projectIntegration = listPage(
  paths.projectIntegration,
  () => import('./integrations/integrations/integration-page.tsx'),
);
const users = listPage(paths.users, () => import('./identity/users/page.tsx'));
const inactiveUsers = listPage(
  paths.inactiveUsers,
  () => import('./identity/inactive-users/page.tsx'),
);
const invitations = listPage(paths.invitations, () => import('./identity/invitations/page.tsx'));
const serviceAccounts = listPage(
  paths.serviceAccounts,
  () => import('./identity/service-accounts/page.tsx'),
);
const groups = listPage(paths.groups, () => import('./identity/groups/page.tsx'));
const roles = listPage(paths.roles, () => import('./identity/roles/page.tsx'));
const signInSettings = listPage(
  paths.signInSettings,
  () => import('./identity/sign-in-settings/page.tsx'),
);
const tokens = listPage(paths.tokens, () => import('./identity/api-tokens/page.tsx'));
const moveFromUnleash = listPage(paths.moveFromUnleash, () => import('./unleash/runs/page.tsx'));
const profile = listPage(paths.profile, () => import('./identity/profile/page.tsx'));

const view = createRoute({
  getParentRoute: () => signedIn,
  path: paths.view,
  component: lazyRouteComponent(() => import('./views/saved/page.tsx'), 'Page'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    resetPassword,
    newUser,
    signedIn.addChildren([
      home,
      connect,
      unknown,
      flags,
      flag,
      changeRequests,
      changeRequest,
      dashboard,
      insights,
      events,
      event,
      playground,
      projects,
      project.addChildren([
        projectFlags,
        projectRequests,
        projectEvents,
        projectInsights,
        projectMembers,
        projectTokens,
        projectSettings,
        projectSettingsSection,
      ]),
      archive,
      environments,
      segments,
      contextFields,
      tags,
      strategyTypes,
      applications,
      application,
      integrations,
      integration,
      projectIntegration,
      users,
      inactiveUsers,
      invitations,
      serviceAccounts,
      groups,
      roles,
      tokens,
      signInSettings,
      moveFromUnleash,
      profile,
      view,
    ]),
  ]),
  basepath: new URL(document.baseURI).pathname,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  // A new window also gets scripts that a new version of the server has replaced.
  defaultErrorComponent: ({ error }) => (
    <ErrorNote error={error as Error} onRetry={() => window.location.reload()} />
  ),
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
