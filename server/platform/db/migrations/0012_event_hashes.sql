-- Each event carries the SHA-256 of the hash before it and its own content, so that a change of the
-- past shows. docs/adr/0009 has the recipe; events/chain.ts has the content for those who check it.
create function hash_event(previous bytea, content text, start bytea) returns bytea
  language plpgsql immutable as $$
begin
  return sha256(convert_to(encode(coalesce(previous, start), 'hex') || E'\n' || content, 'UTF8'));
end;
$$;

create aggregate chain_hash(content text, start bytea) (sfunc = hash_event, stype = bytea);

alter table events add column hash bytea check (octet_length(hash) = 32);

alter table events disable trigger events_are_only_added;
update events set hash = chained.hash
from (
  select id, chain_hash(
    json_build_array(id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      type, created_by, created_by_user_id, project, environment, feature_name, data, pre_data,
      tags)::text,
    decode(repeat('00', 32), 'hex')
  ) over (order by id rows unbounded preceding) as hash
  from events
) as chained
where chained.id = events.id;
alter table events enable trigger events_are_only_added;

alter table events alter column hash set not null;

-- The ordered append: a function, for it saves a round trip and its plans are kept (a write with one
-- event takes a sixth less time than with two statements and no hash).
create function append_events(new_events jsonb) returns void language plpgsql as $$
begin
  -- The last hash must be the last one, which an older snapshot cannot tell.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'events are appended in transactions that are read committed';
  end if;
  -- Until the transaction ends, no other one can be given an event id.
  perform pg_advisory_xact_lock(7366002);
  insert into events
    (id, created_at, type, created_by, created_by_user_id, project, environment, feature_name,
      data, pre_data, tags, hash)
  overriding system value
  select id, created_at, type, created_by, created_by_user_id, project, environment, feature_name,
    data, pre_data, tags,
    chain_hash(
      json_build_array(id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        type, created_by, created_by_user_id, project, environment, feature_name, data, pre_data,
        tags)::text,
      coalesce(
        (select hash from events order by id desc limit 1), decode(repeat('00', 32), 'hex')
      )
    ) over (order by place rows unbounded preceding)
  from (
    select nextval('events_id_seq') as id, place,
      coalesce(created_at, clock_timestamp())::timestamptz(3) as created_at, type, created_by,
      created_by_user_id, project, environment, feature_name, data, pre_data,
      -- An event about a flag carries the flag's tags of the moment, unless it says otherwise.
      coalesce(tags, (
        select jsonb_agg(jsonb_build_object('type', flag_tags.type, 'value', flag_tags.value)
          order by flag_tags.type, flag_tags.value)
        from flag_tags where flag_tags.flag = feature_name
      ), '[]') as tags
    from rows from (jsonb_to_recordset(new_events) as (
      created_at timestamptz, type text, created_by text, created_by_user_id integer,
      project text, environment text, feature_name text, data jsonb, pre_data jsonb, tags jsonb
    )) with ordinality as given (
      created_at, type, created_by, created_by_user_id, project, environment, feature_name,
      data, pre_data, tags, place
    )
  ) as numbered;
  -- Whoever listens hears of it with the commit, and then reads the log, which is the truth.
  perform pg_notify('pennon_events', currval('events_id_seq')::text);
end;
$$;
