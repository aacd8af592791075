-- Where a context field is used: in constraints, as stickiness, in overrides of variants. Without
-- fastupdate, because an index with a pending list is passed over until somebody vacuums.
create index strategies_by_context on strategies
  using gin (constraints jsonb_path_ops, parameters jsonb_path_ops, variants jsonb_path_ops)
  with (fastupdate = off);
create index segments_by_context on segments
  using gin (constraints jsonb_path_ops) with (fastupdate = off);
create index flag_environments_by_context on flag_environments
  using gin (variants jsonb_path_ops) with (fastupdate = off) where variants <> '[]';

create index strategies_by_type on strategies (name);
