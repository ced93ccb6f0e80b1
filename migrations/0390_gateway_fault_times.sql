-- A fault of a connector with its codes and its end. Older rows have no connector: when they ended is unknown.
alter table gateway_event
  add column connector integer,
  add column code text,
  add column vendor_code text,
  add column ended_at timestamptz;
create index gateway_event_open_fault on gateway_event (tenant_id, pile_id, connector)
  where kind = 'faulted' and connector is not null and ended_at is null;
