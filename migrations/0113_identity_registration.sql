-- Whether strangers may apply for an account; what exists keeps the default of its profile.
alter table identity_tenant add column registration boolean not null default false;
update identity_tenant set registration = true where profile = 'demo';
create index identity_tenant_registration on identity_tenant (tenant_id, registration, id);

-- Applications for an account. Nobody can sign in by one: an administrator makes the account from it.
create table identity_registration (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  login_name text not null,
  -- Folded as that of a user.
  login_key text not null default '',
  display_name text not null,
  phone text not null,
  email text,
  note text,
  -- Argon2id of the wished password; gone with the decision.
  password_hash text,
  -- IPv4 address or IPv6 /64 it came from.
  network text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'expired')),
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  reason text,
  user_id uuid,
  primary key (tenant_id, id)
);
create unique index identity_registration_login on identity_registration (tenant_id, login_key) where state = 'waiting' and login_key <> '';
create unique index identity_registration_phone_once on identity_registration (tenant_id, regexp_replace(phone, '\D', '', 'g')) where state = 'waiting';
create index identity_registration_created_at on identity_registration (tenant_id, created_at, id);
create index identity_registration_state on identity_registration (tenant_id, state, id);
create index identity_registration_network on identity_registration (tenant_id, network, created_at);
create index identity_registration_login_name on identity_registration using gin (login_name gin_trgm_ops);
create index identity_registration_display_name on identity_registration using gin (display_name gin_trgm_ops);
create index identity_registration_phone on identity_registration using gin (phone gin_trgm_ops);
create index identity_registration_search on identity_registration using gin (search_text gin_trgm_ops);
create index identity_registration_expiry on identity_registration (expires_at);
call wattyard_protect('identity_registration');
