-- What leaves the product for one person by one way.
create table notifications_delivery (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  channel text not null,
  state text not null,
  kind text not null,
  person_id uuid not null,
  address text,
  title text,
  body text,
  messages integer not null,
  attempts integer not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  receipt text,
  error text,
  message_ids uuid[] not null default '{}',
  link text,
  -- Since when somebody is at it; one who never came back has left it unclear.
  claimed_at timestamptz,
  primary key (tenant_id, id)
);
call wattyard_protect('notifications_delivery');
create index notifications_delivery_created_at on notifications_delivery (tenant_id, created_at, id);
create index notifications_delivery_due_at on notifications_delivery (tenant_id, due_at, id);
create index notifications_delivery_channel on notifications_delivery (tenant_id, channel, id);
create index notifications_delivery_state on notifications_delivery (tenant_id, state, id);
create index notifications_delivery_kind on notifications_delivery (tenant_id, kind, id);
-- One that has not been tried yet takes in what comes meanwhile: a person gets one of a kind, not three hundred.
create unique index notifications_delivery_open on notifications_delivery (tenant_id, person_id, kind, channel) where state = 'waiting' and attempts = 0;
create index notifications_delivery_waiting on notifications_delivery (due_at) where state = 'waiting';
create index notifications_delivery_claimed on notifications_delivery (claimed_at) where state = 'sending';
create index notifications_delivery_last on notifications_delivery (tenant_id, person_id, kind, channel, sent_at);
create index notifications_delivery_age on notifications_delivery (created_at);

-- How each way is reached; the secret is sealed under a key that is not in the database.
create table notifications_channel (
  tenant_id uuid not null,
  channel text not null check (channel in ('mail', 'sms', 'wechat')),
  version integer not null default 1,
  enabled boolean not null,
  settings jsonb not null,
  sealed_secret bytea,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, channel)
);
call wattyard_protect('notifications_channel');
