-- As the API writes timestamps. Stable, so that PostgreSQL inlines it: to_char is stable, and an
-- immutable function that calls it would cost a statement per call.
create or replace function iso(moment timestamptz) returns text language sql stable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
