-- Kinds of devices in a tree. Those of the product are the same for every tenant, marked, and stay.
create table assets_device_type (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null,
  name text not null,
  name_en text,
  name_es text,
  icon text not null,
  parent_id uuid,
  position integer not null default 0,
  attributes jsonb not null default '[]',
  built_in boolean not null default false,
  note text,
  search_text text not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references assets_device_type (tenant_id, id),
  check (parent_id <> id)
);
create unique index assets_device_type_code_key on assets_device_type (tenant_id, code);
create index assets_device_type_name on assets_device_type (tenant_id, name, id);
create index assets_device_type_created_at on assets_device_type (tenant_id, created_at, id);
create index assets_device_type_parent_id on assets_device_type (tenant_id, parent_id, id);
create index assets_device_type_icon on assets_device_type (tenant_id, icon, id);
create index assets_device_type_built_in on assets_device_type (tenant_id, built_in, id);
create index assets_device_type_search on assets_device_type using gin (search_text gin_trgm_ops);
call wattyard_protect('assets_device_type');

-- Gives a tenant the types of the product that it does not have yet; what it has is left as it is. A later version of
-- the product adds to them by another such function.
create function assets_seed_device_types(tenant uuid) returns void language plpgsql as $$
declare
  one record;
begin
  for one in
    select * from (values
      (1, 'charging', null, '充电设备', 'Charging equipment', 'Equipos de carga', 'pile', 0, '[]'),
      (2, 'pile', 'charging', '充电桩', 'Charging pile', 'Cargador', 'pile', 0,
        '[{"key":"cableLength","name":"枪线长度","kind":"number","unit":"m"},{"key":"ipClass","name":"防护等级","kind":"text"}]'),
      (3, 'pileDc', 'pile', '直流充电桩', 'DC pile', 'Cargador de CC', 'pile', 0,
        '[{"key":"modulePower","name":"模块功率","kind":"number","unit":"kW"},{"key":"liquidCooled","name":"液冷","kind":"boolean"}]'),
      (4, 'pileAc', 'pile', '交流充电桩', 'AC pile', 'Cargador de CA', 'pileAc', 1, '[]'),
      (5, 'bikeCabinet', 'charging', '电动自行车充电柜', 'E-bike cabinet', 'Armario para bicicletas eléctricas', 'bike', 1,
        '[{"key":"ports","name":"端口数","kind":"number"}]'),
      (6, 'groundLock', 'charging', '地锁', 'Ground lock', 'Cepo de plaza', 'lock', 2,
        '[{"key":"link","name":"通信方式","kind":"oneOf","values":["4G","NB-IoT","LoRa","BLE"]}]'),
      (7, 'supply', null, '供配电设备', 'Power supply', 'Suministro eléctrico', 'transformer', 1, '[]'),
      (8, 'meter', 'supply', '电表', 'Meter', 'Contador', 'meter', 0,
        '[{"key":"currentRatio","name":"电流互感器变比","kind":"number"},{"key":"voltageRatio","name":"电压互感器变比","kind":"number"},{"key":"accuracy","name":"准确度等级","kind":"oneOf","values":["0.2S","0.5S","1","2"]},{"key":"calibratedOn","name":"检定日期","kind":"day"}]'),
      (9, 'transformer', 'supply', '变压器', 'Transformer', 'Transformador', 'transformer', 1,
        '[{"key":"ratedCapacity","name":"额定容量","kind":"number","unit":"kVA"},{"key":"impedance","name":"短路阻抗","kind":"number","unit":"%"}]'),
      (10, 'switchgear', 'supply', '开关柜', 'Switchgear', 'Celda de maniobra', 'switch', 2, '[]'),
      (11, 'storage', null, '储能设备', 'Energy storage', 'Almacenamiento', 'battery', 2, '[]'),
      (12, 'storageCabinet', 'storage', '储能柜', 'Storage cabinet', 'Armario de almacenamiento', 'battery', 0,
        '[{"key":"capacity","name":"额定容量","kind":"number","unit":"kWh"},{"key":"power","name":"额定功率","kind":"number","unit":"kW"}]'),
      (13, 'pcs', 'storageCabinet', '储能变流器 PCS', 'PCS converter', 'Convertidor PCS', 'switch', 0, '[]'),
      (14, 'bms', 'storageCabinet', '电池管理系统 BMS', 'Battery management BMS', 'Gestión de baterías BMS', 'sensor', 1, '[]'),
      (15, 'photovoltaic', null, '光伏设备', 'Photovoltaics', 'Fotovoltaica', 'solar', 3, '[]'),
      (16, 'inverter', 'photovoltaic', '光伏逆变器', 'PV inverter', 'Inversor fotovoltaico', 'solar', 0,
        '[{"key":"strings","name":"组串数","kind":"number"}]'),
      (17, 'surroundings', null, '站端设备', 'Site equipment', 'Equipos del emplazamiento', 'gateway', 4, '[]'),
      (18, 'camera', 'surroundings', '摄像头', 'Camera', 'Cámara', 'camera', 0,
        '[{"key":"streamAddress","name":"视频地址","kind":"text"}]'),
      (19, 'fieldGateway', 'surroundings', '通信网关', 'Field gateway', 'Pasarela de campo', 'gateway', 1,
        '[{"key":"simNumber","name":"SIM 卡号","kind":"text"}]'),
      (20, 'fireSensor', 'surroundings', '消防传感器', 'Fire sensor', 'Sensor de incendios', 'sensor', 2, '[]')
    ) as t (ord, code, parent, name, name_en, name_es, icon, position, attributes) order by ord
  loop
    insert into assets_device_type (tenant_id, id, code, name, name_en, name_es, icon, parent_id, position, attributes, built_in, search_text)
    values (tenant, gen_random_uuid(), one.code, one.name, one.name_en, one.name_es, one.icon,
      (select id from assets_device_type where tenant_id = tenant and code = one.parent), one.position, one.attributes::jsonb, true,
      lower(one.code || ' ' || one.name || ' ' || one.name_en || ' ' || one.name_es))
    on conflict (tenant_id, code) do nothing;
  end loop;
