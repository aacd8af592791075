-- Copies the data of Pennon into the peer's tables through a foreign server, so that both have the
-- same flags and events with the same names and ids.

import foreign schema public limit to (
  users, projects, project_environments, segments, tags, flag_types, flags, flag_environments,
  strategies, strategy_segments, flag_tags, flag_stages, flag_usage, flag_favorites, events
) from server pennon into pennon;

delete from events;
alter table events disable trigger user;

-- The peer's administrator keeps its id.
insert into users (id, name, username, email, created_at)
select id, name, username, email, created_at from pennon.users where username <> 'admin' and id > 0
on conflict do nothing;

insert into projects (id, name, description, created_at, updated_at)
select id, name, description, created_at, updated_at from pennon.projects
on conflict do nothing;

insert into project_environments (project_id, environment_name)
select project, environment from pennon.project_environments
on conflict do nothing;

insert into segments (id, name, description, created_by, created_at, constraints)
select id, name, description, created_by, created_at, constraints from pennon.segments;

insert into tags (type, value, created_at)
select type, value, created_at from pennon.tags
on conflict do nothing;

-- In Pennon a flag past the lifetime of its type is stale too; in the peer only a marked one.
insert into features (name, description, type, project, stale, potentially_stale, created_at,
  created_by_user_id, impression_data, archived_at)
select flags.name, flags.description, flags.type, project,
  stale or coalesce(created_at < now() - make_interval(days => lifetime_days), false), false,
  created_at, created_by_user_id, impression_data, archived_at
from pennon.flags left join pennon.flag_types on flag_types.id = flags.type;

insert into feature_environments (environment, feature_name, enabled, variants)
select environment, flag, enabled, variants from pennon.flag_environments;

insert into feature_strategies (id, feature_name, project_name, environment, strategy_name, parameters,
  constraints, sort_order, created_at, title, disabled, variants)
select strategies.id, flag, project, environment, strategies.name, parameters, constraints, sort_order,
  strategies.created_at, title, disabled, variants
from pennon.strategies join pennon.flags on flags.name = flag;

insert into feature_strategy_segment (feature_strategy_id, segment_id)
select strategy_id, segment_id from pennon.strategy_segments;

insert into feature_tag (feature_name, tag_type, tag_value)
select flag, type, value from pennon.flag_tags;

insert into feature_lifecycles (feature, stage, created_at, status)
select flag, stage, entered_at, status from pennon.flag_stages
on conflict do nothing;

insert into last_seen_at_metrics (feature_name, environment, last_seen_at)
select flag, environment, last_seen_at from pennon.flag_usage;

update features set last_seen_at = seen.last_seen_at
from (select flag, max(last_seen_at) as last_seen_at from pennon.flag_usage group by flag) as seen
where seen.flag = features.name;

insert into client_metrics_env (feature_name, app_name, environment, timestamp, yes, no)
select flag, 'bench', environment, hour, yes, no from pennon.flag_usage;

insert into favorite_features (feature, user_id)
select flag, 1 from pennon.flag_favorites;

insert into events (id, created_at, type, created_by, data, tags, project, environment, feature_name,
  pre_data, announced, created_by_user_id)
select id, created_at, type, created_by, data, tags, project, environment, feature_name, pre_data, true,
  created_by_user_id
from pennon.events;

alter table events enable trigger user;
select setval('events_id_seq', greatest(1, (select max(id) from events)));
select setval('users_id_seq', greatest(1, (select max(id) from users)));
select setval('segments_id_seq', greatest(1, (select max(id) from segments)));
