-- The newest hour in which a flag was evaluated in an environment.
create table flag_usage (
  flag text not null,
  environment text not null,
  last_seen_at timestamptz(3) not null,
  hour timestamptz(0) not null,
  yes bigint not null default 0,
  no bigint not null default 0,
  primary key (flag, environment),
  foreign key (flag, environment) references flag_environments (flag, environment) on delete cascade
);

-- The sum is the version of flag_usage. A change inserts a row, so that writers do not wait for each
-- other; usage has no events whose lock would order them.
create table usage_changes (
  changes bigint not null
);
insert into usage_changes values (0);

-- The evaluations by an application, per hour.
create table usage_hours (
  flag text not null,
  environment text not null,
  hour timestamptz(0) not null,
  application text not null,
  yes bigint not null,
  no bigint not null,
  primary key (flag, environment, hour, application),
  foreign key (flag, environment) references flag_environments (flag, environment) on delete cascade
);
create index usage_hours_by_age on usage_hours (hour);
create index usage_hours_by_application on usage_hours (application, flag);

create table usage_variants (
  flag text not null,
  environment text not null,
  hour timestamptz(0) not null,
  application text not null,
  variant text not null,
  count bigint not null,
  primary key (flag, environment, hour, application, variant),
  foreign key (flag, environment, hour, application)
    references usage_hours (flag, environment, hour, application) on delete cascade
);

-- Names that applications evaluated and that are no flags in the projects of their token.
create table unknown_flags (
  name text not null,
  application text not null,
  environment text not null references environments (name) on delete cascade,
  seen_at timestamptz(3) not null,
  primary key (name, application, environment)
);
create index unknown_flags_by_age on unknown_flags (seen_at, name);

-- SDKs report the strategies; people edit the columns after seen_at.
create table applications (
  name text primary key,
  strategies text[] not null default '{}',
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  description text,
  url text,
  color text,
  icon text
);
create index applications_by_age on applications (seen_at, name);

create table application_instances (
  application text not null references applications (name) on delete cascade,
  environment text not null references environments (name) on delete cascade,
  instance text not null,
  kind text not null check (kind in ('client', 'frontend')),
  sdk_version text,
  seen_at timestamptz(3) not null,
  primary key (application, environment, instance)
);
create index application_instances_by_age on application_instances (seen_at);

-- The projects of an application's tokens; null means all projects.
create table application_projects (
  application text not null references applications (name) on delete cascade,
  environment text not null references environments (name) on delete cascade,
  project text references projects (id) on delete cascade,
  unique nulls not distinct (application, environment, project)
);
create index application_projects_by_project on application_projects (project);

-- Projects for which an SDK was ever seen; rows are never deleted while the project exists.
create table onboarded_projects (
  project text primary key references projects (id) on delete cascade,
  since timestamptz(3) not null
);

-- The counts of a project's flags at the end of a day (UTC).
create table project_health (
  project text not null references projects (id) on delete cascade,
  day date not null,
  total integer not null,
  stale integer not null,
  potentially_stale integer not null,
  primary key (project, day)
);

-- Flags past the lifetime of their type whose feature-potentially-stale-on event is recorded; a flag
-- that is no longer past it loses its row.
create table potentially_stale_flags (
  flag text primary key references flags (name) on delete cascade,
  recorded_at timestamptz(3) not null
);
