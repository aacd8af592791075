/** The path of every page; `$name` is a parameter. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  flags: '/flags',
  flag: '/projects/$projectId/flags/$featureName',
  dashboard: '/dashboard',
  events: '/events',
  event: '/events/$eventId',
  changeRequests: '/change-requests',
  changeRequest: '/projects/$projectId/change-requests/$id',
  projects: '/projects',
  project: '/projects/$projectId',
  playground: '/playground',
  environments: '/environments',
  segments: '/segments',
  contextFields: '/context-fields',
  tags: '/tags',
  strategyTypes: '/strategy-types',
  archive: '/archive',
  applications: '/applications',
  integrations: '/integrations',
  integration: '/integrations/$id',
  projectIntegration: '/projects/$projectId/integrations/$id',
  users: '/users',
  serviceAccounts: '/service-accounts',
  groups: '/groups',
  roles: '/roles',
  tokens: '/tokens',
  signInSettings: '/single-sign-on',
  profile: '/profile',
} as const;

/** Fills in the parameters: `pathTo(paths.flag, { projectId, … })`. */
export const pathTo = (path: string, parts: Record<string, string | number>): string =>
  path.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
