-- A flag has at most one parent.
create table dependencies (
  child text primary key references flags (name) on delete cascade,
  parent text not null references flags (name),
  enabled boolean not null default true,
  variants text[] not null default '{}',
  check (child <> parent)
);
create index dependencies_by_parent on dependencies (parent);

create table flag_favorites (
  user_id integer not null references users (id) on delete cascade,
  flag text not null references flags (name) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, flag)
);
create index flag_favorites_by_flag on flag_favorites (flag);

create table project_favorites (
  user_id integer not null references users (id) on delete cascade,
  project text not null references projects (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, project)
);
create index project_favorites_by_project on project_favorites (project);

create table flag_links (
  id uuid primary key default gen_random_uuid(),
  flag text not null references flags (name) on delete cascade,
  url text not null,
  title text,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Tells apart what was added in the same millisecond.
  added bigint generated always as identity
);
create index flag_links_by_flag on flag_links (flag, added);

-- Each stage is entered once; the current one is the furthest.
create table flag_stages (
  flag text not null references flags (name) on delete cascade,
  stage text not null check (stage in ('initial', 'pre-live', 'live', 'completed', 'archived')),
  entered_at timestamptz(3) not null default now(),
  status text,
  status_value text,
  primary key (flag, stage)
);
