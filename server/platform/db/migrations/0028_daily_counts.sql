-- The evaluations by an application, per day (UTC): sums of the hours that are no longer retained.
create table usage_days (
  flag text not null,
  environment text not null,
  day date not null,
  application text not null,
  yes bigint not null,
  no bigint not null,
  primary key (flag, environment, day, application),
  foreign key (flag, environment) references flag_environments (flag, environment) on delete cascade
);
create index usage_days_by_age on usage_days (day);

create table usage_day_variants (
  flag text not null,
  environment text not null,
  day date not null,
  application text not null,
  variant text not null,
  count bigint not null,
  primary key (flag, environment, day, application, variant),
  foreign key (flag, environment, day, application)
    references usage_days (flag, environment, day, application) on delete cascade
);

-- The changes of flags by day (UTC), of the events up to a position. The project is no reference, so
-- that counting never waits for a project.
create table change_counts (
  project text not null,
  day date not null,
  environment text,
  changes integer not null,
  unique nulls not distinct (project, day, environment)
);
create index change_counts_by_day on change_counts (day);

-- One row: the newest event that change_counts contains.
create table change_counting (
  up_to bigint not null
);
insert into change_counting values (0);

-- The flags that went live, and the requests that were applied, in a period.
create index flag_stages_live on flag_stages (entered_at) include (flag) where stage = 'live';
create index change_request_history_applied on change_request_history (created_at)
  include (change_request_id) where action = 'applied';
