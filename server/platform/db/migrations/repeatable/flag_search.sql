-- In constraints, and as the stickiness of a rollout or a variant; two values of it name no field.
create or replace function referenced_context_fields(
  constraints jsonb, parameters jsonb, variants jsonb
) returns setof text language sql immutable as $$
  select field #>> '{}' from jsonb_path_query(constraints, '$[*].contextName') as field
  union all
  select parameters ->> 'stickiness'
  where parameters ->> 'stickiness' not in ('default', 'random')
  union all
  select field #>> '{}' from jsonb_path_query(variants, '$[*].stickiness') as field
  where field #>> '{}' not in ('default', 'random')
$$;

-- A setting of a flag, in an environment or, with '', in any. Each part is the seed of the next one, so
-- that no separator is needed. Among a million settings two are equal by chance once in ten million
-- installations. The last bit is set if many flags can share it: setting_counts has those.
create or replace function flag_setting(environment text, kind text, value text) returns bigint
  language sql immutable parallel safe as $$
  select hashtextextended(value, hashtextextended(kind, hashtextextended(environment, 0))) & -2
    | case when kind = 'payload' or starts_with(kind, 'constraint.') then 0 else 1 end
$$;

create or replace function variant_settings(variants jsonb)
  returns table (kind text, value text) language sql immutable as $$
  select shown.kind, shown.value
  from jsonb_array_elements(variants) as listed (variant)
  cross join lateral (values
    ('variant', variant ->> 'name'), ('payload', variant #>> '{payload,value}')
  ) as shown (kind, value)
$$;

create or replace function strategy_settings(
  name text, parameters jsonb, constraints jsonb, variants jsonb
) returns table (kind text, value text) language sql immutable as $$
  select 'strategy', name
  union all
  select 'context', field from referenced_context_fields(constraints, parameters, variants) as field
  union all
  select 'constraint.' || (rule ->> 'contextName'), compared.text
  from jsonb_array_elements(constraints) as rules (rule)
  cross join lateral (
    select jsonb_array_elements_text(rule -> 'values') as text
    where jsonb_typeof(rule -> 'values') = 'array'
    union all
    select rule ->> 'value'
  ) as compared
  union all
  select 'rollout', percentage
  from (values (parameters ->> 'rollout'), (parameters ->> 'percentage')) as given (percentage)
  where percentage ~ '^([0-9]|[1-9][0-9]|100)$'
  union all
  select * from variant_settings(variants)
$$;

-- The smallest and the largest rollout are settings too, also by tens: a comparison is an alternative
-- of few values, of which a flag has one, so that their counts can be added.
create or replace function flag_settings(of_flag text) returns bigint[] language plpgsql stable as $$
begin
  return array(
    with found as materialized (
      select environment, kind, value
      from strategies
      cross join lateral (
        select * from strategy_settings(strategies.name, strategies.parameters,
          strategies.constraints, strategies.variants)
        union all
        select 'segment', segment_id::text from strategy_segments where strategy_id = strategies.id
      ) as stored
      where strategies.flag = of_flag
      union all
      select environment, kind, value
      from flag_environments cross join lateral variant_settings(flag_environments.variants)
      where flag_environments.flag = of_flag
    ), rollouts as (
      select coalesce(environment, '') as environment, min(value::integer) as lowest,
        max(value::integer) as highest
      from found where kind = 'rollout'
      group by rollup (environment)
    )
    select distinct setting
    from (
      select flag_setting(scope, kind, value) as setting
      from found cross join lateral (values (environment), ('')) as scopes (scope)
      union all
      select flag_setting(environment, kind, value)
      from rollouts cross join lateral (values
        ('rollout-min', lowest), ('rollout-min-tens', lowest / 10),
        ('rollout-max', highest), ('rollout-max-tens', highest / 10)
      ) as extremes (kind, number) cross join lateral (values (number::text)) as texts (value)
    ) as hashes
    where setting is not null
    order by setting
  );
end;
$$;

-- Behind the lock of the log, where writers wait for each other anyway.
create or replace function increment_flag_search_version() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7366002);
  update flag_search_version set version = version + 1;
end;
$$;

-- Derives the read model of these flags. Locks the flags first, so that of two transactions that
-- affect a flag the later one sees what the earlier one wrote. Each flag is derived by lookups under
-- one generic plan, whatever the number of flags. Settings are derived for the reconfigured flags only,
-- because they are the expensive part; null means all.
drop function if exists refresh_flag_search(text[]);
create or replace function refresh_flag_search(names text[], reconfigured text[] default null)
  returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  found_flags integer;
  changed_rows integer;
