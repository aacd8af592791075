create table events (
  id bigint generated always as identity primary key,
  created_at timestamptz(3) not null default clock_timestamp(),
  type text not null,
  created_by text not null,
  created_by_user_id integer,
  project text,
  environment text,
  feature_name text,
  data jsonb,
  pre_data jsonb,
  tags jsonb not null default '[]'
);

create function refuse_to_change_events() returns trigger language plpgsql as $$
begin
  raise exception 'events are only ever added';
end;
$$;

create trigger events_are_only_added before update or delete on events
  for each row execute function refuse_to_change_events();
create trigger events_are_never_emptied before truncate on events
  for each statement execute function refuse_to_change_events();
