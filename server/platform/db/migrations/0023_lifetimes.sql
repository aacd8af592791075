-- A hundred years is the most that can be asked for now; more was for ever, and broke every question
-- about age, because so many days ago lies before all the time that can be told.
update flag_types set lifetime_days = 36500 where lifetime_days > 36500;
alter table flag_types add check (lifetime_days <= 36500);
