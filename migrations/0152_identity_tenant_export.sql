-- Exports of tenants. A row is the platform's: it belongs to the home tenant and names the tenant that was exported.
create table identity_tenant_export (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  subject_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'expired')),
  asked_by uuid not null,
  asked_by_name text not null,
  -- Who runs it says so from time to time; who falls silent is followed by another, three times at most.
  seen_at timestamptz,
  tries integer not null default 0,
  ended_at timestamptz,
  kept_until timestamptz,
  tables integer,
  row_count bigint,
  bytes bigint,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  error text,
  primary key (tenant_id, id),
  check ((state = 'done') <= (sha256 is not null and kept_until is not null))
);
-- One at a time of each tenant.
create unique index identity_tenant_export_open on identity_tenant_export (subject_id) where state in ('waiting', 'running');
create index identity_tenant_export_subject on identity_tenant_export (tenant_id, subject_id, id);
call wattyard_protect('identity_tenant_export');
