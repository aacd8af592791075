-- Which flags a transaction has touched is noted in a setting that lives as long as the transaction,
-- and goes back with a savepoint, as a row would: no table to write, to look up and to clean.
-- Names are between line feeds, which no name holds.
drop table touched_flags;

create or replace function touch_flags() returns trigger language plpgsql as $$
declare
  noted text := coalesce(nullif(current_setting('pennon.touched_flags', true), ''), e'\n');
  names text;
begin
  if tg_table_name = 'flags' then
    names := (select string_agg(name, e'\n') from touched);
  elsif tg_table_name = 'strategy_segments' then
    -- Those of a strategy that is gone went with it.
    names := (
      select string_agg(distinct flag, e'\n') from touched join strategies on id = strategy_id);
  else
    names := (select string_agg(distinct flag, e'\n') from touched);
  end if;
  if strpos(noted, e'\n' || names || e'\n') = 0 then
    noted := set_config('pennon.touched_flags', noted || names || e'\n', true);
  end if;
  return null;
end;
$$;

create or replace function refresh_touched_flags() returns void language plpgsql as $$
declare
  noted text := current_setting('pennon.touched_flags', true);
  names text[];
begin
  if noted <> '' then
    names := string_to_array(trim(both e'\n' from noted), e'\n');
    if cardinality(names) > 1 then
      names := array(select distinct unnest(names));
    end if;
    noted := set_config('pennon.touched_flags', '', true);
    perform refresh_flag_search(names);
  end if;
end;
$$;

-- The first row that is touched has the commit look whether something is left to refresh.
do $$
declare
  source text;
begin
  foreach source in array array['flags', 'flag_environments', 'strategies', 'strategy_segments',
    'flag_tags', 'flag_stages']
  loop
    execute format($trigger$
      create constraint trigger refreshes_at_commit after insert or update or delete on %s
        deferrable initially deferred for each row
        when (coalesce(current_setting('pennon.touched_flags', true), '') = '')
        execute function refresh_at_commit()$trigger$, source);
  end loop;
end;
$$;

-- How often what is searched has changed is one number: writers wait for each other at the log, and
-- what is counted behind its lock makes nobody wait once more. Usage has no events, so it goes on
-- being counted by rows.
create table flag_search_version (
  changes bigint not null
);
insert into flag_search_version select sum(changes) from flag_search_changes;

create or replace function count_flag_search_change() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7366002);
  update flag_search_version set changes = changes + 1;
end;
$$;

alter table flag_search_changes drop column changes;
alter table flag_search_changes rename to usage_changes;
alter table usage_changes rename column usage to changes;
drop function count_flag_search_change(integer, integer);

create or replace function count_usage_change() returns trigger language plpgsql as $$
begin
  insert into usage_changes values (1);
  if (select count(*) from usage_changes) > 50 then
    with taken as (
      delete from usage_changes where ctid = any (array(
        select ctid from usage_changes for update skip locked))
      returning changes
    )
    insert into usage_changes select sum(changes) from taken having count(*) > 0;
  end if;
  return null;
end;
$$;

-- As before, but most events are of the day and by a creator that are known, which one look tells.
create or replace function follow_events() returns trigger language plpgsql as $$
begin
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
  ) as followed
  where day is distinct from previous;

  insert into event_creators (user_id, project)
  select distinct created_by_user_id, project from appended where created_by_user_id is not null
  on conflict do nothing;
  return null;
end;
$$;

-- As before, with one statement for what was and what is; and what the trigger's condition asked is
-- asked here, for a condition is read anew with every statement.
drop trigger tallies_changed_flags on flag_search;
drop trigger tallies_flags on flag_search;
create trigger tallies_flags after insert or update or delete on flag_search
  for each row execute function tally_flag();

create or replace function tally_flag() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.archived, old.project, old.type, old.stage, old.switches)
      = (new.archived, new.project, new.type, new.stage, new.switches)
    then
      return null;
    end if;
    insert into flag_tallies values
      (old.archived, old.project, old.type, old.stage, old.switches, -1),
      (new.archived, new.project, new.type, new.stage, new.switches, 1);
  elsif tg_op = 'INSERT' then
    insert into flag_tallies
    values (new.archived, new.project, new.type, new.stage, new.switches, 1);
  else
    insert into flag_tallies
    values (old.archived, old.project, old.type, old.stage, old.switches, -1);
  end if;
  -- Often enough that few are to be added up, seldom enough that a write does not feel it.
  if nextval('flag_tally_turns') % 500 = 0 then
    perform add_up_flag_tallies();
  end if;
  return null;
end;
$$;

-- Nothing is looked up by what these say, and to count what they say takes longer than all else.
alter table events alter column data set statistics 0, alter column pre_data set statistics 0,
  alter column tags set statistics 0;
alter index events_by_text alter column 1 set statistics 0;
alter table strategies alter column parameters set statistics 0,
  alter column constraints set statistics 0, alter column variants set statistics 0;
alter table flag_environments alter column variants set statistics 0;

-- What enters an index together is sorted first, so more of it at once costs each of it less: half of
-- what an event's texts cost. A search that reads such a list to its end takes 2 ms more for events,
-- and a tenth of one for flags.
alter index events_by_text set (gin_pending_list_limit = 4096);
alter index flag_search_by_labels set (gin_pending_list_limit = 256);
alter index flag_search_by_words set (gin_pending_list_limit = 256);
