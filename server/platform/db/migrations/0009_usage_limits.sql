-- The projects whose flags an application evaluated, whatever the projects of its tokens.
create table application_usage (
  application text not null references applications (name) on delete cascade,
  environment text not null references environments (name) on delete cascade,
  project text not null references projects (id) on delete cascade,
  seen_at timestamptz(3) not null,
  primary key (application, environment, project)
);
create index application_usage_by_project on application_usage (project, application);
create index application_usage_by_age on application_usage (seen_at);

insert into application_usage (application, environment, project, seen_at)
select usage_hours.application, usage_hours.environment, flags.project, max(usage_hours.hour)
from usage_hours
join flags on flags.name = usage_hours.flag
join applications on applications.name = usage_hours.application
group by usage_hours.application, usage_hours.environment, flags.project;

-- What was dropped from usage reports, because a limit was exceeded. The project is null for limits of
-- the whole installation and for tokens of all projects. It is no reference, so that writing this row
-- never waits for a project.
create table dropped_usage (
  project text,
  reason text not null,
  dropped bigint not null,
  since timestamptz(3) not null,
  last_at timestamptz(3) not null,
  unique nulls not distinct (project, reason)
);
