-- Views that users are subscribed to, and what is stored about them.
create table view_watches (
  view_id uuid primary key references saved_views (id) on delete cascade,
  -- The one whose matches are stored; another one than that of the view after a change of the view.
  query text not null,
  -- Why it is not evaluated at present.
  parked text,
  -- When all flags were last evaluated.
  evaluated_at timestamptz(3) not null
);

create table view_subscriptions (
  view_id uuid not null references view_watches (view_id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (view_id, user_id)
);
create index view_subscriptions_of_user on view_subscriptions (user_id);

-- The flags that were in the view when it was last evaluated.
create table view_members (
  view_id uuid not null references view_watches (view_id) on delete cascade,
  flag text not null references flags (name) on delete cascade,
  primary key (view_id, flag)
);
create index view_members_of_flag on view_members (flag);

create table view_entries (
  id bigint generated always as identity primary key,
  view_id uuid not null,
  user_id integer not null,
  flag text not null references flags (name) on delete cascade,
  -- Null if the flag entered without an event of its own.
  event_id bigint,
  seen boolean not null default false,
  created_at timestamptz(3) not null default now(),
  foreign key (view_id, user_id) references view_subscriptions (view_id, user_id) on delete cascade
);
create index view_entries_of_user on view_entries (user_id, id);
create index view_entries_of_subscription on view_entries (view_id, user_id);
create index view_entries_of_flag on view_entries (flag);

-- One row: the newest event that all views have been evaluated for. Its lock serializes evaluations.
create table view_reading (
  position bigint not null
);
insert into view_reading (position) values (0);
