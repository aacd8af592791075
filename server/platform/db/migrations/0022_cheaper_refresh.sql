-- What it calls is stable, and a function that claims more than that is not put into the statement
-- that calls it: each call then costs a statement of its own, three a flag that is written.
alter function iso(timestamptz) stable;

-- As before, but each strategy is read once, with its segments, instead of three times; so the plan
-- no longer depends on how many segments the planner believes there are.
create or replace function refresh_flag_search(names text[]) returns void language plpgsql as $$
declare
  found_flags integer;
  changed_rows integer;
begin
  perform from flags where name = any (names) order by name for no key update;
  get diagnostics found_flags = row_count;

  -- Few flags are found by a plan that is kept, many by one made for their number.
  perform set_config('plan_cache_mode',
    case when found_flags > 100 then 'force_custom_plan' else 'force_generic_plan' end, true);

  with stages as (
    select distinct on (flag) flag, stage, status, entered_at
    from flag_stages
    where flag = any (names)
    order by flag, array_position('{initial,pre-live,live,completed,archived}', stage) desc
  ),
  labels as (
    select flag,
      array_agg(tag.type || ':' || tag.value order by tag.type collate "C", tag.value collate "C")
        as texts,
      json_agg(row_to_json(tag) order by tag.type collate "C", tag.value collate "C") as tags
    from flag_tags cross join lateral (select flag_tags.value, flag_tags.type) as tag
    where flag = any (names)
    group by flag
  ),
  rules as materialized (
    select strategies.*, array(
      select segment_id from strategy_segments where strategy_id = strategies.id order by segment_id
    ) as segments
    from strategies
    where flag = any (names)
  ),
  plans as (
    select flag, environment, count(*) filter (where not rules.disabled) as enabled,
      json_agg(row_to_json(strategy) order by rules.sort_order, rules.added) as strategies
    from rules
    cross join lateral (
      select rules.id, rules.name, rules.title, rules.disabled, rules.flag as "featureName",
        rules.sort_order as "sortOrder", rules.segments, rules.constraints, rules.variants,
        rules.parameters
    ) as strategy
    group by flag, environment
  ),
  homes as (
    select flag_environments.flag,
      array_agg(home.name || case when home.enabled then ':enabled' else ':disabled' end
        order by home.name collate "C") as switches,
      string_agg(home.name || chr(31) || left(row_to_json(home)::text, -1), chr(30)
        order by home.name collate "C") as members
    from flag_environments
    left join plans on plans.flag = flag_environments.flag
      and plans.environment = flag_environments.environment
    cross join lateral (
      select flag_environments.environment as name, flag_environments.flag as "featureName",
        flag_environments.environment, flag_environments.enabled,
        jsonb_array_length(flag_environments.variants) as "variantCount",
        coalesce(plans.strategies, '[]') as strategies, flag_environments.variants,
        plans.flag is not null as "hasStrategies",
        coalesce(plans.enabled, 0) > 0 as "hasEnabledStrategies"
    ) as home
    where flag_environments.flag = any (names)
    group by flag_environments.flag
  ),
  aimed as (
    select flag, array_agg(distinct segment) as segments
    from rules cross join unnest(segments) as segment
    group by flag
  ),
  kept as (
    insert into flag_items
    select flags.name, concat_ws(chr(30), left(row_to_json(head)::text, -1), members)
    from flags
    left join stages on stages.flag = flags.name
    left join labels on labels.flag = flags.name
    left join homes on homes.flag = flags.name
    cross join lateral (
      select flags.name, type, description, project, impression_data as "impressionData",
        iso(created_at) as "createdAt", iso(archived_at) as "archivedAt",
        coalesce(tags, '[]') as tags, row_to_json(lifecycle) as lifecycle
      from (
        select coalesce(stage, 'initial') as stage, status,
          iso(coalesce(entered_at, created_at)) as "enteredStageAt"
      ) as lifecycle
    ) as head
    where flags.name = any (names)
    on conflict (name) do update set item = excluded.item
      where flag_items.item <> excluded.item
  )
  insert into flag_search
  select flags.name, project, type, created_at, archived_at is not null, stale,
    created_by_user_id, coalesce(stage, 'initial'), coalesce(texts, '{}'),
    coalesce(segments, '{}'), coalesce(switches, '{}'),
    lower(concat_ws(chr(31), flags.name, array_to_string(texts, chr(31))))
  from flags
  left join stages on stages.flag = flags.name
  left join labels on labels.flag = flags.name
  left join homes on homes.flag = flags.name
  left join aimed on aimed.flag = flags.name
  where flags.name = any (names)
  on conflict (name) do update set
    project = excluded.project, type = excluded.type, created_at = excluded.created_at,
    archived = excluded.archived, marked_stale = excluded.marked_stale,
    created_by = excluded.created_by, stage = excluded.stage, tags = excluded.tags,
    segments = excluded.segments, switches = excluded.switches, words = excluded.words
  where flag_search is distinct from excluded;
  get diagnostics changed_rows = row_count;
  perform set_config('plan_cache_mode', 'auto', true);

  -- A flag that is gone took its row along.
  if changed_rows > 0 or found_flags < cardinality(names) then
    perform count_flag_search_change();
  end if;
end;
$$;
