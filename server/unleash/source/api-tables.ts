import type { Get } from './requests.ts';
import type { Row } from './source.ts';
import { listOf, recordOf } from './values.ts';

/** Reads what one path of the API has, as rows of the table of Unleash. */
type Loader = (get: Get) => Promise<Row[]>;

const membersOf = (value: unknown, member: string): Row[] =>
  listOf(recordOf(value)[member]).map(recordOf);

/** The names of columns are those of members in snake case. */
export const snakeCased = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

const listed =
  (path: string, member: string): Loader =>
  async (get) =>
    membersOf(await get(path), member).map(snakeCased);

const pageSize = 1000;

/** Tables with few rows; what an edition lacks is empty. */
export const apiTables: Readonly<Partial<Record<string, Loader>>> = {
  settings: async (get) => {
    const config = recordOf(await get('/api/admin/ui-config'));
    const { frontendApiOrigins, versionInfo } = config;
    return [
      { name: 'instanceInfo', content: { id: recordOf(versionInfo).instanceId } },
      { name: 'unleash.frontend', content: { frontendApiOrigins } },
    ];
  },
  environments: listed('/api/admin/environments', 'environments'),
  roles: async (get) => {
    const all = await get('/api/admin/roles');
    if (all !== undefined) return membersOf(all, 'roles');
    return membersOf(await get('/api/admin/user-admin'), 'rootRoles');
  },
  role_permission: async (get) => {
    const roles = membersOf(await get('/api/admin/roles'), 'roles');
    const custom = roles.filter(({ type }) => ['custom', 'root-custom'].includes(String(type)));
    const found: Row[] = [];
    for (const { id } of custom) {
      const { permissions } = recordOf(await get(`/api/admin/roles/${id}`));
      for (const { name, environment } of listOf(permissions).map(recordOf)) {
        found.push({ role_id: id, permission: name, environment });
      }
    }
    return found;
  },
  users: async (get) => {
    const users = membersOf(await get('/api/admin/user-admin'), 'users');
    const robots = membersOf(await get('/api/admin/service-account'), 'serviceAccounts');
    return [...users, ...robots.map((it) => ({ ...it, isService: true }))].map(snakeCased);
  },
  role_user: async (get) => {
    const users = membersOf(await get('/api/admin/user-admin'), 'users');
    const robots = membersOf(await get('/api/admin/service-account'), 'serviceAccounts');
    return [...users, ...robots].map(({ id, rootRole }) => ({ user_id: id, role_id: rootRole }));
  },
  groups: async (get) => (await groupsOf(get)).map(groupRow),
  group_user: async (get) =>
    (await groupsOf(get)).flatMap(({ id, users }) =>
      listOf(users).map((member) => ({ group_id: id, ...memberRow(recordOf(member)) })),
    ),
  feature_types: listed('/api/admin/feature-types', 'types'),
  strategies: listed('/api/admin/strategies', 'strategies'),
  context_fields: async (get) =>
    listOf(await get('/api/admin/context')).map((it) => snakeCased(recordOf(it))),
  tag_types: listed('/api/admin/tag-types', 'tagTypes'),
  tags: listed('/api/admin/tags', 'tags'),
  segments: async (get) =>
    membersOf(await get('/api/admin/segments'), 'segments').map(({ project, ...it }) => ({
      ...snakeCased(it),
      segment_project_id: project,
    })),
  api_tokens: listed('/api/admin/api-tokens', 'tokens'),
  api_token_project: async (get) =>
    membersOf(await get('/api/admin/api-tokens'), 'tokens').flatMap(({ secret, projects }) =>
      listOf(projects).map((project) => ({ secret, project })),
    ),
  client_applications: async (get) => {
    const found: Row[] = [];
    for (;;) {
      const path = `/api/admin/metrics/applications?limit=${pageSize}&offset=${found.length}`;
      const page = membersOf(await get(path), 'applications').map(snakeCased);
      found.push(...page);
      if (page.length < pageSize) return found;
    }
  },
};

const groupsOf = async (get: Get) => membersOf(await get('/api/admin/groups'), 'groups');

const groupRow = ({ mappingsSSO, rootRole, ...group }: Row): Row => ({
  ...snakeCased(group),
  mappings_sso: mappingsSSO,
  root_role_id: rootRole,
});

const memberRow = ({ user, joinedAt, createdBy }: Row): Row => ({
  user_id: recordOf(user).id,
  created_at: joinedAt,
  created_by: createdBy,
});

/** A project with its settings, as rows of their tables. */
export function projectRows(
  id: string,
  listedProject: Row,
  overview: Row,
): Partial<Record<string, Row[]>> {
  const { pattern, example, description } = recordOf(overview.featureNaming);
  return {
    projects: [{ ...snakeCased(listedProject), description: overview.description }],
    project_settings: [
      {
        project: id,
        project_mode: overview.mode,
        default_stickiness: overview.defaultStickiness,
        feature_limit: overview.featureLimit,
        feature_naming_pattern: pattern,
        feature_naming_example: example,
        feature_naming_description: description,
      },
    ],
    project_environments: listOf(overview.environments).map((it) => {
      const { environment, defaultStrategy } = recordOf(it);
      return { project_id: id, environment_name: environment, default_strategy: defaultStrategy };
    }),
  };
}

/** The response about a flag, and those about its tags and stages, as rows of their tables. */
export function flagRows(
  flag: Row,
  tags: unknown,
  stages: unknown,
): Partial<Record<string, Row[]>> {
  const name = flag.name;
  const environments = listOf(flag.environments).map(recordOf);
  const strategies = environments.flatMap((environment) =>
    listOf(environment.strategies).map((it) => ({ environment, strategy: recordOf(it) })),
  );
  return {
    features: [{ ...snakeCased(flag), created_by_user_id: recordOf(flag.createdBy).id }],
    feature_environments: environments.map((it) => ({
      ...snakeCased(it),
      feature_name: name,
      environment: it.name,
    })),
    feature_strategies: strategies.map(({ environment, strategy }) => ({
      ...snakeCased(strategy),
      feature_name: name,
      environment: environment.name,
      strategy_name: strategy.name,
    })),
    feature_strategy_segment: strategies.flatMap(({ strategy }) =>
      listOf(strategy.segments).map((segment_id) => ({
        feature_strategy_id: strategy.id,
        segment_id,
      })),
    ),
    feature_tag: membersOf(tags, 'tags').map(({ type, value }) => ({
      feature_name: name,
      tag_type: type,
      tag_value: value,
    })),
    feature_link: listOf(flag.links).map((it) => ({ ...recordOf(it), feature_name: name })),
    feature_lifecycles: listOf(stages).map((it) => {
      const { stage, enteredStageAt, status } = recordOf(it);
      return { feature: name, stage, created_at: enteredStageAt, status };
    }),
    dependent_features: listOf(flag.dependencies).map((it) => {
      const { feature, enabled, variants } = recordOf(it);
      return { child: name, parent: feature, enabled: enabled ?? true, variants };
    }),
  };
}
