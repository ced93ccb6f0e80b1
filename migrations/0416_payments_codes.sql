-- Payments by code: the keys of channels that are asked, top-ups that wait for their payer, and what channels told of payments.

alter table payments_channel add column keys_at timestamptz;

-- Sealed: the merchant's private key and its APIv3 key. Public: what the platform signs with.
create table payments_channel_keys (
  tenant_id uuid not null,
  channel_id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  serial text not null,
  sealed bytea not null,
  public_key_id text,
  public_key text,
  -- Platform certificates as last fetched: serial, public key and validity of each.
  certificates jsonb not null default '[]',
  fetched_at timestamptz,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references payments_channel (tenant_id, id) on delete cascade,
  check ((public_key_id is null) = (public_key is null))
);
call wattyard_protect('payments_channel_keys');

create table payments_code_payment (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  number text not null,
  state text not null check (state in ('created', 'unclear', 'open', 'refused', 'closed', 'paid')),
  member_id uuid not null,
  channel_id uuid not null,
  amount_fen bigint not null check (amount_fen > 0),
  code text,
  expires_at timestamptz not null,
  paid_at timestamptz,
  channel_no text,
  late boolean not null default false,
  finding text check (finding in ('paidOtherwise', 'queryRefused')),
  answer text,
  top_up_id uuid,
  actor text not null,
  -- Of whoever asked for it, so that the same request asked again is the same payment.
  request_key text not null,
  -- What the channel was told: asked again, everything has to be as it was.
  description text not null,
  notify_url text not null,
  -- When it was cancelled, or its time was found to be over.
  given_up_at timestamptz,
  -- What is done next, when, and how often it was done on this ladder of pauses.
  task text check (task in ('create', 'ask', 'close')),
  ladder text check (ladder in ('openPayment', 'endedPayment', 'again')),
  asked integer not null default 0,
  due_at timestamptz,
  -- Of the call that is being made; its answer counts only while it stands here.
  claim uuid,
  sent_at timestamptz,
  unknown_answers integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  unique (tenant_id, request_key),
  foreign key (tenant_id, channel_id) references payments_channel (tenant_id, id),
  foreign key (tenant_id, top_up_id) references payments_payment (tenant_id, id),
  check ((state = 'paid') = (paid_at is not null and top_up_id is not null and channel_no is not null)),
  check (top_up_id is null or top_up_id = id),
  check ((task is null) = (due_at is null)),
  check (code is null or state = 'open')
);
-- The same payment of a channel never pays two of ours.
create unique index payments_code_payment_channel_no on payments_code_payment (tenant_id, channel_id, channel_no) where channel_no is not null;
create index payments_code_payment_channel_numbers on payments_code_payment (tenant_id, channel_no, id);
create index payments_code_payment_state on payments_code_payment (tenant_id, state, id);
create index payments_code_payment_member on payments_code_payment (tenant_id, member_id, id);
create index payments_code_payment_channel on payments_code_payment (tenant_id, channel_id, id);
create index payments_code_payment_amount on payments_code_payment (tenant_id, amount_fen, id);
create index payments_code_payment_paid_at on payments_code_payment (tenant_id, paid_at, id);
create index payments_code_payment_finding on payments_code_payment (tenant_id, finding, id);
create index payments_code_payment_created_at on payments_code_payment (tenant_id, created_at, id);
create index payments_code_payment_search on payments_code_payment using gin (search_text gin_trgm_ops);
-- What is to be done, of all tenants.
create index payments_code_payment_due on payments_code_payment (due_at) where due_at is not null;
call wattyard_protect('payments_code_payment', 'select, insert, update');
call wattyard_outlives('payments_code_payment', '{actor,search_text,task,due_at}');

-- What a payment is about never changes, and once it is paid nothing does.
create function payments_code_payment_fixed() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['version', 'updated_at', 'state', 'code', 'paid_at', 'channel_no', 'late', 'finding', 'answer', 'top_up_id',
    'given_up_at', 'task', 'ladder', 'asked', 'due_at', 'claim', 'sent_at', 'unknown_answers', 'search_text'];
  told_columns constant text[] := array['version', 'updated_at', 'finding', 'answer', 'task', 'ladder', 'asked', 'due_at', 'claim', 'unknown_answers'];
begin
  if wattyard_is_eraser() then
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception '% is never removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - open_columns) is distinct from (to_jsonb(old) - open_columns)
    or old.state = 'paid' and (to_jsonb(new) - told_columns) is distinct from (to_jsonb(old) - told_columns) then
    raise exception 'what was asked for and paid cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger fixed before update or delete on payments_code_payment for each row execute function payments_code_payment_fixed();

-- What a channel told by itself, verified: written down before it is answered. Repetitions have the same number of theirs.
create table payments_notice (
  tenant_id uuid not null,
  channel_id uuid not null,
  notice_no text not null,
  -- The payment or the part of a refund that it names, by our number; as it was sent.
  number text not null,
  event text not null,
  amount_fen bigint not null,
  channel_no text not null,
  outcome text not null check (outcome in ('applied', 'known', 'otherwise', 'unknown')),
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, channel_id, notice_no),
  foreign key (tenant_id, channel_id) references payments_channel (tenant_id, id)
);
call wattyard_protect('payments_notice', 'select, insert, update');
call wattyard_outlives('payments_notice');

-- Whoever enters top-ups asks for payments by code, whoever reads the books sees them. Keys are entered by administrators, who need no grant.
update identity_role set permissions = permissions || array['payments.codePayment:read', 'payments.codePayment:export'], version = version + 1, updated_at = now()
where 'payments.payment:read' = any(permissions) and not 'payments.codePayment:read' = any(permissions);
update identity_role set permissions = permissions || array['payments.codePayment:collect', 'payments.codePayment:cancel'], version = version + 1, updated_at = now()
where permissions @> array['members.member:topUp', 'payments.codePayment:read'] and not 'payments.codePayment:collect' = any(permissions);
