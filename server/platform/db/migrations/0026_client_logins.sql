-- Logins of the command line that a user has allowed in the console. A row exists only from then until
-- the client gets its token, so that callers without a login store nothing.
create table client_logins (
  -- The SHA-256 of the verifier, which only the client knows.
  challenge text primary key,
  user_id integer not null references users (id) on delete cascade,
  -- As the client sent it; part of the description of the token.
  host text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  token_expires_at timestamptz(3) not null
);
create index client_logins_by_user on client_logins (user_id, created_at);
