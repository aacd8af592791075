-- How often something was said about a change request, or people were asked to review it: no event
-- tells of that. Counted at the end of the transaction and behind the lock of the log, as
-- flag_search_version is, so that nobody who waits for the number holds what others wait for.
create table change_request_talk (
  changes bigint not null
);
insert into change_request_talk values (0);

create function count_change_request_talk() returns trigger language plpgsql as $$
begin
  -- Once a transaction, which may take a project with all that was ever said in it.
  if coalesce(current_setting('pennon.talk_counted', true), '') = '' then
    perform set_config('pennon.talk_counted', 'yes', true);
    perform pg_advisory_xact_lock(7366002);
    update change_request_talk set changes = changes + 1;
  end if;
  return null;
end;
$$;

create constraint trigger counts_talk after insert or update or delete on change_request_comments
  deferrable initially deferred for each row execute function count_change_request_talk();
create constraint trigger counts_talk after insert or update or delete on change_request_reviewers
  deferrable initially deferred for each row execute function count_change_request_talk();
