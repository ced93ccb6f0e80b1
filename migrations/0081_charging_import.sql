-- Files of past sessions of other systems.
create table charging_import (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  format text not null,
  zone text not null,
  row_count integer not null,
  added integer not null,
  doubted integer not null,
  refused integer not null,
  energy bigint not null,
  prices jsonb not null,
  imported_by text not null,
  primary key (tenant_id, id)
);
create index charging_import_created_at on charging_import (tenant_id, created_at, id);
create index charging_import_format_trgm on charging_import using gin (format gin_trgm_ops);
create index charging_import_name on charging_import (tenant_id, name, id);
call wattyard_protect('charging_import');

-- Their sessions. One row per key of its source: a file that comes twice adds nothing.
create table charging_imported_session (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  import_id uuid not null,
  format text not null,
  source_key text not null,
  line integer not null,
  station text not null,
  connector text not null,
  site text,
  model text,
  driver text,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  duration_s integer not null,
  energy bigint not null check (energy >= 0),
  -- Exact decimal text: sources charge in fractions of a cent.
  price text check (price ~ '^-?[0-9]+\.[0-9]{9}$'),
  currency text check (length(currency) <= 3),
  soc_start integer,
  soc_end integer,
  doubts text[] not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, import_id) references charging_import (tenant_id, id),
  check (ended_at >= started_at)
);
create unique index charging_imported_session_source on charging_imported_session (tenant_id, format, source_key);
create index charging_imported_session_started_at on charging_imported_session (tenant_id, started_at, id);
create index charging_imported_session_energy on charging_imported_session (tenant_id, energy, id);
create index charging_imported_session_duration_s on charging_imported_session (tenant_id, duration_s, id);
create index charging_imported_session_import_id on charging_imported_session (tenant_id, import_id, id);
create index charging_imported_session_station_trgm on charging_imported_session using gin (station gin_trgm_ops);
create index charging_imported_session_doubts_any on charging_imported_session using gin (doubts);
create index charging_imported_session_source_key on charging_imported_session (tenant_id, source_key, id);
call wattyard_protect('charging_imported_session');
