-- The read model of flag search. Triggers maintain every table of this file (repeatable/flag_*.sql),
-- and `pennon rebuild-search` derives them again from the tables of flags.

-- The columns that flag search filters and sorts by, one narrow row per flag, so that a scan reads
-- few pages. All of it derives from tables that belong to the flag; the names of segments, creators
-- and environments, favourites and usage are joined for the page only. It has no foreign key to
-- flags: checking it would add a third to the cost of an insert.
create table flag_search (
  name text primary key,
  project text not null,
  type text not null,
  created_at timestamptz(3) not null,
  archived boolean not null,
  marked_stale boolean not null,
  created_by integer,
  stage text not null,
  -- As type:value; a type has no colon.
  tags text[] not null,
  segments integer[] not null,
  -- As environment:enabled and environment:disabled.
  switches text[] not null,
  -- In lower case: the name and each tag, separated by U+001F, which no query contains.
  search_text text not null,
  context_fields text[] not null
);

-- Names sort by their bytes, whatever the locale of the database.
create index flag_search_by_age on flag_search (archived, created_at, name collate "C");
create index flag_search_by_name on flag_search (archived, name collate "C");
create index flag_search_by_project on flag_search
  (project, archived, created_at, name collate "C");
create index flag_search_by_type on flag_search
  (archived, type collate "C", name collate "C");
create index flag_search_by_creator on flag_search (created_by);
-- The pending list halves what an insert costs and adds at most 0.1 ms to a search.
create index flag_search_by_labels on flag_search using gin (tags, segments, switches)
  with (fastupdate = on, gin_pending_list_limit = 256);
create index flag_search_by_text on flag_search using gin (search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);

-- The item of a search result as JSON lines: the flag, then each of its environments, which begins
-- with its name. search/response.ts adds the members that other tables decide.
create table flag_items (
  name text primary key,
  item text not null
);

-- Every flag has a row, so that sorting by it needs no outer join.
create table flag_last_seen (
  flag text primary key,
  last_seen_at timestamptz(3)
);
create index flag_last_seen_oldest_first on flag_last_seen (last_seen_at, flag collate "C");
create index flag_last_seen_newest_first on flag_last_seen
  (last_seen_at desc nulls last, flag collate "C");

-- One row: incremented by each transaction that changes flag_search.
create table flag_search_version (
  version bigint not null
);
insert into flag_search_version values (0);

-- The number of flags for each combination of the columns with few values, so that a search counts
-- its matches by adding up hundreds of rows. A change inserts a row of -1 and one of +1, so that
-- writers do not wait for each other; the sum counts.
create table flag_counts (
  archived boolean not null,
  project text not null,
  type text not null,
  stage text not null,
  switches text[] not null,
  flags integer not null
);

-- The number of live flags per project that reference a segment or a context field, maintained as
-- flag_counts is.
create table reference_counts (
  kind text not null,
  subject text not null,
  project text not null,
  flags integer not null
);

-- Number the writes, of which every 500th compacts the table.
create sequence flag_counts_writes;
create sequence reference_counts_writes;
