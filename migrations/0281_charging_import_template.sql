-- How a tenant reads session files of its own sources: a mapping under a name, and the zone of its local times.
create table charging_import_template (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null check (name <> ''),
  zone text not null,
  mapping jsonb not null,
  primary key (tenant_id, id)
);
create unique index charging_import_template_name on charging_import_template (tenant_id, name);
call wattyard_protect('charging_import_template');
