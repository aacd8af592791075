-- The complete configuration of each flag, segment and project after each transaction that changed it.
-- A version without a configuration records the deletion. `event_id` is the last event of the transaction
-- about the subject, or its last event; `first_event_id` is the first event of the transaction.
create table versions (
  kind text not null check (kind in ('flag', 'segment', 'project')),
  key text not null,
  event_id bigint not null,
  first_event_id bigint not null,
  created_at timestamptz(3) not null,
  -- Of that time; null for segments without one.
  project text,
  configuration jsonb,
  -- The flags that depended on this one.
  children text[],
  subject_created_at timestamptz(3),
  subject_created_by integer,
  archived_at timestamptz(3),
  primary key (kind, key, event_id)
);

-- Equal entries are stored once, so that most versions add little to it.
create index versions_by_project on versions (project, kind, key);

-- No plan depends on the statistics of JSON columns, and collecting them takes most of an analyze.
alter table versions alter column configuration set statistics 0, alter column children set statistics 0;
