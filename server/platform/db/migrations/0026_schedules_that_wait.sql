-- As the one without flags, and refuses where a schedule waits for what one of them does: whoever
-- changed it must then look at the schedules first. Seen from behind the lock of the order, so that
-- nobody can set one in between.
create function refresh_then_append(new_events jsonb, flags text[])
  returns void language plpgsql as $$
begin
  perform refresh_touched_flags();
  perform append_events(new_events);
  if exists (
    select from change_request_changes
    join change_request_schedules using (change_request_id)
    where flag = any (flags) and status = 'pending'
  ) then
    raise exception 'schedules wait for what these flags do' using errcode = 'PN001';
  end if;
end;
$$;
