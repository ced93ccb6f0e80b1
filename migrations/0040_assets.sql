-- Manufacturers of piles.
create table assets_manufacturer (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null,
  name text not null,
  organisation_code text,
  reported_as text,
  contact_name text,
  contact_phone text,
  website text,
  note text,
  search_text text not null default '',
  primary key (tenant_id, id)
);
create unique index assets_manufacturer_code_key on assets_manufacturer (tenant_id, code);
create unique index assets_manufacturer_name_key on assets_manufacturer (tenant_id, name);
create index assets_manufacturer_created_at on assets_manufacturer (tenant_id, created_at, id);
create index assets_manufacturer_name_trgm on assets_manufacturer using gin (name gin_trgm_ops);
create index assets_manufacturer_search on assets_manufacturer using gin (search_text gin_trgm_ops);
call wattyard_protect('assets_manufacturer');

-- Types of piles.
create table assets_model (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null,
  name text not null,
  manufacturer_id uuid not null,
  reported_as text,
  current_type text not null,
  power_w integer not null,
  connector_count integer not null,
  connector_kind text not null,
  protocol text not null,
  min_voltage integer,
  max_voltage integer,
  max_current integer,
  note text,
  search_text text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, manufacturer_id) references assets_manufacturer (tenant_id, id)
);
create unique index assets_model_code_key on assets_model (tenant_id, code);
create index assets_model_name on assets_model (tenant_id, name, id);
create index assets_model_power_w on assets_model (tenant_id, power_w, id);
create index assets_model_created_at on assets_model (tenant_id, created_at, id);
create index assets_model_manufacturer_id on assets_model (tenant_id, manufacturer_id, id);
create index assets_model_current_type on assets_model (tenant_id, current_type, id);
create index assets_model_connector_kind on assets_model (tenant_id, connector_kind, id);
create index assets_model_protocol on assets_model (tenant_id, protocol, id);
create index assets_model_search on assets_model using gin (search_text gin_trgm_ops);
call wattyard_protect('assets_model');

-- Stations.
create table assets_station (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null,
  name text not null,
  another_name text,
  operator_id uuid not null,
  kind text not null,
  construction text,
  status text not null default 'building',
  address text not null,
  area_code text,
  location jsonb not null,
  station_phone text,
  service_phone text,
  open_all_day boolean not null,
  opening_hours text,
  parking_bays integer,
  parking_kind text,
  parking_note text,
  amenities text[] not null,
  guide text,
  rated_capacity_kva integer,
  supply_account text,
  commissioned_on date,
  tags text[] not null,
  zone text not null,
  note text,
  search_text text not null default '',
  primary key (tenant_id, id)
);
create unique index assets_station_code_key on assets_station (tenant_id, code);
create index assets_station_name on assets_station (tenant_id, name, id);
create index assets_station_status on assets_station (tenant_id, status, id);
create index assets_station_created_at on assets_station (tenant_id, created_at, id);
create index assets_station_operator_id on assets_station (tenant_id, operator_id, id);
create index assets_station_kind on assets_station (tenant_id, kind, id);
create index assets_station_construction on assets_station (tenant_id, construction, id);
create index assets_station_area_code_trgm on assets_station using gin (area_code gin_trgm_ops);
create index assets_station_tags_any on assets_station using gin (tags);
create index assets_station_search on assets_station using gin (search_text gin_trgm_ops);
-- The public list, over all tenants.
create index assets_station_public on assets_station (name, id) where status = 'open' and kind = 'public';
create index assets_station_id on assets_station (id);
call wattyard_protect('assets_station');

-- Piles. Station and operator of a pile are copied to its connectors, so that data scope needs no join.
create table assets_pile (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  identity text not null,
  code text not null,
  name text not null,
  station_id uuid not null,
  operator_id uuid not null,
  model_id uuid,
  current_type text not null,
  power_w integer not null,
  connector_count integer not null check (connector_count between 1 and 16),
  protocol text not null,
  status text not null,
  serial text,
  asset_number text,
  firmware text,
  network text,
  sim_number text,
  sim_expires_on date,
  commissioned_on date,
  warranty_until date,
  note text,
  search_text text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, station_id) references assets_station (tenant_id, id),
  foreign key (tenant_id, model_id) references assets_model (tenant_id, id)
);
create unique index assets_pile_identity_key on assets_pile (tenant_id, identity);
-- A pile signs in with its identity before anybody knows its tenant.
create unique index assets_pile_identity_everywhere on assets_pile (identity);
create unique index assets_pile_code_key on assets_pile (tenant_id, code);
create index assets_pile_name on assets_pile (tenant_id, name, id);
create index assets_pile_power_w on assets_pile (tenant_id, power_w, id);
create index assets_pile_commissioned_on on assets_pile (tenant_id, commissioned_on, id);
create index assets_pile_created_at on assets_pile (tenant_id, created_at, id);
create index assets_pile_operator_id on assets_pile (tenant_id, operator_id, id);
create index assets_pile_station_id on assets_pile (tenant_id, station_id, id);
create index assets_pile_model_id on assets_pile (tenant_id, model_id, id);
create index assets_pile_current_type on assets_pile (tenant_id, current_type, id);
create index assets_pile_protocol on assets_pile (tenant_id, protocol, id);
create index assets_pile_status on assets_pile (tenant_id, status, id);
create index assets_pile_sim_expires_on on assets_pile (tenant_id, sim_expires_on, id);
create index assets_pile_warranty_until on assets_pile (tenant_id, warranty_until, id);
create index assets_pile_search on assets_pile using gin (search_text gin_trgm_ops);
-- Neighbours that work for the whole platform ask by id alone.
create index assets_pile_id on assets_pile (id);
call wattyard_protect('assets_pile');

-- Connectors: rows 1..connector_count of each pile.
create table assets_connector (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null,
  pile_id uuid not null,
  station_id uuid not null,
  operator_id uuid not null,
  number integer not null check (number between 1 and 16),
  kind text not null,
  max_power_w integer,
  bay text,
  public_code text not null,
  qr_text text not null,
  status text not null,
  search_text text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, pile_id) references assets_pile (tenant_id, id) on delete cascade
);
create unique index assets_connector_pile_id_number_key on assets_connector (tenant_id, pile_id, number);
create unique index assets_connector_public_code_key on assets_connector (tenant_id, public_code);
-- A driver scans a code before anybody knows its tenant.
create unique index assets_connector_public_code_everywhere on assets_connector (public_code);
create index assets_connector_code on assets_connector (tenant_id, code, id);
create index assets_connector_bay on assets_connector (tenant_id, bay, id);
create index assets_connector_created_at on assets_connector (tenant_id, created_at, id);
create index assets_connector_operator_id on assets_connector (tenant_id, operator_id, id);
create index assets_connector_station_id on assets_connector (tenant_id, station_id, id);
create index assets_connector_pile_id on assets_connector (tenant_id, pile_id, id);
create index assets_connector_kind on assets_connector (tenant_id, kind, id);
create index assets_connector_status on assets_connector (tenant_id, status, id);
create index assets_connector_search on assets_connector using gin (search_text gin_trgm_ops);
create index assets_connector_of_pile on assets_connector (pile_id, number);
call wattyard_protect('assets_connector');
