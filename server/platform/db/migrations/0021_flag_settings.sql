-- Hashes of what the strategies and variants of each flag contain (see flag_setting), for flag search.
alter table flag_search add column settings bigint[] not null default '{}';
create index flag_search_by_setting on flag_search using gin (settings)
  with (fastupdate = on, gin_pending_list_limit = 256);

-- The number of flags with each setting that many flags can have, maintained as flag_counts is.
create table setting_counts (
  setting bigint not null,
  project text not null,
  archived boolean not null,
  flags integer not null
);
create index setting_counts_by_setting on setting_counts (setting, project);

-- Numbers the writes, of which every 20th compacts the rows of its settings.
create sequence setting_counts_writes;
