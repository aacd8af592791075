-- The versions of what a change refers to and does not change itself, by key. Another version is a
-- conflict.
alter table change_request_changes add column depends_on jsonb not null default '{}';

-- Requests that are open at the upgrade get the versions of this moment.
update change_request_changes as change
set depends_on = (
  select coalesce(jsonb_object_agg(key, version), '{}') from (
    select 'segment:' || segments.id as key,
      encode(sha256(convert_to(segments.constraints::text, 'UTF8')), 'hex') as version
    from segments
    where segments.id::text in (
      select jsonb_array_elements_text(change.payload -> 'segments')
      where jsonb_typeof(change.payload -> 'segments') = 'array'
      union
      select jsonb_array_elements_text(scope.default_strategy -> 'segments')
      where change.action = 'updateEnabled')
    union all
    select 'default-strategy:' || scope.environment || '/' || scope.project,
      encode(sha256(convert_to(coalesce(scope.default_strategy::text, ''), 'UTF8')), 'hex')
    where change.action = 'updateEnabled'
    union all
    select 'default-stickiness:' || projects.id, projects.default_stickiness
    where change.action = 'addStrategy'
  ) as dependencies)
from change_requests as requests
join projects on projects.id = requests.project
join project_environments as scope
  on scope.project = requests.project and scope.environment = requests.environment
where requests.id = change.change_request_id and change.flag is not null
  and requests.state in ('Draft', 'In review', 'Approved', 'Scheduled');
