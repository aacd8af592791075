-- Increases with every switch and every change of the variants; compared with If-Match.
alter table flag_environments add column version integer not null default 1;
