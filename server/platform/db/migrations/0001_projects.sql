create table environments (
  name text primary key,
  type text not null,
  enabled boolean not null default true,
  protected boolean not null default false,
  sort_order integer not null default 9999,
  required_approvals integer check (required_approvals between 1 and 10),
  created_at timestamptz(3) not null default now()
);

create table projects (
  id text primary key,
  name text not null,
  description text,
  mode text not null default 'open' check (mode in ('open', 'protected', 'private')),
  default_stickiness text not null default 'default',
  flag_limit integer check (flag_limit > 0),
  naming_pattern text,
  naming_example text,
  naming_description text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3)
);

-- A change needs a change request where required_approvals is set.
create table project_environments (
  project text not null references projects (id) on delete cascade,
  environment text not null references environments (name) on delete cascade,
  required_approvals integer check (required_approvals between 1 and 10),
  default_strategy jsonb,
  author_may_approve boolean not null default false,
  primary key (project, environment)
);
create index project_environments_by_environment on project_environments (environment);

insert into environments (name, type, sort_order) values
  ('development', 'development', 1),
  ('production', 'production', 2);

insert into projects (id, name, description) values
  ('default', 'Default', 'Where flags live until there are other projects.');

insert into project_environments (project, environment)
select 'default', name from environments;
