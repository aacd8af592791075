import type { ImportedTable } from '../source/source.ts';

export type { Row } from '../source/source.ts';

/** Tables whose ids may differ from those of the source. */
export type IdentifiedTable =
  | 'roles'
  | 'users'
  | 'groups'
  | 'segments'
  | 'api_tokens'
  | 'personal_tokens'
  | 'change_requests'
  | 'change_request_changes'
  | 'change_request_comments';

export type Reference = {
  columns: readonly string[];
  table: ImportedTable;
  key: readonly string[];
};

export type Layout = {
  /** As in the report. */
  label: string;
  /** The columns of a unique index; without one, rows are inserted and never updated. */
  key?: readonly string[];
  /** Identify a row, for reports and deletions; the key, if absent. */
  identity?: readonly string[];
  /** Columns with ids of other tables; an unknown id makes the row invalid. */
  ids?: Readonly<Record<string, IdentifiedTable>>;
  /** The same for users that may be unknown. */
  authors?: readonly string[];
  /** A column with a strategy or a segment, whose ids are those of segments. */
  content?: string;
  references?: readonly Reference[];
  /** The column of what the rows belong to. */
  parent?: string;
};

const to = (table: ImportedTable, key: string, column: string): Reference => ({
  columns: [column],
  table,
  key: [key],
});
const toEnvironment = to('environments', 'name', 'environment');
const toProject = to('projects', 'id', 'project');
const toFlag = to('flags', 'name', 'flag');
const toFlagEnvironment: Reference = {
  columns: ['flag', 'environment'],
  table: 'flag_environments',
  key: ['flag', 'environment'],
};

type Layouts = Readonly<Partial<Record<ImportedTable, Layout>>>;

const generalLayouts: Layouts = {
  environments: { label: 'environments', key: ['name'] },
  roles: { label: 'roles', key: ['id'], identity: ['name'] },
  role_permissions: {
    label: 'permissions of roles',
    identity: ['role_id', 'permission', 'environment'],
    ids: { role_id: 'roles' },
    references: [toEnvironment],
    parent: 'role_id',
  },
  users: { label: 'users', key: ['id'], ids: { root_role_id: 'roles' } },
  groups: {
    label: 'groups',
    key: ['id'],
    identity: ['name'],
    ids: { root_role_id: 'roles' },
  },
  group_members: {
    label: 'members of groups',
    key: ['group_id', 'user_id'],
    ids: { group_id: 'groups', user_id: 'users' },
    parent: 'group_id',
  },
  projects: { label: 'projects', key: ['id'] },
  project_environments: {
    label: 'environments of projects',
    key: ['project', 'environment'],
    content: 'default_strategy',
    references: [toProject, toEnvironment],
    parent: 'project',
  },
  role_grants: {
    label: 'project roles',
    identity: ['project', 'role_id', 'user_id', 'group_id'],
    ids: { role_id: 'roles', user_id: 'users', group_id: 'groups' },
    references: [toProject],
    parent: 'project',
  },
  flag_types: { label: 'flag types', key: ['id'] },
  strategy_types: { label: 'custom strategies', key: ['name'] },
  context_fields: { label: 'context fields', key: ['name'] },
  tag_types: { label: 'tag types', key: ['name'] },
  tags: { label: 'tags', key: ['type', 'value'], references: [to('tag_types', 'name', 'type')] },
  segments: { label: 'segments', key: ['id'], identity: ['name'], references: [toProject] },
  flags: {
    label: 'flags',
    key: ['name'],
    authors: ['created_by_user_id'],
    references: [toProject, to('flag_types', 'id', 'type')],
  },
  flag_environments: {
    label: 'environments of flags',
    key: ['flag', 'environment'],
    references: [toFlag, toEnvironment],
    parent: 'flag',
  },
  strategies: {
    label: 'strategies',
    key: ['id'],
    identity: ['id'],
    references: [toFlagEnvironment],
    parent: 'flag',
  },
  strategy_segments: {
    label: 'segments of strategies',
    key: ['strategy_id', 'segment_id'],
    ids: { segment_id: 'segments' },
    references: [to('strategies', 'id', 'strategy_id')],
    parent: 'strategy_id',
  },
  flag_tags: {
    label: 'tags of flags',
    key: ['flag', 'type', 'value'],
    references: [toFlag, { columns: ['type', 'value'], table: 'tags', key: ['type', 'value'] }],
    parent: 'flag',
  },
  flag_links: { label: 'links', key: ['id'], references: [toFlag], parent: 'flag' },
  flag_stages: {
    label: 'lifecycle stages',
    key: ['flag', 'stage'],
    references: [toFlag],
    parent: 'flag',
  },
  flag_usage: {
    label: 'last use of flags',
    key: ['flag', 'environment'],
    references: [toFlagEnvironment],
  },
  dependencies: {
    label: 'dependencies',
    key: ['child'],
    references: [to('flags', 'name', 'child'), to('flags', 'name', 'parent')],
    parent: 'child',
  },
  flag_favorites: {
    label: 'favorite flags',
    key: ['user_id', 'flag'],
    ids: { user_id: 'users' },
    references: [toFlag],
  },
  project_favorites: {
    label: 'favorite projects',
    key: ['user_id', 'project'],
    ids: { user_id: 'users' },
    references: [toProject],
  },
  api_tokens: { label: 'API tokens', key: ['id'], identity: ['name'], references: [toEnvironment] },
  api_token_projects: {
    label: 'projects of API tokens',
    key: ['token_id', 'project'],
    ids: { token_id: 'api_tokens' },
    references: [toProject],
    parent: 'token_id',
  },
  personal_tokens: {
    label: 'personal tokens',
    key: ['id'],
    identity: ['description'],
    ids: { user_id: 'users' },
  },
  installation_settings: { label: 'settings', key: ['only_row'] },
  applications: { label: 'applications', key: ['name'] },
  application_instances: {
    label: 'instances of applications',
    key: ['application', 'environment', 'instance'],
    references: [to('applications', 'name', 'application'), toEnvironment],
  },
  application_projects: {
    label: 'projects of applications',
    identity: ['application', 'environment', 'project'],
    references: [to('applications', 'name', 'application'), toEnvironment, toProject],
  },
  application_usage: {
    label: 'use of projects by applications',
    key: ['application', 'environment', 'project'],
    references: [to('applications', 'name', 'application'), toEnvironment, toProject],
  },
  usage_hours: {
    label: 'hours of usage',
    key: ['flag', 'environment', 'hour', 'application'],
    references: [toFlagEnvironment],
  },
  usage_variants: {
    label: 'usage of variants',
    key: ['flag', 'environment', 'hour', 'application', 'variant'],
    references: [
      {
        columns: ['flag', 'environment', 'hour', 'application'],
        table: 'usage_hours',
        key: ['flag', 'environment', 'hour', 'application'],
      },
    ],
  },
};

