-- The one definition of "outlived its type", at any moment: whoever was born before this. It is asked
-- once a type where many flags are counted.
create function outlived_if_born_before(lifetime_days integer, at timestamptz)
  returns timestamptz language sql stable as $$
    select at - make_interval(secs => lifetime_days * 86400.0)
  $$;
create function outlived(created_at timestamptz, lifetime_days integer, at timestamptz)
  returns boolean language sql stable as $$
    select coalesce(created_at < outlived_if_born_before(lifetime_days, at), false)
  $$;
create or replace function outlived(created_at timestamptz, lifetime_days integer) returns boolean
  language sql stable as $$
    select outlived(created_at, lifetime_days, now())
  $$;

-- How often an application was told yes and no, by the hour.
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

-- Names that applications asked about and that are no flags there, or not for their token.
create table unknown_flags (
  name text not null,
  application text not null,
  environment text not null references environments (name) on delete cascade,
  seen_at timestamptz(3) not null,
  primary key (name, application, environment)
);
create index unknown_flags_by_age on unknown_flags (seen_at, name);

create table applications (
  name text primary key,
  strategies text[] not null default '{}',
  created_at timestamptz(3) not null,
  seen_at timestamptz(3) not null
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

-- Which projects the tokens of an application are for; none stands for all of them.
create table application_projects (
  application text not null references applications (name) on delete cascade,
  environment text not null references environments (name) on delete cascade,
  project text references projects (id) on delete cascade,
  unique nulls not distinct (application, environment, project)
);
create index application_projects_by_project on application_projects (project);

-- Projects for which an SDK was ever seen; nothing takes that back.
create table onboarded_projects (
  project text primary key references projects (id) on delete cascade,
  since timestamptz(3) not null
);

create function onboard_projects() returns trigger language plpgsql as $$
begin
  insert into onboarded_projects (project, since)
  select flags.project, min(seen.last_seen_at)
  from seen join flags on flags.name = seen.flag
  where not exists (select from onboarded_projects where project = flags.project)
  group by flags.project
  order by flags.project
  on conflict do nothing;
  return null;
end;
$$;

create trigger onboards_projects after insert on flag_usage
  referencing new table as seen
  for each statement execute function onboard_projects();

insert into onboarded_projects (project, since)
select flags.project, min(flag_usage.last_seen_at)
from flag_usage join flags on flags.name = flag_usage.flag
group by flags.project;
