-- At the commit, when the transaction already holds the lock of the log: earlier, two transactions
-- could wait for each other. Once per transaction.
create or replace function increment_display_version() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('pennon.display_changed', true), '') = '' then
    perform set_config('pennon.display_changed', 'true', true);
    perform pg_advisory_xact_lock(7366002);
    update flag_search_version set display = display + 1;
  end if;
  return null;
end;
$$;

do $$
declare
  source record;
begin
  for source in select * from (values
    ('environments', 'update'), ('tag_types', 'update'), ('flag_types', 'update'),
    ('segments', 'update of name'), ('users', 'update of name, username, email'),
    ('dependencies', 'update')) as sources (name, change)
  loop
    execute format('drop trigger if exists increment_display_version on %I', source.name);
    execute format('create constraint trigger increment_display_version
      after insert or delete or %s on %I deferrable initially deferred
      for each row execute function increment_display_version()', source.change, source.name);
  end loop;
end;
$$;
