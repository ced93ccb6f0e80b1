-- Roles. A connection logs in as the owner and takes one of these two for every transaction, so that
-- row-level security always applies: neither may bypass it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'wattyard_tenant') then
    create role wattyard_tenant nologin nosuperuser nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'wattyard_platform') then
    create role wattyard_platform nologin nosuperuser nobypassrls;
  end if;
  execute format('grant wattyard_tenant to %I', current_user);
  execute format('grant wattyard_platform to %I', current_user);
end $$;

create extension if not exists pg_trgm;

-- The tenant of the running transaction; empty or unset means: no rows.
create function wattyard_tenant_id() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('wattyard.tenant_id', true), '')::uuid $$;

-- Puts a table under tenant isolation. Every table with a tenant_id calls this once; a test proves it.
-- `rights` are those of both roles: append-only tables leave update and delete out.
create procedure wattyard_protect(target regclass, rights text default 'select, insert, update, delete') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant_isolation on %s to wattyard_tenant using (tenant_id = wattyard_tenant_id()) with check (tenant_id = wattyard_tenant_id())', target);
  execute format('create policy platform_access on %s to wattyard_platform using (true) with check (true)', target);
  execute format('grant %s on %s to wattyard_tenant, wattyard_platform', rights, target);
end $$;

-- Refuses changes of posted facts, whoever asks.
create function wattyard_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: correct by a further entry', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Who did what to which record, field by field.
create table kernel_audit (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  ip text,
  request_id text,
  resource text not null,
  record_id text not null,
  action text not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index kernel_audit_record on kernel_audit (tenant_id, resource, record_id, id desc);
call wattyard_protect('kernel_audit', 'select, insert');
create trigger append_only before update or delete or truncate on kernel_audit for each statement execute function wattyard_append_only();

-- Events leave after commit, at least once, in order of id.
create table kernel_outbox (
  tenant_id uuid not null,
  id uuid not null,
  topic text not null,
  key text not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  tries integer not null default 0,
  last_error text,
  primary key (tenant_id, id)
);
create index kernel_outbox_waiting on kernel_outbox (id) where sent_at is null;
call wattyard_protect('kernel_outbox');

-- Answers of commands that carried an idempotency key.
create table kernel_idempotency (
  tenant_id uuid not null,
  key text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key)
);
call wattyard_protect('kernel_idempotency');

-- One runner at a time per job, across processes.
create table kernel_job (
  name text primary key,
  lease_owner text,
  lease_until timestamptz,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_error text,
  runs bigint not null default 0
);
grant select, insert, update on kernel_job to wattyard_platform;

-- Settings of this installation that are not a tenant's: generated secrets never live here.
create table kernel_setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update on kernel_setting to wattyard_platform;
