create or replace function reject_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'events are append-only';
end;
$$;

create or replace trigger events_append_only before update or delete on events
  for each row execute function reject_event_change();
create or replace trigger events_no_truncate before truncate on events
  for each statement execute function reject_event_change();

-- Maintains event_log_version, event_days and event_creators. Most events are of a day and by a creator
-- that have rows, which one query finds out.
create or replace function update_event_lookups() returns trigger language plpgsql as $$
begin
  update event_log_version set newest = added.newest,
    project_deletion = coalesce(added.project_deletion, event_log_version.project_deletion),
    event_deletion = coalesce(added.event_deletion, event_log_version.event_deletion)
  from (
    select max(id) as newest, max(id) filter (where type = 'project-deleted') as project_deletion,
      max(id) filter (where type = 'events-deleted') as event_deletion
    from appended
  ) as added;

  if not exists (
    select from appended
    where (created_at at time zone 'UTC')::date
        is distinct from (select day from event_days order by first_id desc limit 1)
      or created_by_user_id is not null and not exists (
        select from event_creators
        where user_id = created_by_user_id
          and (event_creators.project = appended.project
            or event_creators.project is null and appended.project is null))
  ) then
    return null;
  end if;

  insert into event_days (first_id, day)
  select id, day
  from (
    select id, day,
      lag(day, 1, (select day from event_days order by first_id desc limit 1)) over (order by id)
        as previous
    from (select id, (created_at at time zone 'UTC')::date as day from appended) as dated
  ) as compared
  where day is distinct from previous;

  insert into event_creators (user_id, project)
  select distinct created_by_user_id, project from appended where created_by_user_id is not null
  on conflict do nothing;
  return null;
end;
$$;

create or replace trigger events_update_lookups after insert on events
  referencing new table as appended
  for each statement execute function update_event_lookups();

create or replace function hash_event(previous bytea, content text, start bytea) returns bytea
  language plpgsql immutable as $$
begin
  return sha256(convert_to(encode(coalesce(previous, start), 'hex') || E'\n' || content, 'UTF8'));
end;
$$;

create or replace aggregate chain_hash(content text, start bytea)
  (sfunc = hash_event, stype = bytea);

-- The last statement of a transaction: from its lock to the commit no other transaction can append,
-- so that ids become visible in commit order. Affected flags are refreshed before the lock, so that
-- no transaction waits for a flag while others wait for the log. A function, so that it is one round
-- trip with cached plans. Imported events have the ids of their origin, as far as these are free.
create or replace function append_events(new_events jsonb) returns void language plpgsql as $$
declare
  imported boolean := new_events -> 0 ? 'id';
  affected text[] := marked_flags('pennon.affected_flags');
  newest bigint;
  first_id bigint;
  last_id bigint;
  -- All events of a transaction have the same time, so that no moment is between them.
  moment timestamptz(3);
begin
  -- A snapshot from before the lock could hide the newest hash.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'events are appended in transactions that are read committed';
  end if;
  perform refresh_affected_flags();
  perform pg_advisory_xact_lock(7366002);
  moment := clock_timestamp();
  if imported then
    newest := coalesce((select max(id) from events), 0);
  end if;
  with appended as (
  insert into events
    (id, created_at, type, created_by, created_by_user_id, project, environment, feature_name,
      data, pre_data, tags, via, hash)
  overriding system value
  select id, created_at, type, created_by, created_by_user_id, project, environment, feature_name,
    data, pre_data, tags, via,
    chain_hash(
      -- As in events/chain.ts: a hash of before a column was added must stay valid.
      (case when via is null then
        json_build_array(id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          type, created_by, created_by_user_id, project, environment, feature_name, data, pre_data,
          tags)
      else
        json_build_array(id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          type, created_by, created_by_user_id, project, environment, feature_name, data, pre_data,
          tags, via)
      end)::text,
      coalesce(
        (select hash from events order by id desc limit 1), decode(repeat('00', 32), 'hex')
      )
    ) over (order by position rows unbounded preceding)
  from (
    select case when imported then greatest(given_id, newest + position)
        else nextval('events_id_seq') end as id, position,
      coalesce(created_at, moment)::timestamptz(3) as created_at, type, created_by,
      created_by_user_id, project, environment, feature_name, data, pre_data,
      -- An event of a flag contains its current tags, unless the caller passes others.
      coalesce(tags, (
        select jsonb_agg(jsonb_build_object('type', flag_tags.type, 'value', flag_tags.value)
          order by flag_tags.type, flag_tags.value)
        from flag_tags where flag_tags.flag = feature_name
      ), '[]') as tags, via
    from rows from (jsonb_to_recordset(new_events) as (
      id bigint, created_at timestamptz, type text, created_by text, created_by_user_id integer,
      project text, environment text, feature_name text, data jsonb, pre_data jsonb, tags jsonb,
      via text
    )) with ordinality as given (
      given_id, created_at, type, created_by, created_by_user_id, project, environment, feature_name,
      data, pre_data, tags, via, position
    )
  ) as numbered
  returning id, created_at
  )
  select min(id), max(id), max(created_at) into first_id, last_id, moment from appended;
  perform write_versions(affected, first_id, last_id, moment);
  if imported then
    perform setval('events_id_seq', (select max(id) from events));
  end if;
  -- Delivered at commit; listeners then read the log.
  perform pg_notify('pennon_events', currval('events_id_seq')::text);
end;
$$;