begin
  perform from flags where name = any (names) order by name for no key update;
  get diagnostics found_flags = row_count;

  with derived as materialized (
    select flags.*, coalesce(stage.name, 'initial') as stage,
      coalesce(labels.texts, '{}') as tags, coalesce(entries.switches, '{}') as switches,
      array(
        select distinct segment_id
        from strategies join strategy_segments on strategy_id = strategies.id
        where strategies.flag = flags.name
        order by segment_id
      ) as segments,
      array(
        select distinct field
        from strategies
        cross join lateral referenced_context_fields(strategies.constraints, strategies.parameters,
          strategies.variants) as field
        where strategies.flag = flags.name
        order by field
      ) as context_fields,
      case when reconfigured is null or flags.name = any (reconfigured)
        then flag_settings(flags.name)
        else coalesce((
          select settings from flag_search where flag_search.name = flags.name), '{}')
      end as settings,
      concat_ws(e'\n', row_to_json(head), entries.lines) as item
    from flags
    left join lateral (
      select flag_stages.stage as name, status, entered_at from flag_stages
      where flag = flags.name
      order by array_position('{initial,pre-live,live,completed,archived}', flag_stages.stage) desc
      limit 1
    ) as stage on true
    cross join lateral (
      select array_agg(type || ':' || value order by type collate "C", value collate "C") as texts
      from flag_tags
      where flag = flags.name
    ) as labels
    cross join lateral (
      select
        array_agg(entry.name || case when entry.enabled then ':enabled' else ':disabled' end
          order by entry.name collate "C") as switches,
        string_agg(row_to_json(entry)::text, e'\n' order by entry.name collate "C") as lines
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
      ) as entry
      where flag_environments.flag = flags.name
    ) as entries
    cross join lateral (
      select flags.name, flags.type, flags.description, flags.project,
        flags.impression_data as "impressionData", iso(flags.created_at) as "createdAt",
        iso(flags.archived_at) as "archivedAt", row_to_json(lifecycle) as lifecycle
      from (
        select coalesce(stage.name, 'initial') as stage, stage.status,
          iso(coalesce(stage.entered_at, flags.created_at)) as "enteredStageAt"
      ) as lifecycle
    ) as head
    where flags.name = any (names)
  ),
  changed as (
    insert into flag_search
    select name, project, type, created_at, archived_at is not null, stale, created_by_user_id,
      stage, tags, segments, switches,
      lower(concat_ws(chr(31), name, array_to_string(tags, chr(31)))), context_fields, settings
    from derived
    on conflict (name) do update set
      project = excluded.project, type = excluded.type, created_at = excluded.created_at,
      archived = excluded.archived, marked_stale = excluded.marked_stale,
      created_by = excluded.created_by, stage = excluded.stage, tags = excluded.tags,
      segments = excluded.segments, switches = excluded.switches,
      search_text = excluded.search_text, context_fields = excluded.context_fields,
      settings = excluded.settings
    where flag_search is distinct from excluded
    returning name
  ),
  -- Also written if only the row of flag_search changed, so that its xmin is a version of both.
  written as (
    insert into flag_items select name, item from derived
    on conflict (name) do update set item = excluded.item
    where flag_items.item <> excluded.item or excluded.name in (select name from changed)
  )
  select count(*) into changed_rows from changed;

  -- The row of a deleted flag was deleted with it.
  if changed_rows > 0 or found_flags < cardinality(names) then
    perform increment_flag_search_version();
  end if;
end;
$$;

-- Adds names to a setting that lasts as long as the transaction and that a rollback to a savepoint
-- restores, as it would a row: no table to write, read and vacuum. Names are separated by line feeds,
-- which no name has.
create or replace function mark_flags(mark text, names text) returns void language plpgsql as $$
declare
  marked text := coalesce(nullif(current_setting(mark, true), ''), e'\n');
begin
  if strpos(marked, e'\n' || names || e'\n') = 0 then
    marked := set_config(mark, marked || names || e'\n', true);
  end if;
end;
$$;

-- Marks the flags that a transaction affects, and those whose settings it can change.
create or replace function mark_affected_flags() returns trigger language plpgsql as $$
declare
  names text;
  configures boolean := tg_table_name in ('strategies', 'strategy_segments');
