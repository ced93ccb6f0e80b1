-- Grounds of maps that operators bring: the file is in the store of files, what was found in it is counted here.
create table assets_map_pack (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  approval_number text,
  source text not null,
  datum text not null check (datum in ('gcj02', 'wgs84', 'bd09')),
  drawing_file_id uuid,
  in_use boolean not null,
  shapes integer not null,
  points integer not null,
  search_text text not null default '',
  primary key (tenant_id, id)
);
create unique index assets_map_pack_name_key on assets_map_pack (tenant_id, name);
create index assets_map_pack_in_use on assets_map_pack (tenant_id, in_use, id);
create index assets_map_pack_search on assets_map_pack using gin (search_text gin_trgm_ops);
-- A map has one ground.
create unique index assets_map_pack_shown on assets_map_pack (tenant_id) where in_use;
call wattyard_protect('assets_map_pack');
