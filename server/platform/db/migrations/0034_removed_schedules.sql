-- Requests are removed from the schedule by users, too.
alter table change_request_history
  drop constraint change_request_history_action_check,
  add constraint change_request_history_action_check check (action in ('submitted', 'approved',
    'rejected', 'cancelled', 'scheduled', 'applied', 'failed', 'suspended', 'unscheduled',
    'change-added', 'change-edited', 'change-discarded'));
