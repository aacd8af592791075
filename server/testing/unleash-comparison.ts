import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db/open.ts';

const live = `(select name from flags where project = 'default' and archived_at is null)`;

/** What the API of the open-source edition has, as the content of tables. */
export const readableByApi: Record<string, string> = {
  environments: "select to_jsonb(t) - 'created_at' from environments as t",
  users: `select to_jsonb(t) - array['password_hash', 'seen_at'] from users as t
    where account_type = 'User'`,
  flagTypes: 'select to_jsonb(t) from flag_types as t',
  strategyTypes: 'select to_jsonb(t) from strategy_types as t',
  contextFields: 'select to_jsonb(t) from context_fields as t',
  tagTypes: "select to_jsonb(t) - 'created_at' from tag_types as t",
  segments: 'select to_jsonb(t) from segments as t',
  flags: `select to_jsonb(t) - array['created_by_user_id', 'version'] from flags as t
    where project = 'default'`,
  flagEnvironments: `select to_jsonb(t) - 'version' from flag_environments as t
    where flag in ${live}`,
  strategies: `select to_jsonb(t) - array['added', 'created_at', 'version'] from strategies as t
    where flag in ${live}`,
  strategySegments: `select to_jsonb(t) from strategy_segments as t
    where strategy_id in (select id from strategies where flag in ${live})`,
  tags: `select to_jsonb(t) - 'created_at' from flag_tags as t where flag in ${live}`,
  stages: `select to_jsonb(t) - 'status_value' from flag_stages as t where flag in ${live}`,
  dependencies: 'select to_jsonb(t) from dependencies as t',
  tokens: `select to_jsonb(t) - array['id', 'seen_at'] from api_tokens as t
    where name <> 'initial-admin'`,
};

const unarchived = '(select name from flags where archived_at is null)';

/** What the API of a Pennon has, which serves the paths of all editions. */
export const readableFromPennon: Record<string, string> = {
  environments: "select to_jsonb(t) - 'created_at' from environments as t",
  roles: "select to_jsonb(t) - 'created_at' from roles as t",
  rolePermissions: 'select to_jsonb(t) from role_permissions as t',
  users: `select to_jsonb(t) - array['password_hash', 'seen_at', 'must_change_password']
    from users as t where deleted_at is null`,
  groups: 'select to_jsonb(t) from groups as t',
  groupMembers: 'select to_jsonb(t) from group_members as t',
  projects: "select to_jsonb(t) - 'updated_at' from projects as t",
  projectEnvironments: 'select to_jsonb(t) from project_environments as t',
  roleGrants: "select to_jsonb(t) - array['id', 'created_at'] from role_grants as t",
  flagTypes: 'select to_jsonb(t) from flag_types as t',
  strategyTypes: 'select to_jsonb(t) from strategy_types as t',
  contextFields: 'select to_jsonb(t) from context_fields as t',
  tagTypes: "select to_jsonb(t) - 'created_at' from tag_types as t",
  tags: "select to_jsonb(t) - 'created_at' from flag_tags as t",
  segments: 'select to_jsonb(t) from segments as t',
  flags: `select to_jsonb(t) - 'version' from flags as t where archived_at is null`,
  archivedFlags: `select to_jsonb(t) - array['version', 'created_by_user_id'] from flags as t
    where archived_at is not null`,
  flagEnvironments: `select to_jsonb(t) - 'version' from flag_environments as t
    where flag in ${unarchived}`,
  strategies: `select to_jsonb(t) - array['added', 'created_at', 'version'] from strategies as t`,
  strategySegments: 'select to_jsonb(t) from strategy_segments as t',
  links: `select to_jsonb(t) - array['added', 'created_at'] from flag_links as t`,
  stages: `select to_jsonb(t) - 'status_value' from flag_stages as t where flag in ${unarchived}`,
  dependencies: 'select to_jsonb(t) from dependencies as t',
  applications: `select to_jsonb(t) - array['seen_at'] from applications as t`,
  requests: `select to_jsonb(t) - array['version', 'updated_at'] from change_requests as t`,
  changes: `select to_jsonb(t) - array['base', 'proposed', 'depends_on']
    from change_request_changes as t`,
  approvals: 'select to_jsonb(t) from change_request_approvals as t',
  rejections: 'select to_jsonb(t) from change_request_rejections as t',
  comments: 'select to_jsonb(t) from change_request_comments as t',
  schedules: "select to_jsonb(t) - 'scheduled_by' from change_request_schedules as t",
};

export async function rowsOf(of: Db, content: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select row from (${sql.raw(content)}) as t (row) order by row::text`.execute(of);
  return rows.map(({ row }) => row);
}

/** Without generated ids, numbers and times, which no run repeats. */
export async function stateOf(of: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns
    where table_schema = 'public' and column_name not in ('added', 'version', 'display', 'hash',
      'instance_id', 'applied_at', 'updated_at', 'changes', 'created_at', 'since')
      and table_name not in ('role_grants', 'usage_changes', 'imported_ids', 'versions',
        'setting_counts')
      and (table_name, column_name) not in (('api_tokens', 'id'), ('personal_tokens', 'id'),
        ('api_token_projects', 'token_id'))
    group by table_name`.execute(of);
  const digests: Record<string, string> = {};
  const addDigest = async (name: string, content: RawBuilder<unknown>) => {
    const found = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
      from (${content}) as t`.execute(of);
    digests[name] = found.rows[0]?.digest ?? '';
  };
  for (const { name, columns } of rows) {
    const list = sql.join(columns.map((column) => sql.ref(column)));
    await addDigest(name, sql`select ${list} from ${sql.table(name)}`);
  }
  await addDigest('newest versions', newestVersions);
  await addDigest('setting_counts', settingCounts);
  return digests;
}

/** A run that was killed leaves more versions. */
const newestVersions = sql`
  select distinct on (kind, key) kind, key, project, configuration, children
  from versions order by kind, key, event_id desc`;

/** Each write adds a row until they are compacted. */
const settingCounts = sql`
  select setting, project, archived, sum(flags) from setting_counts
  group by setting, project, archived having sum(flags) <> 0`;
