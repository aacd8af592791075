create extension if not exists pg_trgm;

-- Each event contains the SHA-256 of the previous hash and its own content, so that tampering is
-- evident. docs/adr/0009 has the recipe; events/chain.ts has the content for verification.
create table events (
  id bigint generated always as identity primary key,
  created_at timestamptz(3) not null default clock_timestamp(),
  type text not null,
  created_by text not null,
  created_by_user_id integer,
  project text,
  environment text,
  feature_name text,
  data jsonb,
  pre_data jsonb,
  tags jsonb not null default '[]',
  hash bytea not null check (octet_length(hash) = 32)
);

-- An index-only scan needs pages that a vacuum has seen; by default a vacuum waits until a fifth of
-- the table is new.
alter table events set (
  autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.02
);

-- No plan depends on the statistics of JSON columns, and collecting them takes most of an analyze.
alter table events alter column data set statistics 0, alter column pre_data set statistics 0,
  alter column tags set statistics 0;

-- Each filter has an index in the order of the log, so that a page, a deep page and a count are
-- index-only scans.
create index events_by_project on events (project, id);
create index events_by_flag on events (feature_name, id);
create index events_by_type on events (type, id);
create index events_by_creator on events (created_by_user_id, id);
create index events_by_environment on events (environment, id);

-- One text for both payloads, which are mostly alike, has half the entries of two; JSON text has no
-- line feed of its own, so nothing matches across the two. A long pending list halves what an insert
-- costs and adds at most 2 ms to a search.
create index events_by_text on events using gin (
  (coalesce(data::text, '') || E'\n' || coalesce(pre_data::text, '')) gin_trgm_ops,
  created_by gin_trgm_ops
) with (gin_pending_list_limit = 4096);
alter index events_by_text alter column 1 set statistics 0;

-- Finds who changed a segment last, for the text of a conflict; events_by_flag serves flags.
create index events_about_segments on events ((pre_data ->> 'id'), id)
  where type in ('segment-updated', 'segment-deleted');

-- Finds the newest event that affects the SDKs of an environment.
create index events_for_sdks on events (environment, id)
  where feature_name is not null or type in ('segment-updated', 'feature-import',
    'features-imported', 'project-environment-added', 'project-environment-removed');

-- The first event of each day (UTC) in the order of the log: a range of days is a range of ids.
create table event_days (
  first_id bigint primary key,
  day date not null
);

-- The users that created events in each project.
create table event_creators (
  user_id integer not null,
  project text,
  unique nulls not distinct (user_id, project)
);
