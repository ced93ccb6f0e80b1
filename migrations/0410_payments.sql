-- Ways by which money comes in, what came in by them, and the lots of wallets that came of it.
create table payments_channel (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  code text not null,
  name text not null,
  kind text not null check (kind in ('wechat', 'alipay', 'bank', 'cash')),
  state text not null default 'off' check (state in ('off', 'open', 'paused')),
  merchant_no text,
  app_no text,
  note text,
  -- Owner of the clearing account in the ledger; fixed, because the money that was booked there stays there.
  clearing_owner text not null,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  check (kind in ('wechat', 'alipay') or (merchant_no is null and app_no is null))
);
-- One merchant is one channel: otherwise a notification could belong to two.
create unique index payments_channel_merchant on payments_channel (tenant_id, kind, merchant_no, coalesce(app_no, '')) where merchant_no is not null;
create index payments_channel_kind on payments_channel (tenant_id, kind, id);
create index payments_channel_state on payments_channel (tenant_id, state, id);
create index payments_channel_created_at on payments_channel (tenant_id, created_at, id);
create index payments_channel_code on payments_channel (tenant_id, code, id);
create index payments_channel_search on payments_channel using gin (search_text gin_trgm_ops);
call wattyard_protect('payments_channel');
call wattyard_outlives('payments_channel', '{note}');

create table payments_payment (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  number text not null,
  channel_id uuid not null,
  member_id uuid not null,
  state text not null check (state in ('paid', 'reversed')),
  amount_fen bigint not null check (amount_fen > 0),
  gift_fen bigint not null check (gift_fen >= 0),
  paid_debt_fen bigint not null check (paid_debt_fen between 0 and amount_fen),
  receipt text,
  -- The receipt for comparison, whatever its dashes and case.
  receipt_key text check (receipt_key <> ''),
  -- Of whoever asked for it, so that the same request asked again is the same payment.
  request_key text not null,
  paid_at timestamptz not null,
  booked_on date not null,
  actor text not null,
  journal_id uuid not null,
  reversed_on date,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  unique (tenant_id, journal_id),
  unique (tenant_id, request_key),
  foreign key (tenant_id, channel_id) references payments_channel (tenant_id, id),
  check ((receipt is null) = (receipt_key is null)),
  check ((state = 'reversed') = (reversed_on is not null))
);
-- One receipt stands for one payment; after a reversal it is free for the right entry.
create unique index payments_payment_receipt_key on payments_payment (tenant_id, receipt_key) where receipt_key is not null and state <> 'reversed';
create index payments_payment_receipt on payments_payment (tenant_id, receipt, id);
create index payments_payment_channel on payments_payment (tenant_id, channel_id, id);
create index payments_payment_member on payments_payment (tenant_id, member_id, id);
create index payments_payment_state on payments_payment (tenant_id, state, id);
create index payments_payment_amount on payments_payment (tenant_id, amount_fen, id);
create index payments_payment_paid_at on payments_payment (tenant_id, paid_at, id);
create index payments_payment_booked_on on payments_payment (tenant_id, booked_on, id);
create index payments_payment_search on payments_payment using gin (search_text gin_trgm_ops);
call wattyard_protect('payments_payment', 'select, insert, update');
call wattyard_outlives('payments_payment', '{actor,receipt,receipt_key,search_text}');

-- What was credited to a wallet at once. What is left of a lot is derived (decision 401); kept is what refunds took and what was fixed.
create table payments_lot (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  member_id uuid not null,
  origin text not null check (origin in ('topUp', 'gift', 'opening')),
  payment_id uuid,
  -- The journal that credited it. Lots are in the order of their journals; one without is older than all others.
  journal_id uuid,
  principal_fen bigint not null check (principal_fen >= 0),
  gift_fen bigint not null check (gift_fen >= 0),
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  forfeited_fen bigint not null default 0 check (forfeited_fen >= 0),
  principal_taken_fen bigint not null default 0 check (principal_taken_fen >= 0),
  spent_principal_fen bigint not null default 0 check (spent_principal_fen >= 0),
  spent_gift_fen bigint not null default 0 check (spent_gift_fen >= 0),
  reversed_on date,
  primary key (tenant_id, id),
  unique (tenant_id, payment_id),
  unique (tenant_id, journal_id),
  foreign key (tenant_id, payment_id) references payments_payment (tenant_id, id),
  check (principal_fen + gift_fen > 0),
  check ((origin = 'topUp') = (payment_id is not null)),
  check ((origin = 'opening') = (journal_id is null)),
  check (principal_taken_fen + spent_principal_fen <= principal_fen),
  check (refunded_fen + forfeited_fen - principal_taken_fen between 0 and gift_fen - spent_gift_fen),
  check (reversed_on is null or refunded_fen + forfeited_fen = 0)
);
create index payments_lot_member on payments_lot (tenant_id, member_id, journal_id);
call wattyard_protect('payments_lot', 'select, insert, update');
call wattyard_outlives('payments_lot');

-- What was paid never changes: a payment is only ever reversed, once, and a lot only used.
create function payments_fixed() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['version', 'updated_at', 'reversed_on'] || tg_argv;
begin
  if wattyard_is_eraser() then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception '% is never removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  if old.reversed_on is not null and (to_jsonb(new) - 'version' - 'updated_at') is distinct from (to_jsonb(old) - 'version' - 'updated_at')
    or (to_jsonb(new) - open_columns) is distinct from (to_jsonb(old) - open_columns) then
    raise exception 'what was paid cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger fixed before update or delete on payments_payment for each row execute function payments_fixed('state');
create trigger fixed before update or delete on payments_lot for each row execute function payments_fixed(
  'refunded_fen', 'forfeited_fen', 'principal_taken_fen', 'spent_principal_fen', 'spent_gift_fen');

-- A channel keeps its kind and its account, whatever else is said of it.
create function payments_channel_fixed() returns trigger language plpgsql as $$
begin
  if new.kind <> old.kind or new.clearing_owner <> old.clearing_owner then
    raise exception 'the kind of a channel cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger fixed before update on payments_channel for each row execute function payments_channel_fixed();

-- Whoever enters top-ups, or reads the books, sees them; channels are set up by administrators.
update identity_role set permissions = permissions || array['payments.payment:read', 'payments.payment:export', 'payments.channel:read'], version = version + 1, updated_at = now()
where permissions && array['members.member:topUp', 'ledger.journal:read'] and not 'payments.payment:read' = any(permissions);
update identity_role set permissions = permissions || array['payments.channel:export', 'payments.channel:create', 'payments.channel:update', 'payments.channel:delete', 'payments.channel:open', 'payments.channel:pause'], version = version + 1, updated_at = now()
where permissions @> array['members.member:topUp', 'platform.setting:update'] and not 'payments.channel:create' = any(permissions);
