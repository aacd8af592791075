create extension if not exists pg_trgm;

-- What flag search filters and sorts by, one narrow row a flag, so that a scan touches few pages.
-- Everything in it comes from tables that belong to the flag; what other tables say (names of
-- segments, creators and environments, favourites, usage) is joined for the page only.
create table flag_search (
  name text primary key references flags (name) on delete cascade,
  project text not null,
  type text not null,
  created_at timestamptz(3) not null,
  archived boolean not null,
  marked_stale boolean not null,
  created_by integer,
  stage text not null,
  -- As type:value; a type holds no colon.
  tags text[] not null,
  segments integer[] not null,
  -- As environment:enabled and environment:disabled.
  switches text[] not null,
  -- In lower case: the name and each tag, with a character between them that no search contains.
  words text not null
);

-- Names sort by their bytes, whatever the language of the database.
create index flag_search_by_age on flag_search (archived, created_at, name collate "C");
create index flag_search_by_name on flag_search (archived, name collate "C");
create index flag_search_by_project on flag_search
  (project, archived, created_at, name collate "C");
create index flag_search_by_type on flag_search
  (archived, type collate "C", name collate "C");
create index flag_search_by_creator on flag_search (created_by);
create index flag_search_by_labels on flag_search using gin (tags, segments, switches)
  with (fastupdate = off);
create index flag_search_by_words on flag_search using gin (words gin_trgm_ops)
  with (fastupdate = off);

-- The item of the answer, serialised but for what is joined: the members of the flag, then each
-- environment by name, parted by U+001E; an environment and its members by U+001F. JSON text holds
-- neither character.
create table flag_items (
  name text primary key references flags (name) on delete cascade,
  item text not null
);

-- One row a transaction that changed flag_search, and their sum says how often it has changed:
-- two snapshots with the same sum see the same rows. Rows, not one counter, so that writers do not
-- wait for each other.
create table flag_search_changes (
  changes bigint not null
);
insert into flag_search_changes values (0);

-- Flags that this transaction has touched, one row a statement, waiting for its end; no other
-- transaction sees them.
create unlogged table touched_flags (
  flags text[] not null,
  transaction xid8 not null default pg_current_xact_id()
);

-- The newest hour in which a flag was evaluated in an environment, and when it was last.
create table flag_usage (
  flag text not null,
  environment text not null,
  last_seen_at timestamptz(3) not null,
  hour timestamptz(0) not null,
  yes bigint not null default 0,
  no bigint not null default 0,
  primary key (flag, environment),
  foreign key (flag, environment) references flag_environments (flag, environment) on delete cascade
);

-- Every flag has a row, so that an order by it needs no outer join.
create table flag_sightings (
  flag text primary key references flags (name) on delete cascade,
  last_seen_at timestamptz(3)
);
create index flag_sightings_oldest_first on flag_sightings (last_seen_at, flag collate "C");
create index flag_sightings_newest_first on flag_sightings
  (last_seen_at desc nulls last, flag collate "C");

create function iso(moment timestamptz) returns text language sql immutable as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The same as before, in a form that costs less a row.
create or replace function outlived(created_at timestamptz, lifetime_days integer) returns boolean
  language sql stable as $$
    select coalesce(created_at < now() - make_interval(secs => lifetime_days * 86400.0), false)
  $$;

