-- Adds 20,000 change requests of five changes each, as docs/performance.md measures them, to a database
-- that `pennon seed` has filled: psql -f scripts/load-change-requests.sql <url>
-- 2,000 of them are pending, 20 of these about one flag; 500 are scheduled.
begin;

insert into users (username, root_role_id)
select 'proposer-' || number, 3 from generate_series(1, 2000) as number
on conflict do nothing;

update project_environments set required_approvals = 1 where environment = 'production';

create temporary table places as
select project, row_number() over (order by project) - 1 as number, count(*) as flags
from flags where archived_at is null group by project;

create temporary table named as
select project, name, row_number() over (partition by project order by name) - 1 as number
from flags where archived_at is null;
create index on named (project, number);
analyze places, named;

insert into change_requests (id, project, environment, state, min_approvals, created_by)
select 1000000 + turn, places.project, 'production',
  case when turn <= 1000 then 'In review' when turn <= 2000 then 'Draft'
    when turn <= 2500 then 'Scheduled'
    else (array['Applied', 'Rejected', 'Cancelled'])[1 + turn % 3] end,
  case when turn > 1000 and turn <= 2000 then null else 1 end,
  (select id from users where username = 'proposer-' || (1 + turn % 2000))
from generate_series(1, 20000) as turn
join places on places.number = turn % (select count(*) from places);

insert into change_request_schedules (change_request_id, scheduled_at, scheduled_by)
select id, '2100-01-01', created_by from change_requests where state = 'Scheduled';

-- Each request is about five flags; the pending ones of the first project share their first flag until
-- twenty are about it.
insert into change_request_changes
  (change_request_id, flag, action, payload, base, proposed, created_by)
select requests.id, flag_environments.flag, 'updateEnabled',
  jsonb_build_object('enabled', not flag_environments.enabled),
  jsonb_build_object('enabled', flag_environments.enabled),
  jsonb_build_object('enabled', not flag_environments.enabled), requests.created_by
from change_requests as requests
join places on places.project = requests.project
cross join generate_series(0, 4) as place
join named on named.project = requests.project and named.number = case
  when place = 0 and places.number = 0 and requests.id <= 1000000 + 20 * (select count(*) from places)
  then 0 else 1 + ((requests.id - 1000000) / 20 * 5 + place) % (places.flags - 1) end
join flag_environments on flag_environments.flag = named.name
  and flag_environments.environment = 'production'
where requests.id > 1000000;

insert into change_request_comments (change_request_id, text, created_by)
select id, 'What about the other region?', created_by from change_requests where id > 1000000;

select pending as "pending requests", project, flag as "measure with"
from (
  select distinct on (pending) * from (
    select count(*) as pending, requests.project, flag from change_requests as requests
    join change_request_changes as changes on changes.change_request_id = requests.id
    where requests.state in ('Draft', 'In review', 'Approved')
    group by 2, 3
  ) as counted order by pending, project, flag
) as examples;

commit;
vacuum analyze change_requests, change_request_changes, change_request_comments,
  change_request_schedules;
