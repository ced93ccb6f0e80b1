-- Calls that were refused again and again are counted in one line: how many there were, and when the last one came. `at` is the first.
alter table kernel_interface_call add times integer not null default 1 check (times > 0), add last_at timestamptz,
  add check ((times = 1) = (last_at is null));