const review: Omit<Layout, 'label'> = {
  key: ['change_request_id', 'user_id'],
  ids: { change_request_id: 'change_requests', user_id: 'users' },
  parent: 'change_request_id',
};

const requestLayouts: Layouts = {
  change_requests: {
    label: 'change requests',
    key: ['id'],
    ids: { created_by: 'users' },
    references: [toProject, toEnvironment],
  },
  change_request_changes: {
    label: 'changes of requests',
    key: ['id'],
    ids: { change_request_id: 'change_requests', segment_id: 'segments', created_by: 'users' },
    content: 'payload',
    parent: 'change_request_id',
  },
  change_request_approvals: { label: 'approvals', ...review },
  change_request_rejections: { label: 'rejections', ...review },
  change_request_comments: {
    label: 'comments',
    key: ['id'],
    ids: { change_request_id: 'change_requests', created_by: 'users' },
    parent: 'change_request_id',
  },
  change_request_schedules: {
    label: 'schedules',
    key: ['change_request_id'],
    ids: { change_request_id: 'change_requests', scheduled_by: 'users' },
    parent: 'change_request_id',
  },
};

/** In the order of writing: a table comes after those that it refers to. */
export const layouts: Layouts = { ...generalLayouts, ...requestLayouts };

export type Identification = {
  /** The column that identifies a row in the source. */
  source: string;
  /** Columns by which a stored row is recognised. */
  names: readonly string[];
  /** Whether names that differ only in case are the same. */
  folded: boolean;
};

export const identifications: Readonly<Record<IdentifiedTable, Identification>> = {
  roles: { source: 'id', names: ['name'], folded: true },
  users: { source: 'id', names: ['username', 'email'], folded: true },
  groups: { source: 'id', names: ['name'], folded: true },
  segments: { source: 'id', names: ['name'], folded: false },
  api_tokens: { source: 'secret_hash', names: ['secret_hash'], folded: false },
  personal_tokens: { source: 'secret_hash', names: ['secret_hash'], folded: false },
  change_requests: { source: 'id', names: [], folded: false },
  change_request_changes: { source: 'id', names: [], folded: false },
  change_request_comments: { source: 'id', names: [], folded: false },
};

export const isIdentified = (table: string): table is IdentifiedTable =>
  Object.hasOwn(identifications, table);
