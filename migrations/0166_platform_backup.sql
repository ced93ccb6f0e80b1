-- Backups of the whole installation as people see them: where each lies, and what its restore for proof came to. Rows
-- belong to the home tenant. The files themselves are outside: a row without its file says so when it is looked for.
create table platform_backup (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  made_at timestamptz not null,
  file text not null,
  folder text not null,
  cause text not null check (cause in ('schedule', 'asked', 'upgrade')),
  state text not null default 'kept' check (state in ('kept', 'removed')),
  size integer not null check (size >= 0),
  rows integer not null check (rows >= 0),
  took_s integer not null check (took_s >= 0),
  sealed boolean not null,
  app text not null,
  key_name text not null,
  verified_at timestamptz,
  verdict text check (verdict in ('good', 'wrong')),
  verdict_note text,
  -- Somebody wants this one verified before the next time comes.
  verify_wanted_at timestamptz,
  primary key (tenant_id, id),
  check ((verdict is null) = (verified_at is null))
);
create index platform_backup_made_at on platform_backup (tenant_id, made_at, id);
create index platform_backup_state on platform_backup (tenant_id, state, id);
create index platform_backup_cause on platform_backup (tenant_id, cause, id);
create index platform_backup_verdict on platform_backup (tenant_id, verdict, id);
create index platform_backup_file on platform_backup (tenant_id, file, id);
call wattyard_protect('platform_backup');
