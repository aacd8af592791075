-- The complete configuration of these flags: what users change, without usage and lifecycle. A flag
-- is derived by lookups, whatever the number of flags.
create or replace function flag_configurations(names text[])
  returns table (name text, project text, configuration jsonb, children text[],
    created_at timestamptz, created_by_user_id integer, archived_at timestamptz)
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select flags.name, flags.project,
    jsonb_build_object(
      'type', flags.type, 'description', flags.description, 'stale', flags.stale,
      'impressionData', flags.impression_data, 'archived', flags.archived_at is not null,
      'tags', coalesce((
        select jsonb_agg(jsonb_build_object('type', flag_tags.type, 'value', flag_tags.value)
          order by flag_tags.type collate "C", flag_tags.value collate "C")
        from flag_tags where flag_tags.flag = flags.name), '[]'),
      'dependencies', coalesce((
        select jsonb_agg(jsonb_build_object('feature', dependencies.parent,
          'enabled', dependencies.enabled, 'variants', dependencies.variants))
        from dependencies where dependencies.child = flags.name), '[]'),
      'links', coalesce((
        select jsonb_agg(jsonb_build_object('id', flag_links.id, 'url', flag_links.url,
          'title', flag_links.title) order by flag_links.added)
        from flag_links where flag_links.flag = flags.name), '[]'),
      'environments', coalesce((
        select jsonb_object_agg(flag_environments.environment, jsonb_build_object(
          'enabled', flag_environments.enabled, 'variants', flag_environments.variants,
          'strategies', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', strategies.id, 'name', strategies.name, 'title', strategies.title,
                'disabled', strategies.disabled, 'sortOrder', strategies.sort_order,
                'segments', array(
                  select segment_id from strategy_segments where strategy_id = strategies.id
                  order by segment_id),
                'constraints', strategies.constraints, 'variants', strategies.variants,
                'parameters', strategies.parameters)
              order by strategies.sort_order, strategies.added)
            from strategies
            where strategies.flag = flag_environments.flag
              and strategies.environment = flag_environments.environment), '[]')))
        from flag_environments where flag_environments.flag = flags.name), '{}')),
    array(
      select dependencies.child from dependencies where dependencies.parent = flags.name
      order by dependencies.child collate "C"),
    flags.created_at::timestamptz, flags.created_by_user_id, flags.archived_at::timestamptz
  from flags
  where flags.name = any (names);
end;
$$;

create or replace function segment_configurations(ids text[])
  returns table (key text, project text, configuration jsonb, created_at timestamptz)
  language sql stable as $$
  select id::text, project,
    jsonb_build_object('name', name, 'description', description, 'constraints', constraints,
      'createdBy', created_by),
    created_at
  from segments where id = any (ids::integer[])
$$;

create or replace function project_configurations(ids text[])
  returns table (key text, configuration jsonb, created_at timestamptz, archived_at timestamptz)
  language sql stable as $$
  select id,
    jsonb_build_object('name', name, 'description', description, 'mode', mode,
      'defaultStickiness', default_stickiness, 'flagLimit', flag_limit,
      'namingPattern', naming_pattern, 'namingExample', naming_example,
      'namingDescription', naming_description, 'archived', archived_at is not null,
      'environments', coalesce((
        select jsonb_object_agg(environment, jsonb_build_object(
          'requiredApprovals', required_approvals, 'authorMayApprove', author_may_approve,
          'defaultStrategy', default_strategy))
        from project_environments where project_environments.project = projects.id), '{}')),
    created_at, archived_at
  from projects where id = any (ids)
$$;

