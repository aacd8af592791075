-- The monthly partitions of events, oldest first; none until the log is partitioned. Events are
-- written to the open one, which has no last_id.
create table event_partitions (
  name text primary key,
  first_id bigint not null,
  last_id bigint,
  closed_at timestamptz(3),
  check ((last_id is null) = (closed_at is null))
);

-- The newest event of each kind that caches depend on, maintained by the append: every request reads
-- it, and searching all partitions for a maximum takes three times as long.
create table event_log_version (
  newest bigint not null,
  project_deletion bigint not null,
  event_deletion bigint not null
);
insert into event_log_version
select coalesce(max(id), 0), coalesce(max(id) filter (where type = 'project-deleted'), 0), 0
from events;

-- A deletion of old events advances the revision of SDKs, which must never decrease.
drop index events_for_sdks;
create index events_for_sdks on events (environment, id)
  where feature_name is not null or type in ('segment-updated', 'feature-import',
    'features-imported', 'unleash-imported', 'project-environment-added',
    'project-environment-removed', 'events-deleted');
