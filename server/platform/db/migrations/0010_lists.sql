-- Counting a project's live flags, by type and by age, and finding its oldest one read this alone.
create index flags_live_by_project on flags (project, created_at, name) include (type, stale)
  where archived_at is null;

create index flags_archived_by_project on flags (project, archived_at desc, name)
  where archived_at is not null;

-- Where segments are used is asked for all of them at once: from a strategy's id to its flag, without
-- its constraints, variants and parameters.
alter table strategy_segments drop constraint strategy_segments_strategy_id_fkey;
alter table strategies drop constraint strategies_pkey;
alter table strategies add primary key (id) include (flag);
alter table strategy_segments add foreign key (strategy_id) references strategies (id)
  on delete cascade;