-- Writes a version of each of these flags that differs from its newest one. The events are those of the
-- transaction; without any, the version belongs to the newest event of the log.
create or replace function write_flag_versions(
  names text[], first_event bigint, last_event bigint, moment timestamptz
) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  logged bigint := coalesce(last_event, (select newest from event_log_version));
begin
  insert into versions
  select 'flag', wanted.name, coalesce(about.id, logged), coalesce(first_event, logged),
    moment, coalesce(stored.project, newest.project),
    stored.configuration, stored.children, stored.created_at, stored.created_by_user_id,
    stored.archived_at
  from unnest(names) as wanted (name)
  left join flag_configurations(names) as stored on stored.name = wanted.name
  left join lateral (
    select versions.* from versions
    where versions.kind = 'flag' and versions.key = wanted.name
    order by versions.event_id desc limit 1
  ) as newest on true
  left join (
    select events.feature_name, max(events.id) as id from events
    -- A single event need not be looked up.
    where first_event < last_event and events.id between first_event and last_event
      and events.feature_name = any (names)
    group by events.feature_name
  ) as about on about.feature_name = wanted.name
  where (stored.configuration is not null or newest.configuration is not null)
    and (newest.key is null or (stored.project, stored.configuration, stored.children)
      is distinct from (newest.project, newest.configuration, newest.children))
  on conflict (kind, key, event_id) do update set
    created_at = excluded.created_at, project = excluded.project,
    configuration = excluded.configuration, children = excluded.children,
    subject_created_at = excluded.subject_created_at,
    subject_created_by = excluded.subject_created_by, archived_at = excluded.archived_at;
end;
$$;

-- The same for segments and projects.
create or replace function write_other_versions(
  of_kind text, keys text[], first_event bigint, last_event bigint, moment timestamptz
) returns void language plpgsql as $$
declare
  logged bigint := coalesce(last_event, (select newest from event_log_version));
begin
  insert into versions
    (kind, key, event_id, first_event_id, created_at, project, configuration, subject_created_at,
      archived_at)
  select of_kind, wanted.key, coalesce(about.id, logged), coalesce(first_event, logged),
    moment, case when stored.configuration is null then newest.project else stored.project end,
    stored.configuration, stored.created_at, stored.archived_at
  from unnest(keys) as wanted (key)
  left join (
    select segment.key, segment.project, segment.configuration, segment.created_at,
      null::timestamptz as archived_at
    from segment_configurations(case of_kind when 'segment' then keys else '{}' end) as segment
    union all
    select setting.key, setting.key, setting.configuration, setting.created_at, setting.archived_at
    from project_configurations(case of_kind when 'project' then keys else '{}' end) as setting
  ) as stored on stored.key = wanted.key
  left join lateral (
    select versions.* from versions
    where versions.kind = of_kind and versions.key = wanted.key
    order by versions.event_id desc limit 1
  ) as newest on true
  left join (
    select case of_kind when 'project' then events.project
        else coalesce(events.data, events.pre_data) ->> 'id' end as key,
      max(events.id) as id
    from events
    where first_event < last_event and events.id between first_event and last_event
      and (of_kind = 'project' or events.type like 'segment-%')
    group by 1
  ) as about on about.key = wanted.key
  where (stored.configuration is not null or newest.configuration is not null)
    and (newest.key is null or (stored.project, stored.configuration)
      is distinct from (newest.project, newest.configuration))
  on conflict (kind, key, event_id) do update set
    created_at = excluded.created_at, project = excluded.project,
    configuration = excluded.configuration, subject_created_at = excluded.subject_created_at,
    archived_at = excluded.archived_at;
end;
$$;

-- What flag search does not depend on is marked in a setting of its own, one line for each subject:
-- its kind, a tabulator and its key.
create or replace function mark_versioned() returns trigger language plpgsql as $$
declare
  marked text := coalesce(nullif(current_setting('pennon.versioned', true), ''), e'\n');
  lines text;
