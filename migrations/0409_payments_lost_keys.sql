-- Channels whose keys the installation cannot open, because those that sealed them are lost: they have to be entered again.
create table payments_lost_keys (
  tenant_id uuid not null,
  channel_id uuid not null,
  found_at timestamptz not null,
  primary key (tenant_id, channel_id)
);
call wattyard_protect('payments_lost_keys');
