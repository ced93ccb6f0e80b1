-- Maps of points: what stands where in devices of a model. Rows are kept as they were typed, so that a draft may be wrong.
create table gateway_point_map (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  model_id uuid not null,
  number integer not null check (number > 0),
  state text not null check (state in ('draft', 'published', 'retired')),
  protocol text not null,
  point_count integer not null,
  problems integer not null,
  points jsonb not null,
  note text,
  edited_by text not null,
  published_by text,
  published_at timestamptz,
  primary key (tenant_id, id),
  check (state = 'draft' or (problems = 0 and point_count > 0 and published_at is not null))
);
create unique index gateway_point_map_model_id_number_key on gateway_point_map (tenant_id, model_id, number);
create index gateway_point_map_created_at on gateway_point_map (tenant_id, created_at, id);
create index gateway_point_map_number on gateway_point_map (tenant_id, number, id);
create index gateway_point_map_published_at on gateway_point_map (tenant_id, published_at, id);
create index gateway_point_map_model_id on gateway_point_map (tenant_id, model_id, id);
create index gateway_point_map_state on gateway_point_map (tenant_id, state, id);
create index gateway_point_map_protocol on gateway_point_map (tenant_id, protocol, id);
call wattyard_protect('gateway_point_map');

-- What was published never changes: readings refer to it.
create function gateway_point_map_immutable() returns trigger language plpgsql as $$
begin
  if old.state = 'draft' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'a published map of points cannot be deleted' using errcode = 'restrict_violation';
  end if;
  if new.tenant_id <> old.tenant_id or new.id <> old.id or new.model_id <> old.model_id or new.number <> old.number
    or new.protocol <> old.protocol or new.points <> old.points or new.problems <> old.problems
    or new.point_count <> old.point_count or new.published_at <> old.published_at or new.published_by is distinct from old.published_by
    or (new.state <> old.state and not (old.state = 'published' and new.state = 'retired')) then
    raise exception 'a published map of points cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger immutable before update or delete on gateway_point_map for each row execute function gateway_point_map_immutable();

-- Devices that the gateway asks by itself.
create table gateway_point_source (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null,
  name text not null,
  station_id uuid,
  model_id uuid not null,
  map_id uuid,
  host text not null,
  port integer not null check (port between 1 and 65535),
  unit integer not null check (unit between 0 and 255),
  meter_address text,
  period_s integer not null check (period_s between 5 and 86400),
  state text not null check (state in ('active', 'paused')),
  health text not null default 'waiting' check (health in ('waiting', 'ok', 'partial', 'failing')),
  last_read_at timestamptz,
  last_problem text,
  failures integer not null default 0,
  note text,
  -- When it is asked next; moved on when somebody begins to ask, so that two runners never ask at once.
  next_at timestamptz not null default now(),
  -- It refused an address that only filled a gap: from then on gaps are not read along.
  avoids_gaps boolean not null default false,
  -- Values by key of the point with the moment of each, those that are read seldom too.
  latest jsonb not null default '{}',
  search_text text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, map_id) references gateway_point_map (tenant_id, id)
);
create unique index gateway_point_source_code_key on gateway_point_source (tenant_id, code);
create index gateway_point_source_name on gateway_point_source (tenant_id, name, id);
create index gateway_point_source_last_read_at on gateway_point_source (tenant_id, last_read_at, id);
create index gateway_point_source_created_at on gateway_point_source (tenant_id, created_at, id);
create index gateway_point_source_station_id on gateway_point_source (tenant_id, station_id, id);
create index gateway_point_source_model_id on gateway_point_source (tenant_id, model_id, id);
create index gateway_point_source_map_id on gateway_point_source (tenant_id, map_id, id);
create index gateway_point_source_state on gateway_point_source (tenant_id, state, id);
create index gateway_point_source_health on gateway_point_source (tenant_id, health, id);
create index gateway_point_source_search on gateway_point_source using gin (search_text gin_trgm_ops);
-- Over all tenants: what is due.
create index gateway_point_source_due on gateway_point_source (next_at) where state = 'active' and map_id is not null;
call wattyard_protect('gateway_point_source');

-- What was read, one row for every time that a device was asked. Units and meanings are those of the map.
create table gateway_point_reading (
  tenant_id uuid not null,
  source_id uuid not null,
  at timestamptz not null,
  map_id uuid not null,
  readings jsonb not null,
  primary key (tenant_id, source_id, at),
  foreign key (tenant_id, source_id) references gateway_point_source (tenant_id, id) on delete cascade,
  foreign key (tenant_id, map_id) references gateway_point_map (tenant_id, id)
);
create index gateway_point_reading_at on gateway_point_reading (tenant_id, at);
call wattyard_protect('gateway_point_reading', 'select, insert, delete');
