-- One row per session: the order. Its id is the session's id, so frames, facts, lines and postings
-- share one word. Live figures are not indexed: their updates stay on the page (HOT).
create table charging_order (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  order_no text not null,
  operator_id uuid not null,
  station_id uuid not null,
  pile_id uuid not null,
  connector_number integer not null,
  transaction_id text,
  member_id uuid,
  tag text,
  start_method text not null,
  state text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  last_fact_at timestamptz not null,
  meter_start bigint,
  meter_stop bigint,
  energy bigint,
  live_energy bigint,
  live_power_w integer,
  live_soc_permille integer,
  max_power_w integer,
  soc_start_permille integer,
  energy_method text,
  confidence text,
  flags text[] not null default '{}',
  price_version_id uuid,
  price_hash text,
  electricity_fen bigint not null default 0,
  service_fen bigint not null default 0,
  discount_fen bigint not null default 0,
  total_fen bigint not null default 0,
  paid_principal_fen bigint not null default 0,
  paid_gift_fen bigint not null default 0,
  receivable_fen bigint not null default 0,
  refunded_fen bigint not null default 0,
  estimate_fen bigint,
  hold_id uuid,
  hold_principal_fen bigint not null default 0,
  hold_gift_fen bigint not null default 0,
  stop_reason text,
  wish text check (wish in ('cancel', 'refund')),
  settled_at timestamptz,
  booked_on date,
  primary key (tenant_id, id),
  check (electricity_fen >= 0 and service_fen >= 0 and discount_fen >= 0 and total_fen >= 0),
  check (total_fen = electricity_fen + service_fen - discount_fen),
  -- What a settled order costs has been paid or is owed, to the fen.
  check (state <> 'settled' or total_fen = paid_principal_fen + paid_gift_fen + receivable_fen)
) with (fillfactor = 80);
create unique index charging_order_number on charging_order (tenant_id, order_no);
create index charging_order_started on charging_order (tenant_id, started_at, id);
create index charging_order_station on charging_order (tenant_id, station_id, started_at, id);
create index charging_order_operator on charging_order (tenant_id, operator_id, started_at, id);
create index charging_order_pile on charging_order (tenant_id, pile_id, started_at, id);
create index charging_order_member on charging_order (tenant_id, member_id, started_at, id);
create index charging_order_tag on charging_order (tenant_id, tag, id) where tag is not null;
create index charging_order_state on charging_order (tenant_id, state, started_at, id);
create index charging_order_booked on charging_order (tenant_id, booked_on, station_id, id) where booked_on is not null;
create index charging_order_total on charging_order (tenant_id, total_fen, id);
create index charging_order_energy on charging_order (tenant_id, energy, id);
-- The few that are running, for supervision, authorisation and the live screens.
create index charging_order_open on charging_order (tenant_id, pile_id, connector_number)
  include (member_id, tag, station_id) where state in ('draft', 'starting', 'charging', 'stopping', 'ended');
call wattyard_protect('charging_order');

create table charging_order_line (
  tenant_id uuid not null,
  order_id uuid not null,
  seq integer not null,
  period text not null check (period in ('J', 'F', 'P', 'G', 'S')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  energy bigint not null,
  electricity_price bigint not null,
  service_price bigint not null,
  electricity_nano bigint not null,
  service_nano bigint not null,
  electricity_fen bigint not null,
  service_fen bigint not null,
  primary key (tenant_id, order_id, seq)
);
call wattyard_protect('charging_order_line', 'select, insert');
create trigger append_only before update or delete or truncate on charging_order_line for each statement execute function wattyard_append_only();

-- What piles said about sessions, as facts, for ever: a bill can be made again from here.
create table charging_fact (
  tenant_id uuid not null,
  session_id uuid not null,
  frame text not null,
  kind text not null,
  at timestamptz not null,
  body json not null,
  primary key (tenant_id, session_id, frame, kind)
);
call wattyard_protect('charging_fact', 'select, insert');
create trigger append_only before update or delete or truncate on charging_fact for each statement execute function wattyard_append_only();

-- A finding of a named rule about an order, to be looked at by a person.
create table charging_abnormal (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  order_id uuid not null,
  operator_id uuid not null,
  station_id uuid not null,
  pile_id uuid not null,
  member_id uuid,
  rule text not null,
  code text not null,
  kind text not null,
  severity text not null,
  blocks boolean not null,
  evidence jsonb not null,
  remedies text[] not null,
  state text not null default 'open',
  estimate_fen bigint,
  closed_at timestamptz,
  closed_by text,
  note text,
  primary key (tenant_id, id)
);
create unique index charging_abnormal_once on charging_abnormal (tenant_id, order_id, code);
create index charging_abnormal_state on charging_abnormal (tenant_id, state, id);
create index charging_abnormal_created on charging_abnormal (tenant_id, created_at, id);
create index charging_abnormal_code on charging_abnormal (tenant_id, code, id);
create index charging_abnormal_kind on charging_abnormal (tenant_id, kind, id);
create index charging_abnormal_severity on charging_abnormal (tenant_id, severity, id);
create index charging_abnormal_station on charging_abnormal (tenant_id, station_id, id);
create index charging_abnormal_pile on charging_abnormal (tenant_id, pile_id, id);
create index charging_abnormal_order on charging_abnormal (tenant_id, order_id, id);
create index charging_abnormal_operator on charging_abnormal (tenant_id, operator_id, id);
call wattyard_protect('charging_abnormal');
