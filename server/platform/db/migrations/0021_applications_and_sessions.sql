-- What people say about an application; SDKs know nothing of it.
alter table applications
  add column description text,
  add column url text,
  add column color text,
  add column icon text;

-- Which flags an application asks about, for its overview.
create index usage_hours_by_application on usage_hours (application, flag);

-- Sessions of users who never come back are found by when they ended.
create index sessions_by_end on sessions (expires_at);
