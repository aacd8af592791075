-- When a revived flag first went live: its lifecycle starts from the beginning, the past does not.
create table flag_first_live (
  flag text primary key references flags (name) on delete cascade,
  entered_at timestamptz(3) not null
);
create index flag_first_live_by_time on flag_first_live (entered_at) include (flag);
