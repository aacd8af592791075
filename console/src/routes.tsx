import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router';
import { requestsParams } from './change-requests/params.ts';
import { flagPageParams } from './flag/params.ts';
import { flagParams } from './flags/params.ts';
import { paths } from './paths.ts';
import { knownParams, parseSearch, stringifySearch } from './search-params.ts';
import { SignedIn } from './session/signed-in.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ErrorNote } from './ui/error-note.tsx';
import { PanelSkeleton } from './ui/skeletons.tsx';

/** Every page is a route, loaded when it is first opened; `docs/console.md` says how to add one. */

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  validateSearch: knownParams(['next']),
  component: lazyRouteComponent(() => import('./session/sign-in.tsx'), 'Page'),
});

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });

const home = createRoute({
  getParentRoute: () => signedIn,
  path: paths.home,
  component: () => <Navigate to={paths.flags} replace />,
});

const flags = createRoute({
  getParentRoute: () => signedIn,
  path: paths.flags,
  validateSearch: flagParams,
  component: lazyRouteComponent(() => import('./flags/page.tsx'), 'Page'),
});

const flag = createRoute({
  getParentRoute: () => signedIn,
  path: paths.flag,
  validateSearch: flagPageParams,
  component: lazyRouteComponent(() => import('./flag/page.tsx'), 'Page'),
});

const changeRequests = createRoute({
  getParentRoute: () => signedIn,
  path: paths.changeRequests,
  validateSearch: requestsParams,
  component: lazyRouteComponent(() => import('./change-requests/page.tsx'), 'Page'),
});

const changeRequest = createRoute({
  getParentRoute: () => signedIn,
  path: paths.changeRequest,
  component: lazyRouteComponent(() => import('./change-request/page.tsx'), 'Page'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    signedIn.addChildren([home, flags, flag, changeRequests, changeRequest]),
  ]),
  basepath: new URL(document.baseURI).pathname,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PanelSkeleton,
  defaultErrorComponent: ({ error }) => <ErrorNote error={error as Error} />,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
