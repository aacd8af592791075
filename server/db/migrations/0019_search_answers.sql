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
