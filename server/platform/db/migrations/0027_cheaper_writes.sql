-- What a transaction touched is found by a key, past the rows that other writes left behind; and only
-- the first row of several looks at the commit whether something is left to refresh.
drop table touched_flags;
create unlogged table touched_flags (
  transaction xid8 not null default pg_current_xact_id(),
  flags text[] not null,
  is_first boolean not null
);
create index on touched_flags (transaction);
create constraint trigger touched_flags_are_refreshed after insert on touched_flags
  deferrable initially deferred for each row when (new.is_first)
  execute function refresh_at_commit();

create or replace function touch_flags() returns trigger language plpgsql as $$
declare
  names text[];
begin
  if tg_table_name = 'flags' then
    names := array(select name from touched);
  elsif tg_table_name = 'strategy_segments' then
    -- Those of a strategy that is gone went with it.
    names := array(select distinct flag from touched join strategies on id = strategy_id);
  else
    names := array(select distinct flag from touched);
  end if;
  if names <> '{}' then
    insert into touched_flags (flags, is_first) values (names, not exists (
      select from touched_flags where transaction = pg_current_xact_id()));
  end if;
  return null;
end;
$$;

-- As before, but each flag is derived by looking up what belongs to it: fewer steps to make ready for
-- the one flag that most writes touch, and no slower for many. The plan is the same for any number.
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
    tags, segments, switches, lower(concat_ws(chr(31), name, array_to_string(tags, chr(31))))
  from derived
  on conflict (name) do update set
    project = excluded.project, type = excluded.type, created_at = excluded.created_at,
    archived = excluded.archived, marked_stale = excluded.marked_stale,
    created_by = excluded.created_by, stage = excluded.stage, tags = excluded.tags,
    segments = excluded.segments, switches = excluded.switches, words = excluded.words
  where flag_search is distinct from excluded;
  get diagnostics changed_rows = row_count;

  -- A flag that is gone took its row along.
  if changed_rows > 0 or found_flags < cardinality(names) then
    perform count_flag_search_change();
  end if;
end;
$$;

-- As before, but only now and then looks whether there is anything to put together.
create or replace function count_flag_search_change(flag_changes integer, usage_changes integer)
  returns void language plpgsql as $$
begin
  insert into flag_search_changes (changes, usage) values (flag_changes, usage_changes);
  if random() < 0.1 and (select count(*) from flag_search_changes) > 50 then
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
