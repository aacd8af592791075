-- Adds 20,000 change requests of five changes each to a database filled by `pennon seed`, for
-- docs/performance.md: psql -f scripts/load-change-requests.sql <url>
-- 2,000 of them are pending, 20 of these reference one flag; 500 are scheduled.
begin;

insert into users (username, root_role_id)
select 'proposer-' || number, 3 from generate_series(1, 2000) as number
on conflict do nothing;

update project_environments set required_approvals = 1 where environment = 'production';

create temporary table project_numbers as
select project, row_number() over (order by project) - 1 as number, count(*) as flags
from flags where archived_at is null group by project;

create temporary table flag_numbers as
select project, name, row_number() over (partition by project order by name) - 1 as number
from flags where archived_at is null;
create index on flag_numbers (project, number);
analyze project_numbers, flag_numbers;

insert into change_requests (id, project, environment, state, min_approvals, created_by)
select 1000000 + sequence, project_numbers.project, 'production',
  case when sequence <= 1000 then 'In review' when sequence <= 2000 then 'Draft'
    when sequence <= 2500 then 'Scheduled'
    else (array['Applied', 'Rejected', 'Cancelled'])[1 + sequence % 3] end,
  case when sequence > 1000 and sequence <= 2000 then null else 1 end,
  (select id from users where username = 'proposer-' || (1 + sequence % 2000))
from generate_series(1, 20000) as sequence
join project_numbers on project_numbers.number = sequence % (select count(*) from project_numbers);

insert into change_request_schedules (change_request_id, scheduled_at, scheduled_by)
select id, '2100-01-01', created_by from change_requests where state = 'Scheduled';

-- Each request references five flags; twenty pending ones of the first project share their first flag.
insert into change_request_changes
  (change_request_id, flag, action, payload, base, proposed, depends_on, created_by)
select requests.id, flag_environments.flag, 'updateEnabled',
  jsonb_build_object('enabled', not flag_environments.enabled),
  jsonb_build_object('enabled', flag_environments.enabled),
  jsonb_build_object('enabled', not flag_environments.enabled),
  jsonb_build_object('default-strategy:production/' || requests.project,
    encode(sha256(convert_to(coalesce(default_strategy::text, ''), 'UTF8')), 'hex')),
  requests.created_by
from change_requests as requests
join project_environments using (project, environment)
join project_numbers on project_numbers.project = requests.project
cross join generate_series(0, 4) as change_number
join flag_numbers on flag_numbers.project = requests.project and flag_numbers.number = case
  when change_number = 0 and project_numbers.number = 0
    and requests.id <= 1000000 + 20 * (select count(*) from project_numbers)
  then 0 else 1 + ((requests.id - 1000000) / 20 * 5 + change_number) % (project_numbers.flags - 1) end
join flag_environments on flag_environments.flag = flag_numbers.name
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
