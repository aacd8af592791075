-- Increases with every change; compared with If-Match.
alter table segments add column version integer not null default 1;
