-- One row: the settings of the installation.
create table installation_settings (
  only_row boolean primary key default true check (only_row),
  instance_id uuid not null default gen_random_uuid(),
  -- While true, the admin API refuses changes.
  maintenance boolean not null default false,
  -- Null means those of the environment variable.
  frontend_origins text[]
);
insert into installation_settings default values;

-- What a user has seen and dismissed in a user interface.
create table user_splashes (
  user_id integer not null references users (id) on delete cascade,
  splash_id text not null,
  primary key (user_id, splash_id)
);

create table user_feedback (
  user_id integer not null references users (id) on delete cascade,
  feedback_id text not null,
  given_at timestamptz(3),
  never_show boolean not null,
  primary key (user_id, feedback_id)
);
