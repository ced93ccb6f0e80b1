-- How a pile may connect: its key and its security profile. Its identity is assets' (assets_pile.identity).
create table gateway_credential (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  pile_id uuid not null,
  -- SHA-256 of the 20 random bytes, hex; null until a key was made.
  key_hash text check (key_hash ~ '^[0-9a-f]{64}$'),
  key_set_at timestamptz,
  -- OCPP security profile: 1 (plain) Basic authentication on a trusted network, 2 (tls) the same under TLS.
  profile text not null default 'tls' check (profile in ('plain', 'tls')),
  -- Empty means every version we speak.
  protocols text[] not null default '{}',
  -- Networks (CIDR) the pile may come from; empty means anywhere its profile allows.
  networks text[] not null default '{}',
  enabled boolean not null default true,
  primary key (tenant_id, id)
);
create unique index gateway_credential_pile on gateway_credential (tenant_id, pile_id);
create index gateway_credential_created on gateway_credential (tenant_id, created_at, id);
create index gateway_credential_pile_sort on gateway_credential (tenant_id, pile_id, id);
create index gateway_credential_profile on gateway_credential (tenant_id, profile, id);
create index gateway_credential_enabled on gateway_credential (tenant_id, enabled, id);
call wattyard_protect('gateway_credential');

-- Stations that knocked and are not known.
create table gateway_pending_pile (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  identity text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected')),
  ip text not null,
  protocols text[] not null default '{}',
  attempts integer not null default 1,
  last_seen_at timestamptz not null,
  pile_id uuid,
  primary key (tenant_id, id)
);
create unique index gateway_pending_pile_identity on gateway_pending_pile (tenant_id, identity);
create index gateway_pending_pile_state on gateway_pending_pile (tenant_id, state, id);
create index gateway_pending_pile_seen on gateway_pending_pile (tenant_id, last_seen_at, id);
create index gateway_pending_pile_contains on gateway_pending_pile using gin (identity gin_trgm_ops);
call wattyard_protect('gateway_pending_pile');

-- One row per gateway process that ever ran under a name: its frames are numbered inside its stream.
create table gateway_stream (
  name text primary key,
  stream integer not null unique,
  created_at timestamptz not null default now()
);
grant select, insert on gateway_stream to wattyard_platform;

-- How far a consumer has worked through a stream.
create table gateway_cursor (
  consumer text not null,
  stream integer not null,
  seq bigint not null,
  updated_at timestamptz not null default now(),
  primary key (consumer, stream)
);
grant select, insert, update on gateway_cursor to wattyard_platform;

-- Every frame as it came, with what was answered. The log that facts are read from.
create table gateway_frame (
  tenant_id uuid not null,
  stream integer not null,
  seq bigint not null,
  pile_id uuid not null,
  received_at timestamptz not null,
  -- `in`: the pile called us; `out`: we called the pile, and `answer` is what it said.
  direction text not null,
  protocol text not null,
  action text not null,
  message_id text,
  session_id uuid,
  -- Our clock minus the pile's as known at that moment; a repeated translation must judge times alike.
  skew_ms bigint,
  frame text not null,
  answer text,
  -- What the tolerant reader mended, blank separated.
  mended text,
  -- Why nothing was done with it.
  problem text,
  primary key (stream, seq)
);
create index gateway_frame_pile on gateway_frame (tenant_id, pile_id, seq desc);
create index gateway_frame_session on gateway_frame (tenant_id, session_id, seq) where session_id is not null;
create index gateway_frame_problem on gateway_frame (tenant_id, seq desc) where problem is not null;
-- A dead letter is marked; nothing else of a frame ever changes. Deletion is for retention alone.
call wattyard_protect('gateway_frame', 'select, insert, delete, update (problem)');

