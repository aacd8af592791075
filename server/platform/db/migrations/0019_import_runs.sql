-- The last import from Unleash that an Admin started in the console, or its preview: one at a time.
-- The token of Unleash is only in the memory of the process that runs it.
create table import_runs (
  only_row boolean primary key default true check (only_row),
  id uuid not null,
  kind text not null check (kind in ('preview', 'import')),
  state text not null default 'running'
    check (state in ('running', 'complete', 'failed', 'cancelled')),
  url text not null,
  started_by text not null,
  started_at timestamptz not null default now(),
  -- Set every few seconds by the process that runs it.
  alive_at timestamptz not null default now(),
  ended_at timestamptz,
  cancel_requested boolean not null default false,
  progress jsonb,
  error text,
  summary jsonb
);

-- Events that happened in another installation: integrations do not deliver them.
create table imported_events (
  first_id bigint primary key,
  last_id bigint not null
);
