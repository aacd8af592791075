-- Two roles for Pennon: one owns the tables and migrates, the other runs the server and can change
-- data only. It cannot change or delete events. Run it as an administrator in the database of
-- Pennon, before the first migration and after each:
--
--   psql -v owner_password=… -v password=… -f roles.sql postgres://postgres@…/pennon
--   DATABASE_URL=postgres://pennon_owner:…@…/pennon pennon migrate
--   DATABASE_URL=postgres://pennon:…@…/pennon pennon start
--
-- Other names: -v owner=… -v role=…
\set ON_ERROR_STOP on
\if :{?owner} \else \set owner pennon_owner \endif
\if :{?role} \else \set role pennon \endif

select format('create role %I login', name)
from unnest(array[:'owner', :'role']) as name
where name not in (select rolname from pg_roles) \gexec
alter role :"owner" password :'owner_password';
alter role :"role" password :'password';

create extension if not exists pg_trgm;
revoke create on schema public from public;
grant usage, create on schema public to :"owner";
grant usage on schema public to :"role";

grant select, insert, update, delete on all tables in schema public to :"role";
grant usage on all sequences in schema public to :"role";
alter default privileges for role :"owner" in schema public
  grant select, insert, update, delete on tables to :"role";
alter default privileges for role :"owner" in schema public
  grant usage on sequences to :"role";

select format('revoke update, delete on events from %I', :'role')
where to_regclass('events') is not null \gexec
select format('revoke all on %s from %I', inhrelid::regclass, :'role')
from pg_inherits where inhparent = to_regclass('events') \gexec
select format('revoke insert, update, delete on event_partitions from %I', :'role')
where to_regclass('event_partitions') is not null \gexec
select format('revoke insert, update, delete on migrations from %I', :'role')
where to_regclass('migrations') is not null \gexec
