-- Scans of code bases for uses of flags. A scan replaces the one before of the same branch.
create table code_scans (
  project text not null references projects (id) on delete cascade,
  repository text not null,
  branch text not null,
  commit text,
  scanned_at timestamptz(3) not null,
  primary key (project, repository, branch)
);

create table code_references (
  flag text not null references flags (name) on delete cascade,
  project text not null,
  repository text not null,
  branch text not null,
  path text not null,
  line integer not null,
  -- The line of code, if the scan sent it.
  content text,
  in_comment boolean not null,
  foreign key (project, repository, branch)
    references code_scans (project, repository, branch) on delete cascade
);
create index code_references_by_flag on code_references (flag, repository, branch, path, line);
create index code_references_by_scan on code_references (project, repository, branch);