begin
  if tg_table_name = 'flags' then
    names := (select string_agg(name, e'\n') from affected);
  elsif tg_table_name = 'strategy_segments' then
    -- The trigger on strategies marks the flag of a deleted strategy.
    names := (
      select string_agg(distinct flag, e'\n') from affected join strategies on id = strategy_id);
  else
    names := (select string_agg(distinct flag, e'\n') from affected);
  end if;
  if tg_table_name = 'flag_environments' then
    configures := exists (select from affected where variants <> '[]');
    if tg_op = 'UPDATE' and not configures then
      configures := exists (select from replaced where variants <> '[]');
    end if;
  end if;
  if names <> '' then
    perform mark_flags('pennon.affected_flags', names);
    if configures then
      perform mark_flags('pennon.reconfigured_flags', names);
    end if;
  end if;
  return null;
end;
$$;

create or replace function marked_flags(mark text) returns text[] language plpgsql as $$
declare
  names text[] := string_to_array(trim(both e'\n' from current_setting(mark, true)), e'\n');
begin
  return case when cardinality(names) > 1 then array(select distinct unnest(names))
    else coalesce(names, '{}') end;
end;
$$;

create or replace function refresh_affected_flags() returns void language plpgsql as $$
declare
  names text[];
  reconfigured text[];
begin
  if current_setting('pennon.affected_flags', true) <> '' then
    names := marked_flags('pennon.affected_flags');
    reconfigured := marked_flags('pennon.reconfigured_flags');
    perform set_config('pennon.affected_flags', '', true);
    perform set_config('pennon.reconfigured_flags', '', true);
    perform refresh_flag_search(names, reconfigured);
  end if;
end;
$$;

-- Without events: the append refreshes what the events of a transaction are about.
create or replace function refresh_at_commit() returns trigger language plpgsql as $$
declare
  names text[] := marked_flags('pennon.affected_flags');
begin
  if cardinality(names) > 0 then
    perform refresh_affected_flags();
    perform write_versions(names, null, null, clock_timestamp());
  end if;
  return null;
end;
$$;

-- Whatever writes these tables, the read model is refreshed before the commit. A trigger with a
-- transition table is for one kind of statement only. The first affected row of a transaction
-- defers the refresh to the commit.
do $$
declare
  source text;
  kind record;
begin
  foreach source in array array['flags', 'flag_environments', 'strategies', 'strategy_segments',
    'flag_tags', 'flag_stages']
  loop
    for kind in select * from (values
      ('insert', 'new table as affected'), ('delete', 'old table as affected'),
      ('update', 'old table as replaced new table as affected')) as kinds (statement, rows)
    loop
      execute format('create or replace trigger mark_affected_flags_on_%1$s after %1$s on %2$I
        referencing %3$s
        for each statement execute function mark_affected_flags()',
        kind.statement, source, kind.rows);
    end loop;
    execute format('drop trigger if exists refresh_at_commit on %I', source);
    execute format($trigger$
      create constraint trigger refresh_at_commit after insert or update or delete on %I
        deferrable initially deferred for each row
        when (coalesce(current_setting('pennon.affected_flags', true), '') = '')
        execute function refresh_at_commit()$trigger$, source);
  end loop;
end;
$$;

create or replace function delete_from_flag_search() returns trigger language plpgsql as $$
begin
  delete from flag_search where name in (select name from deleted);
  delete from flag_items where name in (select name from deleted);
  delete from flag_last_seen where flag in (select name from deleted);
  return null;
end;
$$;

create or replace trigger delete_from_flag_search after delete on flags
  referencing old table as deleted
  for each statement execute function delete_from_flag_search();

create or replace function truncate_flag_search() returns trigger language plpgsql as $$
begin
  truncate flag_search, flag_items, flag_last_seen;
  perform increment_flag_search_version();
  return null;
end;
$$;

create or replace trigger truncate_flag_search after truncate on flags
  for each statement execute function truncate_flag_search();

-- Derives the read model of these flags, whatever is stored; returns the last name.
create or replace function rebuild_flag_search(names text[]) returns text language plpgsql as $$
begin
  perform refresh_flag_search(names);
  insert into flag_last_seen (flag, last_seen_at)
  select name, (select max(last_seen_at) from flag_usage where flag = name)
  from flags where name = any (names)
  on conflict (flag) do update set last_seen_at = excluded.last_seen_at;
  return (select max(name collate "C") from unnest(names) as name);
end;
$$;

-- A change of this file can change what is derived.
select rebuild_flag_search(array(select name from flags));
