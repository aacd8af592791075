-- How far each user has read their inbox. Its items are not stored: they derive from other tables,
-- and the indexes below find those of one user.
create table inbox_reads (
  user_id integer primary key references users (id) on delete cascade,
  -- Items up to this time are read.
  read_until timestamptz(3) not null
);

-- The names after an @ in a comment, in lower case: usernames and e-mails. An index depends on it, so
-- a changed rule is a new function.
create function mentioned_names(comment text) returns text[]
language sql immutable strict parallel safe cost 1000 as $$
  select coalesce(array_agg(distinct lower(rtrim(found[1], '.'))), '{}')
  from regexp_matches(comment,
    '(?:^|[[:space:]*(<{"'',;:/\[])@([^[:space:]*()<>{}"''`,;:!?/@\[\]]+(?:@[^[:space:]*()<>{}"''`,;:!?/@\[\]]+)?)',
    'g') as found
$$;
create index change_request_comments_by_mention on change_request_comments
  using gin (mentioned_names(text));

create index change_request_schedules_failed on change_request_schedules (scheduled_by)
  where status <> 'pending';
create index change_requests_scheduled_by_author on change_requests (created_by)
  where state = 'Scheduled';

create index integrations_parked on integrations (parked_at) where parked_at is not null;

create index flags_stale_by_creator on flags (created_by_user_id)
  where stale and archived_at is null;

-- The creator of the flag, so that those of one user are found in the order of time.
alter table potentially_stale_flags add column created_by_user_id integer;
update potentially_stale_flags set created_by_user_id = flags.created_by_user_id
from flags where flags.name = potentially_stale_flags.flag;
create index potentially_stale_flags_by_creator
  on potentially_stale_flags (created_by_user_id, recorded_at);
