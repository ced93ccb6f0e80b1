-- The service that answers questions, as a tenant has set it up. Its key is sealed by the installation and never leaves it.
create table help_assistant (
  tenant_id uuid not null,
  is_on boolean not null,
  base_url text not null,
  model text not null,
  sealed_key bytea,
  per_person_day integer not null check (per_person_day > 0),
  per_tenant_day integer not null check (per_tenant_day > 0),
  updated_at timestamptz not null default now(),
  primary key (tenant_id)
);
call wattyard_protect('help_assistant');

-- How often it was asked, by accounting day and person; what was asked is not kept.
create table help_assistant_use (
  tenant_id uuid not null,
  day date not null,
  user_id uuid not null,
  asked integer not null,
  primary key (tenant_id, day, user_id)
);
call wattyard_protect('help_assistant_use');
