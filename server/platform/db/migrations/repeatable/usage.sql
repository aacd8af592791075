create or replace function increment_usage_version() returns trigger language plpgsql as $$
begin
  insert into usage_changes values (1);
  -- Compacts the rows that no other transaction has locked.
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

create or replace trigger increment_usage_version after insert or update or delete on flag_usage
  for each statement execute function increment_usage_version();

create or replace function onboard_projects() returns trigger language plpgsql as $$
begin
  insert into onboarded_projects (project, since)
  select flags.project, min(seen.last_seen_at)
  from seen join flags on flags.name = seen.flag
  where not exists (select from onboarded_projects where project = flags.project)
  group by flags.project
  order by flags.project
  on conflict do nothing;
  return null;
end;
$$;

create or replace trigger onboard_projects after insert on flag_usage
  referencing new table as seen
  for each statement execute function onboard_projects();
