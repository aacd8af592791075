-- Monthly partitions of events, by ranges of ids (docs/adr/0043). Called by audit/partitions, each
-- function in a transaction of its own, by the owner of the table.

-- The constraint `events_end` of the open partition compares ids with event_log_end(), the first id
-- that is not in it, so that it can be closed without reading it: close_event_partition replaces the
-- function, while nothing can be appended, by one with the next id.
create or replace function set_event_log_end(bound bigint) returns void language plpgsql as $$
begin
  execute format('create or replace function event_log_end() returns bigint
    language sql immutable as %L', format('select %s::bigint', bound));
end;
$$;
select set_event_log_end(9223372036854775807);

create or replace function revoke_from_others(name regclass) returns void language plpgsql as $$
declare
  grantee text;
begin
  for grantee in
    select distinct case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end
    from pg_class, aclexplode(relacl) as acl
    where pg_class.oid = name and acl.grantee <> relowner
  loop
    execute format('revoke all on %s from %s', name, grantee);
  end loop;
end;
$$;

-- What a partition does not inherit. Its rows are read and written through events only.
create or replace function set_up_event_partition(name regclass) returns void language plpgsql as $$
declare
  text_index regclass;
begin
  execute format('alter table %s set (autovacuum_vacuum_insert_scale_factor = 0.01,
    autovacuum_analyze_scale_factor = 0.02)', name);
  execute format('alter table %s alter column data set statistics 0,
    alter column pre_data set statistics 0, alter column tags set statistics 0', name);
  select indexrelid into text_index
  from pg_inherits join pg_index on indexrelid = inhrelid
  where inhparent = 'events_by_text'::regclass and indrelid = name;
  execute format('alter index %s alter column 1 set statistics 0', text_index);
  execute format('create or replace trigger events_no_truncate before truncate on %s
    for each statement execute function reject_event_change()', name);
  perform revoke_from_others(name);
end;
$$;

-- The table becomes the first partition: nothing is copied or read. Indexes, triggers and
-- privileges of the table are created again for the partitioned one, under the same names.
create or replace function partition_events(month text) returns void language plpgsql as $$
declare
  partition text := 'events_' || month;
  definitions text[];
  last_value bigint;
  is_called boolean;
  statement text;
begin
  lock table events in access exclusive mode;
  definitions := array(
    select pg_get_indexdef(indexrelid) from pg_index
    where indrelid = 'events'::regclass and not indisprimary
    union all
    select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'events'::regclass and not tgisinternal
    union all
    select format('grant %s on events to %s', privilege_type,
      case grantee when 0 then 'public' else grantee::regrole::text end)
    from pg_class, aclexplode(relacl) where pg_class.oid = 'events'::regclass
    union all
    select format('grant %s on sequence events_id_seq to %s', privilege_type,
      case grantee when 0 then 'public' else grantee::regrole::text end)
    from pg_class, aclexplode(relacl) where pg_class.oid = 'events_id_seq'::regclass
  );

  -- A sequence of its own, because an identity belongs to one table.
  select seq.last_value, seq.is_called into last_value, is_called from events_id_seq as seq;
  alter table events alter column id drop identity;
  create sequence events_id_seq;
  perform revoke_from_others('events_id_seq');
  perform setval('events_id_seq', last_value, is_called);

  for statement in
    select format('alter index %s rename to %I', indexrelid::regclass, relname || '_' || month)
    from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = 'events'::regclass
    union all
    select format('drop trigger %I on events', tgname) from pg_trigger
    where tgrelid = 'events'::regclass and not tgisinternal
  loop
    execute statement;
  end loop;
  execute format('alter table events rename to %I', partition);

  execute format(
    'create table events (like %I including defaults including constraints including storage)
    partition by range (id)', partition);
  alter table events add primary key (id);
  perform revoke_from_others('events');
  foreach statement in array definitions loop
    execute statement;
  end loop;
  execute format('alter table events attach partition %I
    for values from (minvalue) to (maxvalue)', partition);
  execute format('alter table %I add constraint events_end check (id < event_log_end()) not valid',
    partition);
  perform set_up_event_partition(partition::regclass);
  insert into event_partitions (name, first_id) values (partition, 0);
end;
$$;

-- Ends the open partition after the newest event and opens the next one.
create or replace function close_event_partition(month text, closed timestamptz)
  returns void language plpgsql as $$
declare
  partition event_partitions;
  newest bigint;
  next text := 'events_' || month;
begin
  -- No transaction has appended events that this one does not see.
  lock table events in access exclusive mode;
  select * into strict partition from event_partitions where last_id is null;
  select max(id) into strict newest from events;
  perform set_event_log_end(newest + 1);
  execute format('alter table events detach partition %I', partition.name);
  execute format('alter table events attach partition %I for values from (%s) to (%s)',
    partition.name, case partition.first_id when 0 then 'minvalue' else partition.first_id::text end,
    newest + 1);
  execute format('alter table %I drop constraint events_end', partition.name);
  perform set_event_log_end(9223372036854775807);

  execute format('create table %I partition of events
    (constraint events_end check (id < event_log_end()))
    for values from (%s) to (maxvalue)', next, newest + 1);
  perform set_up_event_partition(next::regclass);
  update event_partitions set last_id = newest, closed_at = closed where name = partition.name;
  insert into event_partitions (name, first_id) values (next, newest + 1);
end;
$$;

-- The day that the next event belongs to stays.
create or replace function drop_event_partition(partition text) returns void language plpgsql as $$
declare
  dropped bigint;
begin
  delete from event_partitions where name = partition and last_id is not null
    returning last_id into strict dropped;
  execute format('drop table %I', partition);
  delete from event_days
  where first_id < (select max(first_id) from event_days where first_id <= dropped + 1);
end;
$$;
