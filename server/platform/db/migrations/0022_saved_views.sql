-- Named queries: of a user, or shared in a project.
create table saved_views (
  -- In links to the view.
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('flags', 'events')),
  name text not null,
  description text,
  -- In the query language, with its order.
  query text not null,
  columns text[] not null,
  project text references projects (id) on delete cascade,
  owner_id integer references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((project is null) <> (owner_id is null))
);
create unique index saved_views_of_project on saved_views (project, kind, lower(name))
  where project is not null;
create unique index saved_views_of_user on saved_views (owner_id, kind, lower(name))
  where owner_id is not null;
