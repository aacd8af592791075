-- Where a context field is used: in constraints, as stickiness, in overrides of variants. Without
-- fastupdate, because an index with a pending list is passed over until somebody vacuums; of the
-- names alone and of those rows alone that have any, because all else would only slow down writing.
create index strategies_by_context on strategies
  using gin (jsonb_path_query_array(constraints, '$[*].contextName') jsonb_path_ops)
  with (fastupdate = off) where constraints <> '[]';
create index strategies_by_stickiness on strategies ((parameters ->> 'stickiness'))
  where parameters ->> 'stickiness' not in ('default', 'random');
create index strategies_by_variant_stickiness on strategies
  using gin (jsonb_path_query_array(variants, '$[*].stickiness') jsonb_path_ops)
  with (fastupdate = off) where variants <> '[]';
create index segments_by_context on segments
  using gin (constraints jsonb_path_ops) with (fastupdate = off);
create index flag_environments_by_context on flag_environments
  using gin (variants jsonb_path_ops) with (fastupdate = off) where variants <> '[]';

create index strategies_by_type on strategies (name);
