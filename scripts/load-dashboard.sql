-- Moves all flags and events of `pennon seed --flags 10000 --events 100000` into one project, for
-- docs/performance.md. It disables the triggers that protect the log, so it needs a superuser; run
-- `pennon rebuild-search` afterwards.
begin;
set local session_replication_role = replica;
create temporary table target as
select project from flags group by project order by count(*) desc, project limit 1;
update flags set project = target.project from target;
update events set project = target.project from target where events.project is not null;
update project_environments set required_approvals = null;
commit;
vacuum analyze flags;
vacuum analyze events;
select project, count(*) as flags, (select count(*) from events where events.project = flags.project)
  as events from flags where archived_at is null group by project;
