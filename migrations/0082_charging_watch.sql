-- What the supervisor remembers of an order that is not done: commands sent, when its register last
-- rose, what was acted on already. Rows go when their order is done.
create table charging_watch (
  tenant_id uuid not null,
  order_id uuid not null,
  start_sent_at timestamptz,
  stop_sent_at timestamptz,
  stop_tries integer not null default 0,
  live_energy bigint,
  -- When the energy last rose; the start before it ever did.
  energy_at timestamptz,
  -- Newest report "idle" of its connector since the start, and how many came in a row.
  idle_at timestamptz,
  idle_frames integer not null default 0,
  done text[] not null default '{}',
  primary key (tenant_id, order_id)
) with (fillfactor = 70);
call wattyard_protect('charging_watch');

-- Money that goes back, or is to go back once the order is billed.
create table charging_refund (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  order_id uuid not null,
  -- `wished` while the session runs: granted when its bill is posted; `void` when there was nothing to give back.
  state text not null check (state in ('wished', 'done', 'void')),
  asked_fen bigint not null check (asked_fen > 0),
  reason text not null,
  asked_by text not null,
  given_fen bigint not null default 0,
  waived_fen bigint not null default 0,
  principal_fen bigint not null default 0,
  gift_fen bigint not null default 0,
  electricity_fen bigint not null default 0,
  service_fen bigint not null default 0,
  journal_id uuid,
  booked_on date,
  done_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references charging_order (tenant_id, id),
  check (given_fen = waived_fen + principal_fen + gift_fen),
  check (given_fen = electricity_fen + service_fen),
  check (given_fen <= asked_fen),
  check (waived_fen >= 0 and principal_fen >= 0 and gift_fen >= 0 and electricity_fen >= 0 and service_fen >= 0)
);
create index charging_refund_order on charging_refund (tenant_id, order_id);
create unique index charging_refund_wish on charging_refund (tenant_id, order_id) where state = 'wished';
call wattyard_protect('charging_refund');

-- No order gives back more than it cost.
alter table charging_order add constraint charging_order_refunded check (refunded_fen between 0 and total_fen);
-- Orders that wait for a person are few; the supervisor and the pages find them at once.
create index charging_order_waiting on charging_order (tenant_id, id) where state = 'abnormal';
