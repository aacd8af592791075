import type { Generated } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { ApprovalTables } from './approval-tables.ts';
import type { CodeTables } from './code-tables.ts';
import type { GeneratedJson, Json, Moment, NullableMoment } from './columns.ts';
import type { ImportTables } from './import-tables.ts';
import type { IntegrationTables } from './integration-tables.ts';
import type { SignInTables } from './sign-in-tables.ts';
import type { VersionTables } from './version-tables.ts';
import type { ViewTables } from './view-tables.ts';

/** Every table, with its columns as the database returns them. */
export type Tables = CommonTables &
  AccountTables &
  ApprovalTables &
  CodeTables &
  IntegrationTables &
  SignInTables &
  ImportTables &
  VersionTables &
  ViewTables;

type CommonTables = {
  migrations: { name: string; checksum: string; applied_at: Moment };
  roles: {
    id: Generated<number>;
    name: string;
    description: string;
    type: 'root' | 'root-custom' | 'project' | 'custom';
    created_at: Moment;
  };
  role_permissions: { role_id: number; permission: string; environment: string | null };
  users: {
    id: Generated<number>;
    account_type: Generated<'User' | 'Service Account'>;
    username: string | null;
    email: string | null;
    name: string | null;
    password_hash: string | null;
    must_change_password: Generated<boolean>;
    root_role_id: number;
    created_at: Moment;
    seen_at: NullableMoment;
    deleted_at: NullableMoment;
    deactivated_at: NullableMoment;
  };
  former_passwords: { user_id: number; password_hash: string; created_at: Moment };
  user_splashes: { user_id: number; splash_id: string };
  user_feedback: {
    user_id: number;
    feedback_id: string;
    given_at: NullableMoment;
    never_show: boolean;
  };
  installation_settings: {
    only_row: Generated<boolean>;
    instance_id: Generated<string>;
    maintenance: Generated<boolean>;
    frontend_origins: string[] | null;
  };
  groups: {
    id: Generated<number>;
    name: string;
    description: string | null;
    mappings_sso: Generated<string[]>;
    root_role_id: number | null;
    created_at: Moment;
    created_by: string | null;
  };
  group_members: {
    group_id: number;
    user_id: number;
    joined_at: Moment;
    created_by: string | null;
  };
  environments: {
    name: string;
    type: string;
    enabled: Generated<boolean>;
    protected: Generated<boolean>;
    sort_order: Generated<number>;
    required_approvals: number | null;
    created_at: Moment;
  };
  projects: {
    id: string;
    name: string;
    description: string | null;
    mode: Generated<'open' | 'protected' | 'private'>;
    default_stickiness: Generated<string>;
    flag_limit: number | null;
    naming_pattern: string | null;
    naming_example: string | null;
    naming_description: string | null;
    created_at: Moment;
    updated_at: Moment;
    archived_at: NullableMoment;
  };
  project_environments: {
    project: string;
    environment: string;
    required_approvals: number | null;
    author_may_approve: Generated<boolean>;
    default_strategy: Json<object | null>;
  };
  role_grants: {
    id: Generated<number>;
    project: string;
    role_id: number;
    user_id: number | null;
    group_id: number | null;
    created_at: Moment;
  };
  personal_tokens: {
    id: Generated<number>;
    user_id: number;
    description: string;
    secret_hash: string;
    created_at: Moment;
    expires_at: string | null;
    seen_at: NullableMoment;
  };
  api_tokens: {
    id: Generated<number>;
    name: string;
    type: 'admin' | 'client' | 'frontend';
    secret_hash: string;
    environment: string | null;
    all_projects: boolean;
    alias: string | null;
    created_at: Moment;
    expires_at: string | null;
    seen_at: NullableMoment;
  };
  api_token_projects: { token_id: number; project: string };
  events: {
    id: Generated<number>;
    created_at: Moment;
    type: string;
    created_by: string;
    created_by_user_id: number | null;
    project: string | null;
    environment: string | null;
    feature_name: string | null;
    data: Json<object | null>;
    pre_data: Json<object | null>;
    tags: Json<object[]>;
    /** The interface of the change; null is the API itself. */
    via: string | null;
    /** Covers this event and all before it. */
    hash: Buffer;
  };
  /** Written by a trigger on `events`. */
  event_days: { first_id: number; day: string };
  /** Written by a trigger on `events`. */
  event_creators: { user_id: number; project: string | null };
  /** One row, written by a trigger on `events`. */
  event_log_version: { newest: number; project_deletion: number; event_deletion: number };
  event_partitions: {
    name: string;
    first_id: number;
    last_id: number | null;
    closed_at: Moment | null;
  };
  flag_types: { id: string; name: string; description: string; lifetime_days: number | null };
  strategy_types: {
    name: string;
    title: string;
    description: string;
    parameters: Json<object[]>;
    editable: Generated<boolean>;
    deprecated: Generated<boolean>;
    sort_order: Generated<number>;
  };
  context_fields: {
    name: string;
    description: Generated<string>;
    stickiness: Generated<boolean>;
    legal_values: Json<object[]>;
    sort_order: Generated<number>;
    created_at: Moment;
  };
  tag_types: {
    name: string;
    description: Generated<string>;
    icon: string | null;
    color: string | null;
    created_at: Moment;
  };
  flags: {
    name: string;
    project: string;
    type: Generated<string>;
    description: string | null;
    stale: Generated<boolean>;
    impression_data: Generated<boolean>;
    created_at: Moment;
    created_by_user_id: number | null;
    archived_at: NullableMoment;
    version: Generated<number>;
  };
  flag_environments: {
    flag: string;
    environment: string;
    enabled: Generated<boolean>;
    variants: GeneratedJson<object[]>;
    version: Generated<number>;
  };
  segments: {
    id: Generated<number>;
    name: string;
    description: string | null;
    project: string | null;
    constraints: GeneratedJson<object[]>;
    version: Generated<number>;
    created_by: string | null;
    created_at: Moment;
  };
  strategies: {
    id: Generated<string>;
    flag: string;
    environment: string;
    name: string;
    title: string | null;
    disabled: Generated<boolean>;
    parameters: GeneratedJson<Record<string, string>>;
    constraints: GeneratedJson<object[]>;
    variants: GeneratedJson<object[]>;
    sort_order: number;
    version: Generated<number>;
    created_at: Moment;
    added: Generated<number>;
  };
  strategy_segments: { strategy_id: string; segment_id: number };
  tags: { type: string; value: string; created_at: Moment };
  flag_tags: { flag: string; type: string; value: string; created_at: Moment };
  dependencies: {
    child: string;
    parent: string;
    enabled: Generated<boolean>;
    variants: Generated<string[]>;
  };
  flag_favorites: { user_id: number; flag: string; created_at: Moment };
  project_favorites: { user_id: number; project: string; created_at: Moment };
  flag_links: {
    id: Generated<string>;
    flag: string;
    url: string;
    title: string | null;
    created_at: Moment;
    added: Generated<number>;
  };
  flag_stages: {
    flag: string;
    stage: 'initial' | 'pre-live' | 'live' | 'completed' | 'archived';
    entered_at: Moment;
    status: string | null;
    status_value: string | null;
  };
  flag_first_live: { flag: string; entered_at: Moment };
  flag_search: {
    name: string;
    project: string;
    type: string;
    created_at: string;
    archived: boolean;
    marked_stale: boolean;
    created_by: number | null;
    stage: string;
    tags: string[];
    segments: number[];
    switches: string[];
    search_text: string;
    context_fields: string[];
    settings: string[];
  };
  flag_items: { name: string; item: string };
  flag_counts: {
    archived: boolean;
    project: string;
    type: string;
    stage: string;
    switches: string[];
    flags: number;
  };
  setting_counts: { setting: string; project: string; archived: boolean; flags: number };
  reference_counts: {
    kind: 'segment' | 'context-field';
    subject: string;
    project: string;
    flags: number;
  };
  flag_search_version: { version: number; display: number };
  usage_changes: { changes: number };
  flag_usage: {
    flag: string;
    environment: string;
    last_seen_at: string;
    hour: string;
    yes: Generated<number>;
    no: Generated<number>;
  };
  flag_last_seen: { flag: string; last_seen_at: NullableMoment };
  usage_hours: {
    flag: string;
    environment: string;
    hour: string;
    application: string;
    yes: number;
    no: number;
  };
  usage_variants: {
    flag: string;
    environment: string;
    hour: string;
    application: string;
    variant: string;
    count: number;
  };
  usage_days: {
    flag: string;
    environment: string;
    day: string;
    application: string;
    yes: number;
    no: number;
  };
  usage_day_variants: {
    flag: string;
    environment: string;
    day: string;
    application: string;
    variant: string;
    count: number;
  };
  unknown_flags: { name: string; application: string; environment: string; seen_at: string };
  applications: {
    name: string;
    strategies: Generated<string[]>;
    created_at: string;
    seen_at: string;
  } & Record<'description' | 'url' | 'color' | 'icon', string | null>;
  application_instances: {
    application: string;
    environment: string;
    instance: string;
    kind: 'client' | 'frontend';
    sdk_version: string | null;
    seen_at: string;
  };
  application_projects: { application: string; environment: string; project: string | null };
  application_usage: {
    application: string;
    environment: string;
    project: string;
    seen_at: string;
  };
  dropped_usage: {
    project: string | null;
    reason: string;
    dropped: number;
    since: string;
    last_at: string;
  };
  onboarded_projects: { project: string; since: string };
  project_health: {
    project: string;
    day: string;
    total: number;
    stale: number;
    potentially_stale: number;
  };
  change_counts: { project: string; day: string; environment: string | null; changes: number };
  change_counting: { up_to: number };
  potentially_stale_flags: {
    flag: string;
    recorded_at: string;
    created_by_user_id: number | null;
  };
  inbox_reads: { user_id: number; read_until: string };
};
