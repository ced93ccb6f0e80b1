-- Links that set a first password; one per person, the newest. The link is with who was given it, here is what proves it.
create table identity_invitation (
  tenant_id uuid not null,
  user_id uuid not null,
  -- SHA-256: the secret itself is 256 random bits, which nobody guesses from it.
  secret_hash bytea not null unique,
  -- Who has seen the link. When they are gone or barred it is worth nothing.
  invited_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references identity_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invited_by) references identity_user (tenant_id, id) on delete cascade
);
create index identity_invitation_expiry on identity_invitation (expires_at);
create index identity_invitation_by on identity_invitation (tenant_id, invited_by);
call wattyard_protect('identity_invitation');

-- How far somebody is from signing in is said by what there is, and never written by anybody.
alter table identity_user
  add column invited_until_at timestamptz,
  add column sign_in_state text not null generated always as (
    case when password_hash is not null then 'ready' when invited_until_at is not null then 'invited' else 'none' end
  ) stored;
create index identity_user_sign_in_state on identity_user (tenant_id, sign_in_state, id);
