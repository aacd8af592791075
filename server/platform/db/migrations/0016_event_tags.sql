-- Finds events by a tag that their flag had; most events have none.
create index events_by_tag on events using gin (tags jsonb_path_ops) where tags <> '[]';
