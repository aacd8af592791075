create table flag_types (
  id text primary key,
  name text not null,
  description text not null,
  lifetime_days integer check (lifetime_days > 0)
);

create table strategy_types (
  name text primary key,
  title text not null,
  description text not null,
  parameters jsonb not null default '[]',
  editable boolean not null default true,
  deprecated boolean not null default false,
  sort_order integer not null default 9999
);

create table context_fields (
  name text primary key,
  description text not null default '',
  stickiness boolean not null default false,
  legal_values jsonb not null default '[]',
  sort_order integer not null default 9999,
  created_at timestamptz(3) not null default now()
);

create table tag_types (
  name text primary key,
  description text not null default '',
  icon text,
  color text,
  created_at timestamptz(3) not null default now()
);

create table flags (
  name text primary key,
  project text not null references projects (id),
  type text not null default 'release' references flag_types (id),
  description text,
  stale boolean not null default false,
  impression_data boolean not null default false,
  created_at timestamptz(3) not null default now(),
  created_by_user_id integer,
  archived_at timestamptz(3)
);
create index flags_by_project on flags (project);

create table flag_environments (
  flag text not null references flags (name) on delete cascade,
  environment text not null references environments (name) on delete cascade,
  enabled boolean not null default false,
  primary key (flag, environment)
);
create index flag_environments_by_environment on flag_environments (environment) where enabled;

insert into flag_types (id, name, description, lifetime_days) values
  ('release', 'Release', 'Separates the release of a feature from its deployment.', 40),
  ('experiment', 'Experiment', 'Compares alternatives on real users.', 40),
  ('operational', 'Operational', 'Steers a technical migration or a risky roll-out.', 7),
  ('kill-switch', 'Kill switch', 'Turns a part of the system off in an emergency.', null),
  ('permission', 'Permission', 'Decides who is entitled to a feature.', null);

insert into strategy_types (name, title, description, parameters, editable, sort_order) values
  ('flexibleRollout', 'Gradual rollout', 'On for a steady share of users, sessions or another context value.',
    '[{"name":"rollout","type":"percentage","description":"Share of the population","required":false},
      {"name":"stickiness","type":"string","description":"Context value that keeps the answer steady","required":false},
      {"name":"groupId","type":"string","description":"Seed shared by flags that should agree","required":false}]',
    false, 0),
  ('default', 'Standard', 'On for everybody.', '[]', false, 1),
  ('userWithId', 'UserIDs', 'On for the users named.',
    '[{"name":"userIds","type":"list","description":"User ids","required":false}]', false, 2),
  ('remoteAddress', 'IPs', 'On for the addresses named.',
    '[{"name":"IPs","type":"list","description":"IP addresses or ranges","required":true}]', false, 3),
  ('applicationHostname', 'Hosts', 'On for the hosts named.',
    '[{"name":"hostNames","type":"list","description":"Host names","required":false}]', false, 4);

insert into context_fields (name, description, stickiness, sort_order) values
  ('environment', 'The environment the application runs in', false, 0),
  ('userId', 'The user the flag is evaluated for', true, 1),
  ('appName', 'The application that asks', false, 2),
  ('currentTime', 'The moment of evaluation', false, 3),
  ('sessionId', 'The session the flag is evaluated in', true, 4);

insert into tag_types (name, description, icon, color) values
  ('simple', 'A plain word to group flags by', '#', '#FFFFFF');
