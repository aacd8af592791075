-- In how many flags, and of which projects, each context field and each segment is used: counted as
-- flags of a kind are, so that a list of them does not look at every strategy.

-- In constraints, and to keep a rollout or a variant steady; two words of stickiness mean no field.
create function fields_used(constraints jsonb, parameters jsonb, variants jsonb)
  returns setof text language sql immutable as $$
  select field #>> '{}' from jsonb_path_query(constraints, '$[*].contextName') as field
  union all
  select parameters ->> 'stickiness'
  where parameters ->> 'stickiness' not in ('default', 'random')
  union all
  select field #>> '{}' from jsonb_path_query(variants, '$[*].stickiness') as field
  where field #>> '{}' not in ('default', 'random')
$$;

alter table flag_search add column fields text[] not null default '{}';

-- As before, with the fields.
create or replace function refresh_flag_search(names text[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_flags integer;
  changed_rows integer;
begin
  perform from flags where name = any (names) order by name for no key update;
  get diagnostics found_flags = row_count;

  with derived as materialized (
    select flags.*, coalesce(stage.name, 'initial') as stage,
      coalesce(labels.texts, '{}') as tags, coalesce(homes.switches, '{}') as switches,
      array(
        select distinct segment_id
        from strategies join strategy_segments on strategy_id = strategies.id
        where strategies.flag = flags.name
        order by segment_id
      ) as segments,
      array(
        select distinct field
        from strategies
        cross join lateral fields_used(strategies.constraints, strategies.parameters,
          strategies.variants) as field
        where strategies.flag = flags.name
        order by field
      ) as fields,
      concat_ws(chr(30), left(row_to_json(head)::text, -1), homes.members) as item
    from flags
    left join lateral (
      select flag_stages.stage as name, status, entered_at from flag_stages
      where flag = flags.name
      order by array_position('{initial,pre-live,live,completed,archived}', flag_stages.stage) desc
      limit 1
    ) as stage on true
    cross join lateral (
      select
        array_agg(tag.type || ':' || tag.value order by tag.type collate "C", tag.value collate "C")
          as texts,
        json_agg(row_to_json(tag) order by tag.type collate "C", tag.value collate "C") as listed
      from flag_tags cross join lateral (select flag_tags.value, flag_tags.type) as tag
      where flag = flags.name
    ) as labels
    cross join lateral (
      select
        array_agg(home.name || case when home.enabled then ':enabled' else ':disabled' end
          order by home.name collate "C") as switches,
        string_agg(home.name || chr(31) || left(row_to_json(home)::text, -1), chr(30)
          order by home.name collate "C") as members
      from flag_environments
      cross join lateral (
        select count(*) as total, count(*) filter (where not strategies.disabled) as enabled,
          json_agg(row_to_json(strategy) order by strategies.sort_order, strategies.added) as listed
        from strategies
        cross join lateral (
          select strategies.id, strategies.name, strategies.title, strategies.disabled,
            strategies.flag as "featureName", strategies.sort_order as "sortOrder",
            array(
              select segment_id from strategy_segments where strategy_id = strategies.id
              order by segment_id
            ) as segments,
            strategies.constraints, strategies.variants, strategies.parameters
        ) as strategy
        where strategies.flag = flag_environments.flag
          and strategies.environment = flag_environments.environment
      ) as plan
      cross join lateral (
        select flag_environments.environment as name, flag_environments.flag as "featureName",
          flag_environments.environment, flag_environments.enabled,
          jsonb_array_length(flag_environments.variants) as "variantCount",
          coalesce(plan.listed, '[]') as strategies, flag_environments.variants,
          plan.total > 0 as "hasStrategies", plan.enabled > 0 as "hasEnabledStrategies"
      ) as home
      where flag_environments.flag = flags.name
    ) as homes
    cross join lateral (
      select flags.name, flags.type, flags.description, flags.project,
        flags.impression_data as "impressionData", iso(flags.created_at) as "createdAt",
        iso(flags.archived_at) as "archivedAt", coalesce(labels.listed, '[]') as tags,
        row_to_json(lifecycle) as lifecycle
      from (
        select coalesce(stage.name, 'initial') as stage, stage.status,
          iso(coalesce(stage.entered_at, flags.created_at)) as "enteredStageAt"
      ) as lifecycle
    ) as head
    where flags.name = any (names)
  ),
  kept as (
    insert into flag_items select name, item from derived
    on conflict (name) do update set item = excluded.item where flag_items.item <> excluded.item
  )
  insert into flag_search
  select name, project, type, created_at, archived_at is not null, stale, created_by_user_id, stage,
    tags, segments, switches, lower(concat_ws(chr(31), name, array_to_string(tags, chr(31)))),
    fields
  from derived
  on conflict (name) do update set
    project = excluded.project, type = excluded.type, created_at = excluded.created_at,
    archived = excluded.archived, marked_stale = excluded.marked_stale,
    created_by = excluded.created_by, stage = excluded.stage, tags = excluded.tags,
    segments = excluded.segments, switches = excluded.switches, words = excluded.words,
    fields = excluded.fields
  where flag_search is distinct from excluded;
  get diagnostics changed_rows = row_count;

  -- A flag that is gone took its row along.
  if changed_rows > 0 or found_flags < cardinality(names) then
    perform count_flag_search_change();
  end if;
end;
$$;

update flag_search set fields = used.fields
from (
  select flag, array_agg(distinct field order by field) as fields
  from strategies cross join lateral fields_used(constraints, parameters, variants) as field
  group by flag
) as used
where used.flag = flag_search.name;

create table use_tallies (
  kind text not null,
  subject text not null,
  project text not null,
  flags integer not null
);

create sequence use_tally_turns;

-- Puts rows about the same together that nobody else holds.
create function add_up_use_tallies() returns void language sql as $$
  with taken as (
    delete from use_tallies where ctid = any (array(
      select use_tallies.ctid
      from use_tallies
      join (
        select kind, subject, project from use_tallies
        group by kind, subject, project having count(*) > 1
      ) as repeated using (kind, subject, project)
      for update of use_tallies skip locked))
    returning *
  )
  insert into use_tallies
  select kind, subject, project, sum(flags)
  from taken
  group by kind, subject, project
  having sum(flags) <> 0
$$;

create function uses_in(segments integer[], fields text[])
  returns table (kind text, subject text) language sql immutable as $$
  select 'segment', segment::text from unnest(segments) as segment
  union all
  select 'context-field', field from unnest(fields) as field
$$;

create function tally_uses() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.archived, old.project, old.segments, old.fields)
      = (new.archived, new.project, new.segments, new.fields)
    then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' and not old.archived then
    insert into use_tallies
    select kind, subject, old.project, -1 from uses_in(old.segments, old.fields);
  end if;
  if tg_op <> 'DELETE' and not new.archived then
    insert into use_tallies
    select kind, subject, new.project, 1 from uses_in(new.segments, new.fields);
  end if;
  if nextval('use_tally_turns') % 500 = 0 then
    perform add_up_use_tallies();
  end if;
  return null;
end;
$$;

create trigger tallies_uses after insert or update or delete on flag_search
  for each row execute function tally_uses();

create or replace function forget_flag_tallies() returns trigger language plpgsql as $$
begin
  truncate flag_tallies, use_tallies;
  return null;
end;
$$;

create or replace function rebuild_flag_tallies() returns void language plpgsql as $$
begin
  lock table flag_search in share mode;
  delete from flag_tallies;
  insert into flag_tallies
  select archived, project, type, stage, switches, count(*)
  from flag_search
  group by archived, project, type, stage, switches;
  delete from use_tallies;
  insert into use_tallies
  select kind, subject, project, count(*)
  from flag_search cross join lateral uses_in(segments, fields)
  where not archived
  group by kind, subject, project;
  perform count_flag_search_change();
end;
$$;

select rebuild_flag_tallies();
