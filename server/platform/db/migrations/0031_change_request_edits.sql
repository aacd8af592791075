-- What was added, edited and discarded in review, and the flags and segments that it is about.
alter table change_request_history
  drop constraint change_request_history_action_check,
  add constraint change_request_history_action_check check (action in ('submitted', 'approved',
    'rejected', 'cancelled', 'scheduled', 'applied', 'failed', 'suspended', 'change-added',
    'change-edited', 'change-discarded')),
  add column subjects text[];

-- A title that describes the changes is wrong once they change, unless a person wrote it.
alter table change_requests add column title_composed boolean not null default false;
