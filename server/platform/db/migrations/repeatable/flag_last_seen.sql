create or replace function insert_flag_last_seen() returns trigger language plpgsql as $$
begin
  insert into flag_last_seen (flag) select name from affected;
  return null;
end;
$$;

create or replace trigger insert_flag_last_seen after insert on flags
  referencing new table as affected
  for each statement execute function insert_flag_last_seen();

-- Writes the row even if the moment is the same, so that its xmin is a version of the usage.
create or replace function update_flag_last_seen() returns trigger language plpgsql as $$
begin
  update flag_last_seen set last_seen_at = newest.last_seen_at
  from (
    select used.flag, max(flag_usage.last_seen_at) as last_seen_at
    from (select distinct flag from affected) as used
    left join flag_usage on flag_usage.flag = used.flag
    group by used.flag
  ) as newest
  where flag_last_seen.flag = newest.flag;
  return null;
end;
$$;

-- A trigger with a transition table is for one kind of statement only.
create or replace trigger update_flag_last_seen_on_insert after insert on flag_usage
  referencing new table as affected
  for each statement execute function update_flag_last_seen();
create or replace trigger update_flag_last_seen_on_update after update on flag_usage
  referencing new table as affected
  for each statement execute function update_flag_last_seen();
create or replace trigger update_flag_last_seen_on_delete after delete on flag_usage
  referencing old table as affected
  for each statement execute function update_flag_last_seen();
