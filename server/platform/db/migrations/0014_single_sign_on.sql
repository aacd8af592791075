-- A deactivated user has no sessions and no tokens, and cannot log in.
alter table users add column deactivated_at timestamptz(3);

-- Whether the session began at the OpenID Connect provider, so that a logout can end it there too.
alter table sessions add column oidc boolean not null default false;

-- One row: what an Admin entered about logins.
create table sign_in_settings (
  only_row boolean primary key default true check (only_row),
  -- The OpenID Connect provider; null means none.
  oidc jsonb,
  -- Encrypted.
  oidc_secret text,
  scim_enabled boolean not null default false,
  -- The token of the SCIM client is found by the SHA-256 of its text.
  scim_token_hash text
);
insert into sign_in_settings default values;

-- The account of a user at the OpenID Connect provider. Subjects may differ between client ids.
create table oidc_accounts (
  user_id integer primary key references users (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  subject text not null,
  linked_at timestamptz(3) not null default now()
);
create unique index oidc_accounts_by_subject on oidc_accounts (issuer, client_id, subject);

-- What SCIM knows about a user or a group beyond the tables of both.
create table scim_users (
  user_id integer primary key references users (id) on delete cascade,
  external_id text,
  given_name text,
  family_name text,
  created_by_scim boolean not null,
  modified_at timestamptz(3) not null default clock_timestamp()
);
create index scim_users_by_external_id on scim_users (external_id);

create table scim_groups (
  group_id integer primary key references groups (id) on delete cascade,
  external_id text,
  modified_at timestamptz(3) not null default clock_timestamp()
);
create index scim_groups_by_external_id on scim_groups (external_id);
