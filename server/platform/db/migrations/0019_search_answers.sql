-- Answers of flag search are kept while nothing they tell of has changed. All that changes a flag has
-- its event; only usage has none, so it is counted here beside the changes of flags.
alter table flag_search_changes add column usage bigint not null default 0;

drop function count_flag_search_change();

-- Adds to one of the counts, and now and then puts the rows that nobody else holds together.
create function count_flag_search_change(flag_changes integer, usage_changes integer)
  returns void language plpgsql as $$
begin
  insert into flag_search_changes (changes, usage) values (flag_changes, usage_changes);
  if (select count(*) from flag_search_changes) > 50 then
    with taken as (
      delete from flag_search_changes where ctid = any (array(
        select ctid from flag_search_changes for update skip locked))
      returning changes, usage
    )
    insert into flag_search_changes (changes, usage)
    select sum(changes), sum(usage) from taken having count(*) > 0;
  end if;
end;
$$;

create function count_flag_search_change() returns void language sql as $$
  select count_flag_search_change(1, 0)
$$;

create function count_usage_change() returns trigger language plpgsql as $$
begin
  perform count_flag_search_change(0, 1);
  return null;
end;
$$;
create trigger counts_usage_changes after insert or update or delete on flag_usage
  for each statement execute function count_usage_change();

-- How long, in seconds, time alone leaves every answer as it is: until the hour is over, or until
-- some flag is as old as some type lets its flags become.
create function seconds_until_flags_age() returns double precision language sql stable as $$
  select extract(epoch from least(
    date_trunc('hour', now(), 'UTC') + interval '1 hour',
    (select min(next.created_at + (now() - outlived_if_born_before(lifetime_days, now())))
      from flag_types
      cross join (values (true), (false)) as kinds (archived)
      cross join lateral (
        select created_at from flag_search
        where flag_search.archived = kinds.archived
          and created_at >= outlived_if_born_before(lifetime_days, now())
        order by created_at limit 1
      ) as next
      where lifetime_days is not null)
  ) - now())
$$;

-- Rows of flags that are gone are removed with the refresh that every such flag has anyway: a foreign
-- key would look up each new row's flag once more, a third of the cost of adding it.
alter table flag_search drop constraint flag_search_name_fkey;
alter table flag_items drop constraint flag_items_name_fkey;
alter table flag_sightings drop constraint flag_sightings_flag_fkey;

create or replace function refresh_touched_flags() returns void language plpgsql as $$
declare
  names text[];
  gone text[];
begin
  with touched as (
    delete from touched_flags where transaction = pg_current_xact_id() returning flags
  )
  select array_agg(distinct flag) into names from touched cross join unnest(flags) as flag;
  if names is null then
    return;
  end if;
  perform refresh_flag_search(names);
  select array_agg(name) into gone from unnest(names) as touched (name)
  where not exists (select from flags where flags.name = touched.name);
  if gone is not null then
    delete from flag_search where name = any (gone);
    delete from flag_items where name = any (gone);
    delete from flag_sightings where flag = any (gone);
  end if;
end;
$$;

create function forget_flags() returns trigger language plpgsql as $$
begin
  truncate flag_search, flag_items, flag_sightings;
  perform count_flag_search_change();
  return null;
end;
$$;
create trigger forgets_flags_on_truncate after truncate on flags
  for each statement execute function forget_flags();

-- New entries wait in a list that every search reads, and enter the index together, which takes half
-- the time of entering one by one. So short a list costs a search less than can be measured; that of
-- events is longer, for their texts are.
alter index flag_search_by_labels set (fastupdate = on, gin_pending_list_limit = 64);
alter index flag_search_by_words set (fastupdate = on, gin_pending_list_limit = 64);
alter index strategies_by_context set (fastupdate = on, gin_pending_list_limit = 64);
alter index strategies_by_variant_stickiness set (fastupdate = on, gin_pending_list_limit = 64);
alter index flag_environments_by_context set (fastupdate = on, gin_pending_list_limit = 64);
alter index events_by_text set (gin_pending_list_limit = 1024);
