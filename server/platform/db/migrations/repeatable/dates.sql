-- As the API writes timestamps. Stable, so that PostgreSQL inlines it: to_char is stable, and an
-- immutable function that calls it would cost a statement per call.
create or replace function iso(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The last weeks of seven days (UTC), oldest first; the newest ends with the day of the moment.
create or replace function last_weeks(at timestamptz, weeks integer)
  returns table (first_day date, starts timestamptz, ends timestamptz) language sql stable as $$
  select first, first::timestamp at time zone 'UTC', (first + 7)::timestamp at time zone 'UTC'
  from (
    select (at at time zone 'UTC')::date + 1 - 7 * week as first
    from generate_series(weeks, 1, -1) as week
  ) as days
$$;