end $$;

-- Tenants of earlier versions: whoever has equipment, or has ever done anything.
set local role wattyard_platform;
select assets_seed_device_types(tenant_id) from (
  select tenant_id from assets_station union select tenant_id from assets_manufacturer union select tenant_id from kernel_audit
) known;
reset role;

-- Manufacturers: further names that their devices report, where they are, whether they still are offered.
alter table assets_manufacturer
  add column aliases text[],
  add column country text,
  add column contact_email text,
  add column state text not null default 'active' check (state in ('active', 'retired'));
create index assets_manufacturer_country_trgm on assets_manufacturer using gin (country gin_trgm_ops);
create index assets_manufacturer_state on assets_manufacturer (tenant_id, state, id);

-- Models: of any type of device, so what only piles have may be empty.
alter table assets_model
  alter column current_type drop not null,
  alter column power_w drop not null,
  alter column connector_count drop not null,
  alter column connector_kind drop not null,
  add column device_type_id uuid,
  add column phases text,
  add column aliases text[],
  add column good_firmware text[],
  add column bad_firmware text[],
  add column state text not null default 'active' check (state in ('active', 'retired')),
  add foreign key (tenant_id, device_type_id) references assets_device_type (tenant_id, id);
create index assets_model_device_type_id on assets_model (tenant_id, device_type_id, id);
create index assets_model_state on assets_model (tenant_id, state, id);
-- A pile that boots is matched by what it reports, whatever its capitals.
create index assets_model_reported_as on assets_model (tenant_id, lower(reported_as)) where reported_as is not null;

-- What piles call themselves and the catalogue does not know, one row per pair of words.
create table assets_reported_device (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  vendor text not null,
  model text not null,
  firmware text,
  boots integer not null,
  -- Without a foreign key: a pile may be deleted while its boot still waits to be worked through, and nothing may keep that up.
  last_pile_id uuid,
  last_seen_at timestamptz not null,
  search_text text not null default '',
  primary key (tenant_id, id)
);
create unique index assets_reported_device_vendor_model_key on assets_reported_device (tenant_id, vendor, model);
create index assets_reported_device_last_seen_at on assets_reported_device (tenant_id, last_seen_at, id);
create index assets_reported_device_boots on assets_reported_device (tenant_id, boots, id);
create index assets_reported_device_created_at on assets_reported_device (tenant_id, created_at, id);
create index assets_reported_device_vendor on assets_reported_device (tenant_id, vendor, id);
create index assets_reported_device_vendor_trgm on assets_reported_device using gin (vendor gin_trgm_ops);
create index assets_reported_device_search on assets_reported_device using gin (search_text gin_trgm_ops);
call wattyard_protect('assets_reported_device');
