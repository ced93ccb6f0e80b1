-- What a tenant set differently from the product's own values; the registry in the code says what exists.
create table platform_setting (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  key text not null,
  value jsonb not null,
  primary key (tenant_id, id)
);
create unique index platform_setting_key on platform_setting (tenant_id, key);
call wattyard_protect('platform_setting');

-- Named states of list pages: a person's own, and those shared with everybody of the tenant.
create table platform_view (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  owner_id uuid not null,
  owner_name text not null,
  page text not null,
  name text not null,
  shared boolean not null default false,
  state jsonb not null,
  primary key (tenant_id, id)
);
create unique index platform_view_name on platform_view (tenant_id, owner_id, page, name);
create index platform_view_page on platform_view (tenant_id, page, id);
call wattyard_protect('platform_view');

-- The audit is read newest first, whole or between two moments.
create index kernel_audit_at on kernel_audit (tenant_id, at desc, id desc);
create index kernel_audit_actor on kernel_audit (tenant_id, actor_id, at desc, id desc);
