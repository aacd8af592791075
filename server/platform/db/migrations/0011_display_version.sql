-- Incremented by each transaction that changes what all items of a flag search have in common:
-- environments, tag types, lifetimes, and the names of segments and users.
alter table flag_search_version add column display bigint not null default 0;
