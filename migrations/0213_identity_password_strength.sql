-- Shortest password and kinds of characters that a tenant asks for; empty is as the installation has it, and never less than that.
alter table identity_tenant
  add column password_length integer check (password_length between 6 and 64),
  add column password_kinds integer check (password_kinds between 1 and 4);

-- An application's password is weaker than its tenant asks for: nobody is told at once, so another one is owed at the first sign-in.
alter table identity_registration add column password_is_weak boolean not null default false;
