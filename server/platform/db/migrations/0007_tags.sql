create table tags (
  type text not null references tag_types (name) on delete cascade,
  value text not null,
  created_at timestamptz(3) not null default now(),
  primary key (type, value)
);

create table flag_tags (
  flag text not null references flags (name) on delete cascade,
  type text not null,
  value text not null,
  created_at timestamptz(3) not null default now(),
  primary key (flag, type, value),
  foreign key (type, value) references tags (type, value) on delete cascade
);
create index flag_tags_by_tag on flag_tags (type, value);
