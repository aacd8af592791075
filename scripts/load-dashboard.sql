-- Puts everything that `pennon seed --flags 10000 --events 100000` made into one project, as
-- docs/performance.md measures it. Past the triggers that keep the log as it is: only for measuring, by a
-- superuser; `pennon rebuild-search` afterwards.
begin;
set local session_replication_role = replica;
create temporary table home as
select project from flags group by project order by count(*) desc, project limit 1;
update flags set project = home.project from home;
update events set project = home.project from home where events.project is not null;
update project_environments set required_approvals = null;
commit;
vacuum analyze flags;
vacuum analyze events;
select project, count(*) as flags, (select count(*) from events where events.project = flags.project)
  as events from flags where archived_at is null group by project;
