-- How many flags are alike in all that has few values, so that a search counts its matches by adding
-- up hundreds of rows instead of looking at each flag. The columns are those of flag_search. A flag
-- that changes adds a row that takes it away and one that puts it back, so that writers do not wait
-- for each other; what counts is the sum.
create table flag_tallies (
  archived boolean not null,
  project text not null,
  type text not null,
  stage text not null,
  switches text[] not null,
  flags integer not null
);

create sequence flag_tally_turns;

-- Puts rows of the same kind together that nobody else holds.
create function add_up_flag_tallies() returns void language sql as $$
  with taken as (
    delete from flag_tallies where ctid = any (array(
      select flag_tallies.ctid
      from flag_tallies
      join (
        select archived, project, type, stage, switches from flag_tallies
        group by archived, project, type, stage, switches having count(*) > 1
      ) as repeated using (archived, project, type, stage, switches)
      for update of flag_tallies skip locked))
    returning *
  )
  insert into flag_tallies
  select archived, project, type, stage, switches, sum(flags)
  from taken
  group by archived, project, type, stage, switches
  having sum(flags) <> 0
$$;

create function tally_flag() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into flag_tallies
    values (old.archived, old.project, old.type, old.stage, old.switches, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into flag_tallies
    values (new.archived, new.project, new.type, new.stage, new.switches, 1);
  end if;
  -- Often enough that few are to be added up, seldom enough that a write does not feel it.
  if nextval('flag_tally_turns') % 500 = 0 then
    perform add_up_flag_tallies();
  end if;
  return null;
end;
$$;

create trigger tallies_flags after insert or delete on flag_search
  for each row execute function tally_flag();
create trigger tallies_changed_flags after update on flag_search
  for each row when (
    (old.archived, old.project, old.type, old.stage, old.switches)
    is distinct from (new.archived, new.project, new.type, new.stage, new.switches))
  execute function tally_flag();

create function forget_flag_tallies() returns trigger language plpgsql as $$
begin
  truncate flag_tallies;
  return null;
end;
$$;
create trigger forgets_flag_tallies after truncate on flag_search
  for each statement execute function forget_flag_tallies();

-- Counts all flags anew, whatever stands there; writers wait meanwhile.
create function rebuild_flag_tallies() returns void language plpgsql as $$
begin
  lock table flag_search in share mode;
  delete from flag_tallies;
  insert into flag_tallies
  select archived, project, type, stage, switches, count(*)
  from flag_search
  group by archived, project, type, stage, switches;
  perform count_flag_search_change();
end;
$$;

select rebuild_flag_tallies();
