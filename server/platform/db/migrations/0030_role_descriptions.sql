-- What the roles may do with change requests.
update roles
set description = described.text
from (values
  (2, 'May edit what all projects share, create projects, and work in project default, where they also approve and apply change requests.'),
  (3, 'May read, in the projects that are not private, and propose change requests in open projects.'),
  (4, 'May do everything inside the project, its settings and members included; approves and applies change requests.'),
  (5, 'May work on the flags of the project, not on its settings; proposes change requests.')
) as described (id, text)
where roles.id = described.id;
