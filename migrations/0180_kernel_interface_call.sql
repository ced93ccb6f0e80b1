-- Calls between this product and others: theirs to us and ours to them. No body, no query, no header is kept: what is
-- secret stands there.
create table kernel_interface_call (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  -- `in`: they called us; `out`: we called them.
  direction text not null check (direction in ('in', 'out')),
  -- Which neighbour, such as `officialAccount`, and the host or address it had.
  peer text not null,
  host text not null,
  method text not null,
  path text not null,
  -- HTTP status of the answer; null when there was none.
  status integer,
  outcome text not null check (outcome in ('ok', 'refused', 'failed', 'timed-out')),
  -- A short word or number of the reason when it was not ok.
  reason text,
  took_ms integer not null,
  -- Bytes of the body that was sent and of the one that was answered; null when unknown.
  sent_bytes integer,
  answered_bytes integer,
  -- The request of ours that it belongs to.
  correlation_id text,
  primary key (tenant_id, id)
);
-- Ids ascend with time: they are the order of the list, of its pages and of forgetting.
create index kernel_interface_call_peer on kernel_interface_call (tenant_id, peer, id);
create index kernel_interface_call_outcome on kernel_interface_call (tenant_id, outcome, id);
call wattyard_protect('kernel_interface_call', 'select, insert, delete');
