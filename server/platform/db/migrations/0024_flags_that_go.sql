-- A flag that goes takes its rows of the read model along at once. So a refresh need no longer look for
-- flags that are gone, which every write paid for and few had.
create function remove_from_search() returns trigger language plpgsql as $$
begin
  delete from flag_search where name in (select name from gone);
  delete from flag_items where name in (select name from gone);
  delete from flag_sightings where flag in (select name from gone);
  return null;
end;
$$;
create trigger removes_from_search after delete on flags referencing old table as gone
  for each statement execute function remove_from_search();

create or replace function refresh_touched_flags() returns void language plpgsql as $$
declare
  names text[];
begin
  with touched as (
    delete from touched_flags where transaction = pg_current_xact_id() returning flags
  )
  select array_agg(distinct flag) into names from touched cross join unnest(flags) as flag;
  if names is not null then
    perform refresh_flag_search(names);
  end if;
end;
$$;
