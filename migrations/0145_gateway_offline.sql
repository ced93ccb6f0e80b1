-- Since when the people who look after a pile have been told that it is gone; once for each absence.
create table gateway_offline_told (
  tenant_id uuid not null,
  pile_id uuid not null,
  since timestamptz not null,
  primary key (tenant_id, pile_id)
);
call wattyard_protect('gateway_offline_told');
-- Those that are away now: a handful of a fleet, unless much is wrong.
create index gateway_pile_state_away on gateway_pile_state (disconnected_at) where not online;
-- Whoever was away before this release has been missed already.
insert into gateway_offline_told (tenant_id, pile_id, since)
select tenant_id, pile_id, disconnected_at from gateway_pile_state where not online and disconnected_at is not null;