-- Transaction ids on the wire and the sessions they mean. A key never crosses piles.
create table gateway_transaction (
  tenant_id uuid not null,
  pile_id uuid not null,
  -- As on the wire; readings and stops without a usable id have a key of their own that begins with `~`.
  transaction_id text not null,
  session_id uuid not null,
  -- We made the id (OCPP 1.6): it is unguessable and unique in the tenant.
  minted boolean not null,
  connector integer,
  -- Natural key of the start (pile, connector, tag, device time, register), so that a replay finds its answer.
  start_key text,
  tag text,
  device_at timestamptz,
  meter_start bigint,
  method text,
  remote_start_id integer,
  verdict text,
  -- Payload of the answer to the start.
  answer text,
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, pile_id, transaction_id)
);
create unique index gateway_transaction_start on gateway_transaction (tenant_id, pile_id, start_key) where start_key is not null;
create unique index gateway_transaction_minted on gateway_transaction (tenant_id, transaction_id) where minted;
create index gateway_transaction_session on gateway_transaction (tenant_id, session_id);
create index gateway_transaction_open on gateway_transaction (tenant_id, pile_id) where stopped_at is null;
call wattyard_protect('gateway_transaction');

-- What a pile is right now.
create table gateway_pile_state (
  tenant_id uuid not null,
  pile_id uuid not null,
  station_id uuid,
  online boolean not null default false,
  stream integer,
  protocol text,
  network text,
  connected_at timestamptz,
  disconnected_at timestamptz,
  last_seen_at timestamptz,
  skew_ms bigint,
  vendor text,
  model text,
  serial text,
  firmware text,
  iccid text,
  imsi text,
  meter_type text,
  meter_serial text,
  booted_at timestamptz,
  boot_reason text,
  firmware_status text,
  diagnostics_status text,
  error text,
  bad_frames integer not null default 0,
  primary key (tenant_id, pile_id)
);
create index gateway_pile_state_station on gateway_pile_state (tenant_id, station_id, pile_id);
create index gateway_pile_state_stream on gateway_pile_state (stream) where online;
call wattyard_protect('gateway_pile_state');

create table gateway_connector_state (
  tenant_id uuid not null,
  pile_id uuid not null,
  connector integer not null,
  state text not null,
  error text,
  info text,
  vendor_error text,
  at timestamptz not null,
  primary key (tenant_id, pile_id, connector)
);
call wattyard_protect('gateway_connector_state');

-- Configuration of a pile as it last told us.
create table gateway_configuration (
  tenant_id uuid not null,
  pile_id uuid not null,
  key text not null,
  value text,
  readonly boolean not null,
  read_at timestamptz not null,
  primary key (tenant_id, pile_id, key)
);
call wattyard_protect('gateway_configuration');

-- What was asked of piles and what they answered.
create table gateway_command (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  pile_id uuid not null,
  station_id uuid,
  kind text not null,
  payload jsonb not null,
  state text not null default 'queued',
  detail text,
  result jsonb,
  asked_by text not null,
  -- Spread of a mass command: not sent before.
  not_before_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  frame text,
  primary key (tenant_id, id)
);
create index gateway_command_created on gateway_command (tenant_id, created_at, id);
create index gateway_command_pile on gateway_command (tenant_id, pile_id, id);
create index gateway_command_station on gateway_command (tenant_id, station_id, id);
create index gateway_command_kind on gateway_command (tenant_id, kind, id);
create index gateway_command_state on gateway_command (tenant_id, state, id);
create index gateway_command_open on gateway_command (expires_at) where ended_at is null;
call wattyard_protect('gateway_command');

-- Security and connection events.
create table gateway_event (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  kind text not null,
  severity text not null check (severity in ('notice', 'warning', 'critical')),
  pile_id uuid,
  station_id uuid,
  identity text,
  ip text,
  detail text,
  times integer not null default 1,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index gateway_event_at on gateway_event (tenant_id, at, id);
create index gateway_event_kind on gateway_event (tenant_id, kind, id);
create index gateway_event_severity on gateway_event (tenant_id, severity, id);
create index gateway_event_pile on gateway_event (tenant_id, pile_id, id);
create index gateway_event_station on gateway_event (tenant_id, station_id, id);
call wattyard_protect('gateway_event');
