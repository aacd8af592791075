create table change_request_schedules (
  change_request_id integer primary key references change_requests (id) on delete cascade,
  scheduled_at timestamptz(3) not null,
  scheduled_by integer not null references users (id),
  status text not null default 'pending' check (status in ('pending', 'failed', 'suspended')),
  reason text,
  check ((status = 'pending') = (reason is null))
);
create index change_request_schedules_due on change_request_schedules (scheduled_at, change_request_id)
  where status = 'pending';
create index change_request_schedules_by_user on change_request_schedules (scheduled_by)
  where status = 'pending';

-- Who changed a segment last, for the text of a conflict; events_by_flag says it of flags.
create index events_about_segments on events ((pre_data ->> 'id'), id)
  where type in ('segment-updated', 'segment-deleted');