begin
  if tg_table_name = 'segments' then
    lines := (select string_agg(distinct e'segment\t' || id, e'\n') from affected);
  elsif tg_table_name = 'projects' then
    lines := (select string_agg(distinct e'project\t' || id, e'\n') from affected);
  elsif tg_table_name = 'project_environments' then
    lines := (select string_agg(distinct e'project\t' || project, e'\n') from affected);
  elsif tg_table_name = 'dependencies' then
    lines := (
      select string_agg(distinct e'flag\t' || name, e'\n')
      from affected cross join lateral (values (child), (parent)) as related (name));
  else
    lines := (select string_agg(distinct e'flag\t' || flag, e'\n') from affected);
  end if;
  if strpos(marked, e'\n' || lines || e'\n') = 0 then
    marked := set_config('pennon.versioned', marked || lines || e'\n', true);
  end if;
  return null;
end;
$$;

-- Writes the versions of everything that the transaction has changed.
create or replace function write_versions(
  flags text[], first_event bigint, last_event bigint, moment timestamptz
) returns void language plpgsql as $$
declare
  marked text := current_setting('pennon.versioned', true);
  lines text[];
  keys text[];
  of_kind text;
begin
  if marked <> '' then
    lines := array(
      select distinct line from unnest(string_to_array(trim(both e'\n' from marked), e'\n')) as line);
    marked := set_config('pennon.versioned', '', true);
    flags := array(
      select unnest(flags)
      union
      select substr(line, 6) from unnest(lines) as line where line like e'flag\t%');
    foreach of_kind in array array['segment', 'project'] loop
      keys := array(
        select substr(line, length(of_kind) + 2) from unnest(lines) as line
        where starts_with(line, of_kind || e'\t'));
      if cardinality(keys) > 0 then
        perform write_other_versions(of_kind, keys, first_event, last_event, moment);
      end if;
    end loop;
  end if;
  if cardinality(flags) > 0 then
    perform write_flag_versions(flags, first_event, last_event, moment);
  end if;
end;
$$;

-- For transactions without events, such as imports.
create or replace function write_versions_at_commit() returns trigger language plpgsql as $$
begin
  perform write_versions('{}', null, null, clock_timestamp());
  return null;
end;
$$;

do $$
declare
  source text;
  kind record;
begin
  foreach source in array array['dependencies', 'flag_links', 'segments', 'projects',
    'project_environments']
  loop
    for kind in select * from (values
      ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as kinds (statement, rows)
    loop
      execute format('create or replace trigger mark_versioned_on_%1$s after %1$s on %2$I
        referencing %3$s table as affected
        for each statement execute function mark_versioned()',
        kind.statement, source, kind.rows);
    end loop;
    execute format('drop trigger if exists write_versions_at_commit on %I', source);
    execute format($trigger$
      create constraint trigger write_versions_at_commit after insert or update or delete on %I
        deferrable initially deferred for each row
        when (coalesce(current_setting('pennon.versioned', true), '') = '')
        execute function write_versions_at_commit()$trigger$, source);
  end loop;
end;
$$;

-- A version of everything that has none, dated by the newest event about it.
create or replace function write_missing_versions() returns void language plpgsql as $$
begin
  insert into versions
  select 'flag', stored.name, coalesce(newest.id, 0), coalesce(newest.id, 0),
    coalesce(newest.created_at, clock_timestamp()), stored.project, stored.configuration,
    stored.children, stored.created_at, stored.created_by_user_id, stored.archived_at
  from flag_configurations(array(
    select name from flags
    where not exists (select from versions where kind = 'flag' and key = flags.name)
  )) as stored
  left join lateral (
    select events.id, events.created_at from events
    where events.feature_name = stored.name order by events.id desc limit 1
  ) as newest on true;
  perform write_other_versions('segment', array(
    select id::text from segments
    where not exists (select from versions where kind = 'segment' and key = segments.id::text)
  ), null, null, clock_timestamp());
  perform write_other_versions('project', array(
    select id from projects
    where not exists (select from versions where kind = 'project' and key = projects.id)
  ), null, null, clock_timestamp());
end;
$$;

select write_missing_versions();
