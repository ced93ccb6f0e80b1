-- What people say of themselves (console contract, user info).
alter table identity_user
  add column nickname text,
  add column gender text check (gender in ('male', 'female', 'other')),
  add column introduction text;
