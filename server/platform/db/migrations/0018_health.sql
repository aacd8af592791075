-- The flags of a project as they stood at the end of a day (UTC).
create table project_health (
  project text not null references projects (id) on delete cascade,
  day date not null,
  total integer not null,
  stale integer not null,
  potentially_stale integer not null,
  primary key (project, day)
);

-- Counting a project's flags by type and age reads this alone: 2 ms for 8,500 flags, not 5.
create index flags_live_by_type on flags (project, type, stale, created_at)
  where archived_at is null;

-- Flags that were told to have outlived their type, until they no longer do.
create table outlived_flags (
  flag text primary key references flags (name) on delete cascade,
  told_at timestamptz(3) not null
);
