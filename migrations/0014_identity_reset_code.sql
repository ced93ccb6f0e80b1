-- One-time codes for forgotten passwords; one per person, the newest.
create table identity_reset_code (
  tenant_id uuid not null,
  user_id uuid not null,
  -- Sealed with a key of the installation: it is compared, and shown to an administrator, but not to who reads the table.
  sealed_code bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references identity_user (tenant_id, id) on delete cascade
);
create index identity_reset_code_expiry on identity_reset_code (expires_at);
call wattyard_protect('identity_reset_code');
