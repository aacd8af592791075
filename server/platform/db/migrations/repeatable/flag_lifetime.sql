-- The one definition of a flag past the lifetime of its type: created before this moment. Called once
-- per type where many flags are counted.
create or replace function lifetime_cutoff(lifetime_days integer, at timestamptz)
  returns timestamptz language sql stable as $$
    select at - make_interval(secs => lifetime_days * 86400.0)
  $$;

create or replace function is_past_lifetime(
  created_at timestamptz, lifetime_days integer, at timestamptz default now()
) returns boolean language sql stable as $$
    select coalesce(created_at < lifetime_cutoff(lifetime_days, at), false)
  $$;

-- How long, in seconds, an item of a search stays the same if nothing is written: until the hour of
-- usage ends, or until the flag reaches the lifetime of its type.
create or replace function seconds_until_item_expires(
  created_at timestamptz, lifetime_days integer
) returns double precision language sql stable as $$
  select extract(epoch from least(
    date_trunc('hour', now(), 'UTC') + interval '1 hour',
    case when not is_past_lifetime(created_at, lifetime_days)
      then created_at + (now() - lifetime_cutoff(lifetime_days, now())) end
  ) - now())
$$;

-- How long, in seconds, a cached search result stays valid if nothing is written: until the hour of
-- usage ends, or until the next flag reaches the lifetime of a type.
create or replace function seconds_until_search_expires() returns double precision
  language sql stable as $$
  select extract(epoch from least(
    date_trunc('hour', now(), 'UTC') + interval '1 hour',
    (select min(next.created_at + (now() - lifetime_cutoff(lifetime_days, now())))
      from flag_types
      cross join (values (true), (false)) as kinds (archived)
      cross join lateral (
        select created_at from flag_search
        where flag_search.archived = kinds.archived
          and created_at >= lifetime_cutoff(lifetime_days, now())
        order by created_at limit 1
      ) as next
      where lifetime_days is not null)
  ) - now())
$$;
