-- The installations of Unleash that were imported.
create table imports (
  -- The id that the installation has given itself.
  source text primary key,
  -- Every event up to this one is imported.
  last_event_id bigint not null default 0,
  -- False from the first change of a run to the event that records it.
  recorded boolean not null default true
);

-- Rows whose id is another one there than here, or could be.
create table imported_ids (
  source text not null references imports (source) on delete cascade,
  kind text not null,
  source_id text not null,
  id integer not null,
  primary key (source, kind, source_id)
);
