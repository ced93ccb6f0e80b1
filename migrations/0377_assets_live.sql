-- What piles and stations do now, kept so that lists filter, count and export it. The gateway writes it (decision 377).
alter table assets_pile
  add column live text not null default 'never' check (live in ('fault', 'offline', 'never', 'unavailable', 'charging', 'occupied', 'idle', 'out', 'retired')),
  add column reported text not null default 'never' check (reported in ('fault', 'offline', 'never', 'unavailable', 'charging', 'occupied', 'idle')),
  add column live_since_at timestamptz;
alter table assets_station
  add column live text not null default 'out' check (live in ('fault', 'offline', 'partly', 'never', 'unavailable', 'charging', 'idle', 'empty', 'out'));
create index assets_pile_live on assets_pile (tenant_id, live, id);
create index assets_station_live on assets_station (tenant_id, live, id);
