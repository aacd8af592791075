-- Merges the rows of the same combination that no other transaction has locked.
create or replace function compact_flag_counts() returns void language sql as $$
  with taken as (
    delete from flag_counts where ctid = any (array(
      select flag_counts.ctid
      from flag_counts
      join (
        select archived, project, type, stage, switches from flag_counts
        group by archived, project, type, stage, switches having count(*) > 1
      ) as repeated using (archived, project, type, stage, switches)
      for update of flag_counts skip locked))
    returning *
  )
  insert into flag_counts
  select archived, project, type, stage, switches, sum(flags)
  from taken
  group by archived, project, type, stage, switches
  having sum(flags) <> 0
$$;

-- The comparison is here and not in a condition of the trigger, which is parsed at every statement.
create or replace function update_flag_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.archived, old.project, old.type, old.stage, old.switches)
      = (new.archived, new.project, new.type, new.stage, new.switches)
    then
      return null;
    end if;
    insert into flag_counts values
      (old.archived, old.project, old.type, old.stage, old.switches, -1),
      (new.archived, new.project, new.type, new.stage, new.switches, 1);
  elsif tg_op = 'INSERT' then
    insert into flag_counts
    values (new.archived, new.project, new.type, new.stage, new.switches, 1);
  else
    insert into flag_counts
    values (old.archived, old.project, old.type, old.stage, old.switches, -1);
  end if;
  -- Often enough that a count adds up few rows, seldom enough that writes do not slow down.
  if nextval('flag_counts_writes') % 500 = 0 then
    perform compact_flag_counts();
  end if;
  return null;
end;
$$;

create or replace trigger update_flag_counts after insert or update or delete on flag_search
  for each row execute function update_flag_counts();

-- Merges the rows of the same reference that no other transaction has locked.
create or replace function compact_reference_counts() returns void language sql as $$
  with taken as (
    delete from reference_counts where ctid = any (array(
      select reference_counts.ctid
      from reference_counts
      join (
        select kind, subject, project from reference_counts
        group by kind, subject, project having count(*) > 1
      ) as repeated using (kind, subject, project)
      for update of reference_counts skip locked))
    returning *
  )
  insert into reference_counts
  select kind, subject, project, sum(flags)
  from taken
  group by kind, subject, project
  having sum(flags) <> 0
$$;

create or replace function flag_references(segments integer[], context_fields text[])
  returns table (kind text, subject text) language sql immutable as $$
  select 'segment', segment::text from unnest(segments) as segment
  union all
  select 'context-field', field from unnest(context_fields) as field
$$;

create or replace function update_reference_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.archived, old.project, old.segments, old.context_fields)
      = (new.archived, new.project, new.segments, new.context_fields)
    then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' and not old.archived then
    insert into reference_counts
    select kind, subject, old.project, -1 from flag_references(old.segments, old.context_fields);
  end if;
  if tg_op <> 'DELETE' and not new.archived then
    insert into reference_counts
    select kind, subject, new.project, 1 from flag_references(new.segments, new.context_fields);
  end if;
  if nextval('reference_counts_writes') % 500 = 0 then
    perform compact_reference_counts();
  end if;
  return null;
end;
$$;

create or replace trigger update_reference_counts after insert or update or delete on flag_search
  for each row execute function update_reference_counts();

-- Merges the rows of these settings in a project that no other transaction has locked.
create or replace function compact_setting_counts(settings bigint[], in_project text)
  returns void language sql as $$
  with taken as (
    delete from setting_counts where ctid = any (array(
      select ctid from setting_counts where setting = any (settings) and project = in_project
      for update skip locked))
    returning *
  )
  insert into setting_counts
  select setting, project, archived, sum(flags)
  from taken
  group by setting, project, archived
  having sum(flags) <> 0
$$;

create or replace function is_counted(setting bigint) returns boolean language sql immutable as $$
  select setting & 1 = 1
$$;

create or replace function update_setting_counts() returns trigger language plpgsql as $$
declare
  removed bigint[] := '{}';
  added bigint[] := '{}';
begin
  if tg_op = 'UPDATE' then
    if (old.archived, old.project, old.settings) = (new.archived, new.project, new.settings) then
      return null;
    end if;
    if (old.archived, old.project) = (new.archived, new.project) then
      removed := array(select unnest(old.settings) except select unnest(new.settings));
      added := array(select unnest(new.settings) except select unnest(old.settings));
    else
      removed := old.settings;
      added := new.settings;
    end if;
  elsif tg_op = 'INSERT' then
    added := new.settings;
  else
    removed := old.settings;
  end if;
  if removed <> '{}' then
    insert into setting_counts select setting, old.project, old.archived, -1
    from unnest(removed) as setting where is_counted(setting);
  end if;
  if added <> '{}' then
    insert into setting_counts select setting, new.project, new.archived, 1
    from unnest(added) as setting where is_counted(setting);
  end if;
  if removed || added <> '{}' and nextval('setting_counts_writes') % 20 = 0 then
    perform compact_setting_counts(removed || added, coalesce(new.project, old.project));
  end if;
  return null;
end;
$$;

create or replace trigger update_setting_counts after insert or update or delete on flag_search
  for each row execute function update_setting_counts();

create or replace function truncate_flag_search_counts() returns trigger language plpgsql as $$
begin
  truncate flag_counts, reference_counts, setting_counts;
  return null;
end;
$$;

create or replace trigger truncate_flag_search_counts after truncate on flag_search
  for each statement execute function truncate_flag_search_counts();

-- Counts all flags, whatever is stored; writers wait meanwhile.
create or replace function rebuild_flag_search_counts() returns void language plpgsql as $$
begin
  lock table flag_search in share mode;
  delete from flag_counts;
  insert into flag_counts
  select archived, project, type, stage, switches, count(*)
  from flag_search
  group by archived, project, type, stage, switches;
  delete from reference_counts;
  insert into reference_counts
  select kind, subject, project, count(*)
  from flag_search cross join lateral flag_references(segments, context_fields)
  where not archived
  group by kind, subject, project;
  delete from setting_counts;
  insert into setting_counts
  select setting, project, archived, count(*)
  from flag_search cross join lateral unnest(settings) as setting
  where is_counted(setting)
  group by setting, project, archived;
  perform increment_flag_search_version();
end;
$$;

-- A change of this file can change what is counted.
select rebuild_flag_search_counts();
