-- Who did what with a change request, and when: the list on its page. Events have the same, but not
-- the comment, and retention deletes them.
create table change_request_history (
  id integer generated always as identity primary key,
  change_request_id integer not null references change_requests (id) on delete cascade,
  action text not null check (action in ('submitted', 'approved', 'rejected', 'cancelled',
    'scheduled', 'applied', 'failed', 'suspended')),
  -- Null for the server itself and for API tokens.
  user_id integer references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  comment text,
  reason text,
  -- The time of the schedule that was set, or that applied the request.
  scheduled_at timestamptz(3)
);
create index change_request_history_by_request on change_request_history (change_request_id, id);

insert into change_request_history
  (change_request_id, action, user_id, created_at, reason, scheduled_at)
select change_requests.id,
  case events.type
    when 'change-request-sent-to-review' then 'submitted'
    when 'change-request-approval-added' then 'approved'
    when 'change-request-approved' then 'approved'
    when 'change-request-rejected' then 'rejected'
    when 'change-request-cancelled' then 'cancelled'
    when 'change-request-scheduled' then 'scheduled'
    when 'change-request-schedule-suspended' then 'suspended'
    when 'change-request-scheduled-application-failure' then 'failed'
    else 'applied'
  end,
  users.id, events.created_at, events.data ->> 'reason',
  case when events.type = 'change-request-scheduled'
    and events.data ->> 'scheduledDate' ~ '^\d{4}-\d\d-\d\dT[\d:.]+Z$'
    then (events.data ->> 'scheduledDate')::timestamptz end
from events
join change_requests on change_requests.id::text = events.data ->> 'changeRequestId'
  and change_requests.project = events.project
left join users on users.id = events.created_by_user_id
where events.type in ('change-request-sent-to-review', 'change-request-approval-added',
  'change-request-approved', 'change-request-rejected', 'change-request-cancelled',
  'change-request-scheduled', 'change-request-schedule-suspended',
  'change-request-scheduled-application-failure', 'change-request-applied',
  'change-request-scheduled-application-success')
order by events.id;

-- Owners may switch change requests off, so they may also decide about them; Editors have the
-- permissions of an Owner in project default.
insert into role_permissions (role_id, permission)
select role_id, permission
from unnest(array[2, 4]) as role_id,
  unnest(array['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST']) as permission
on conflict do nothing;