-- Brings the read model of these flags up to date. The flags are locked first, so that of two
-- transactions that touch a flag the later one sees all that the earlier one did.
create function refresh_flag_search(names text[]) returns void language plpgsql as $$
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
  aims as (
    select strategy_id, array_agg(segment_id order by segment_id) as segments
    from strategies join strategy_segments on strategy_id = strategies.id
    where flag = any (names)
    group by strategy_id
  ),
  rules as (
    select flag, environment, count(*) as total,
      count(*) filter (where not strategies.disabled) as enabled,
      json_agg(row_to_json(strategy) order by strategies.sort_order, strategies.added) as strategies
    from strategies
    left join aims on aims.strategy_id = strategies.id
    cross join lateral (
      select strategies.id, strategies.name, strategies.title, strategies.disabled,
        strategies.flag as "featureName", strategies.sort_order as "sortOrder",
        coalesce(aims.segments, '{}') as segments, strategies.constraints, strategies.variants,
        strategies.parameters
    ) as strategy
    where flag = any (names)
    group by flag, environment
  ),
  homes as (
    select flag_environments.flag,
      array_agg(home.name || case when home.enabled then ':enabled' else ':disabled' end
        order by home.name collate "C") as switches,
      string_agg(home.name || chr(31) || left(row_to_json(home)::text, -1), chr(30)
        order by home.name collate "C") as members
    from flag_environments
    left join rules on rules.flag = flag_environments.flag
      and rules.environment = flag_environments.environment
    cross join lateral (
      select flag_environments.environment as name, flag_environments.flag as "featureName",
        flag_environments.environment, flag_environments.enabled,
        jsonb_array_length(flag_environments.variants) as "variantCount",
        coalesce(rules.strategies, '[]') as strategies, flag_environments.variants,
        rules.flag is not null as "hasStrategies",
        coalesce(rules.enabled, 0) > 0 as "hasEnabledStrategies"
    ) as home
    where flag_environments.flag = any (names)
    group by flag_environments.flag
  ),
  aimed as (
    select flag, array_agg(distinct segment_id) as segments
    from strategies join strategy_segments on strategy_id = strategies.id
    where flag = any (names)
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

-- Adds one, and now and then puts the rows that nobody else holds together.
create function count_flag_search_change() returns void language plpgsql as $$
begin
  insert into flag_search_changes values (1);
  if (select count(*) from flag_search_changes) > 50 then
    with taken as (
      delete from flag_search_changes where ctid = any (array(
        select ctid from flag_search_changes for update skip locked))
      returning changes
    )
    insert into flag_search_changes select sum(changes) from taken having count(*) > 0;
  end if;
end;
$$;

create function refresh_touched_flags() returns void language plpgsql as $$
declare
  names text[];
begin
  with touched as (
    delete from touched_flags where transaction = pg_current_xact_id() returning flags
  )
  select array_agg(distinct flag) into names from touched cross join unnest(flags) as flag;
  if names is not null then
    perform refresh_flag_search(names);
  end if;
end;
$$;

-- The last step of a transaction: nobody shall wait for a flag while others wait for the log.
create function refresh_then_append(new_events jsonb) returns void language plpgsql as $$
begin
  perform refresh_touched_flags();
  perform append_events(new_events);
end;
$$;

create function refresh_at_commit() returns trigger language plpgsql as $$
begin
  perform refresh_touched_flags();
  return null;
end;
$$;

-- Whoever writes, by whatever way, the read model follows before the commit.
create constraint trigger touched_flags_are_refreshed after insert on touched_flags
  deferrable initially deferred for each row execute function refresh_at_commit();

create function touch_flags() returns trigger language plpgsql as $$
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
    insert into touched_flags (flags) values (names);
  end if;
  return null;
end;
$$;

create function add_sightings() returns trigger language plpgsql as $$
begin
  insert into flag_sightings (flag) select name from touched;
  return null;
end;
$$;

create function sum_up_sightings() returns trigger language plpgsql as $$
begin
  update flag_sightings set last_seen_at = newest.last_seen_at
  from (
    select seen.flag, max(flag_usage.last_seen_at) as last_seen_at
    from (select distinct flag from touched) as seen
    left join flag_usage on flag_usage.flag = seen.flag
    group by seen.flag
  ) as newest
  where flag_sightings.flag = newest.flag
    and flag_sightings.last_seen_at is distinct from newest.last_seen_at;
  return null;
end;
$$;

-- A trigger that sees the rows of a statement can be for one kind of statement only.
do $$
declare
  source text;
  kind record;
begin
  for kind in select * from (values
    ('insert', 'new'), ('update', 'new'), ('delete', 'old')) as kinds (statement, rows)
  loop
    foreach source in array array['flags', 'flag_environments', 'strategies', 'strategy_segments',
      'flag_tags', 'flag_stages']
    loop
      execute format('create trigger touches_flags_on_%1$s after %1$s on %2$s
        referencing %3$s table as touched
        for each statement execute function touch_flags()', kind.statement, source, kind.rows);
    end loop;
    execute format('create trigger sums_up_sightings_on_%1$s after %1$s on flag_usage
      referencing %2$s table as touched
      for each statement execute function sum_up_sightings()', kind.statement, kind.rows);
  end loop;
end;
$$;
create trigger adds_sightings after insert on flags referencing new table as touched
  for each statement execute function add_sightings();

-- Derives everything of these flags anew, whatever stands there; returns the last name.
create function rebuild_flag_search(names text[]) returns text language plpgsql as $$
begin
  perform refresh_flag_search(names);
  insert into flag_sightings (flag, last_seen_at)
  select name, (select max(last_seen_at) from flag_usage where flag = name)
  from flags where name = any (names)
  on conflict (flag) do update set last_seen_at = excluded.last_seen_at;
  return (select max(name collate "C") from unnest(names) as name);
end;
$$;

select rebuild_flag_search(array(select name from flags));
