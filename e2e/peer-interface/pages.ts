/** What the pages are about; created through the API before they are opened. */
export type Subjects = { flag: string; child: string; strategy: string; segment: number };

/** The pages of the open source edition of the peer, each with a text that only a filled page has. */
export function pagesAbout({ flag, child, strategy, segment }: Subjects) {
  const project = '/projects/default';
  const here = `${project}/features/${flag}`;
  const strategies = `${here}/strategies`;
  return [
    ['personal dashboard', '/personal', 'Default'],
    ['projects', '/projects', 'Default'],
    ['archived projects', '/projects-archive', 'Projects archive'],
    ['flags of a project', project, flag],
    ['insights of a project', `${project}/insights`, 'Project Health'],
    ['health of a project', `${project}/health`, flag],
    ['archive of a project', `${project}/archive`, 'Archived flags'],
    ['event log of a project', `${project}/logs`, 'feature-created'],
    ['applications of a project', `${project}/applications`, 'web-shop'],
    ['access to a project', `${project}/settings/access`, 'User access'],
    ['environments of a project', `${project}/settings/environments`, 'production'],
    ['API access of a project', `${project}/settings/api-access`, 'shop-token'],
    ['new token of a project', `${project}/settings/api-access/create`, 'Create project API token'],
    ['segments of a project', `${project}/settings/segments`, 'Segments'],
    ['default strategy', `${project}/settings/default-strategy`, 'Default Strategy'],
    ['change request settings', `${project}/settings/change-requests`, 'Change request'],
    ['flag', here, 'development'],
    ['metrics of a flag', `${here}/metrics`, 'Total requests'],
    ['variants of a flag', `${here}/variants`, 'Variants'],
    ['settings of a flag', `${here}/settings`, flag],
    ['event log of a flag', `${here}/logs`, 'feature-created'],
    ['editing a flag', `${here}/edit`, 'Edit Feature flag'],
    ['copying a flag', `${here}/copy`, 'Create from copy'],
    ['child of a dependency', `${project}/features/${child}`, flag],
    [
      'new strategy',
      `${strategies}/create?environmentId=development&strategyName=flexibleRollout`,
      'Gradual rollout',
    ],
    [
      'editing a strategy',
      `${strategies}/edit?environmentId=development&strategyId=${strategy}`,
      'Gradual rollout',
    ],
    ['search of flags', '/search', flag],
    ['archive', '/archive', 'old-banner'],
    ['event log', '/history', 'segment-created'],
    ['segments', '/segments', 'beta-users'],
    ['new segment', '/segments/create', 'Create segment'],
    ['editing a segment', `/segments/edit/${segment}`, 'Edit segment'],
    ['context fields', '/context', 'appName'],
    ['new context field', '/context/create', 'Create context'],
    ['editing a context field', '/context/edit/appName', 'Edit context'],
    ['tag types', '/tag-types', 'simple'],
    ['new tag type', '/tag-types/create', 'Create tag type'],
    ['editing a tag type', '/tag-types/edit/simple', 'Edit tag type'],
    ['strategy types', '/strategies', 'Gradual rollout'],
    ['strategy type', '/strategies/flexibleRollout', 'flexibleRollout'],
    ['flag types', '/feature-toggle-type', 'Experiment'],
    ['editing a flag type', '/feature-toggle-type/edit/release', 'Release'],
    ['new environment', '/environments/create', 'Create environment'],
    ['editing an environment', '/environments/development', 'Edit environment'],
    ['applications', '/applications', 'web-shop'],
    ['application', '/applications/web-shop', 'web-shop'],
    ['instances of an application', '/applications/web-shop/instances', 'shop-1'],
    ['playground', '/playground', 'Unleash playground'],
    ['administration', '/admin', 'Instance statistics'],
    ['API access', '/admin/api', 'shop-token'],
    ['new API token', '/admin/api/create-token', 'Create API token'],
    ['users', '/admin/users', 'keeper'],
    ['new user', '/admin/create-user', 'Full name'],
    ['groups', '/admin/groups', 'User groups'],
    ['roles', '/admin/roles', 'Roles'],
    ['service accounts', '/admin/service-accounts', 'Service Accounts'],
    ['login history', '/admin/logins', 'Login history'],
    ['origins', '/admin/cors', 'CORS origins'],
    ['maintenance', '/admin/maintenance', 'Maintenance'],
    ['instance statistics', '/admin/instance', 'Instance Statistics'],
    ['instance privacy', '/admin/instance-privacy', 'Instance Privacy'],
    ['profile', '/profile', 'keeper'],
    ['changing the password', '/profile/change-password', 'Change password'],
    ['personal tokens', '/profile/personal-api-tokens', 'Personal API tokens'],
  ] as const;
}

/**
 * Responses that are not of a page's own: the peer has them too, or docs/compatibility.md has a row.
 */
export const expectedFailures = [
  // The archive of all projects requests a project named undefined, on the peer too.
  /^404 GET \/api\/admin\/projects\/undefined\/overview$/,
  // The dialog for dependencies requests the variants of a flag named default.
  /^404 GET \/api\/admin\/projects\/default\/features\/default\/parent-variants$/,
];
