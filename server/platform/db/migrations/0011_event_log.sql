create extension if not exists pg_trgm;

-- Each filter of the log has its rows in the order of the log, so that a page, a page far down and a
-- count read this index alone.
create index events_by_project on events (project, id);
create index events_by_flag on events (feature_name, id);
create index events_by_type on events (type, id);
create index events_by_creator on events (created_by_user_id, id);
create index events_by_environment on events (environment, id);

-- One text for both payloads, which are mostly alike, is half the entries of two; JSON text has no
-- line break of its own, so nothing can match across the two.
create index events_by_text on events using gin (
  (coalesce(data::text, '') || E'\n' || coalesce(pre_data::text, '')) gin_trgm_ops,
  created_by gin_trgm_ops
);

-- An index answers alone only for pages that a vacuum has seen; the default waits for a fifth of the
-- table to be new.
alter table events set (
  autovacuum_vacuum_insert_scale_factor = 0.01,
  autovacuum_analyze_scale_factor = 0.02
);

-- Where in the log a day begins (UTC): all events from this id to the next row's are of that day, so
-- that a range of days is a range of ids, whatever order the days come in.
create table event_days (
  first_id bigint primary key,
  day date not null
);

-- Who has ever done something in which project.
create table event_creators (
  user_id integer not null,
  project text,
  unique nulls not distinct (user_id, project)
);

insert into event_days (first_id, day)
select id, day
from (
  select id, day, lag(day) over (order by id) as previous
  from (select id, (created_at at time zone 'UTC')::date as day from events) as dated
) as followed
where day is distinct from previous;

insert into event_creators (user_id, project)
select distinct created_by_user_id, project from events where created_by_user_id is not null;

create function follow_events() returns trigger language plpgsql as $$
begin
  insert into event_days (first_id, day)
  select id, day
  from (
    select id, day,
      lag(day, 1, (select day from event_days order by first_id desc limit 1)) over (order by id)
        as previous
    from (select id, (created_at at time zone 'UTC')::date as day from appended) as dated
  ) as followed
  where day is distinct from previous;

  insert into event_creators (user_id, project)
  select distinct created_by_user_id, project from appended where created_by_user_id is not null
  on conflict do nothing;
  return null;
end;
$$;

create trigger events_are_followed after insert on events
  referencing new table as appended
  for each statement execute function follow_events();
