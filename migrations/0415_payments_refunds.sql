-- Refunds of members' money: the rule that says how much goes back, what was asked for, what it takes from each lot, and its parts.
create table payments_refund_rule (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  code text not null,
  consumer text not null check (consumer in ('gift-first', 'principal-first', 'proportional')),
  operator text not null check (operator in ('gift-first', 'principal-first', 'proportional')),
  closure text not null check (closure in ('gift-first', 'principal-first', 'proportional')),
  note text,
  issued_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
create index payments_refund_rule_created_at on payments_refund_rule (tenant_id, created_at, id);
create index payments_refund_rule_search on payments_refund_rule using gin (search_text gin_trgm_ops);
-- A rule in force is replaced by the next one and never changed: refunds name it.
call wattyard_protect('payments_refund_rule', 'select, insert');
call wattyard_outlives('payments_refund_rule', '{note,issued_by}');

create table payments_refund (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  number text not null,
  member_id uuid not null,
  state text not null check (state in ('requested', 'rejected', 'withdrawn', 'approved', 'failed', 'partlyDone', 'givenBack', 'done')),
  cause text not null check (cause in ('consumer', 'operator', 'closure')),
  basis text not null check (basis in ('gift-first', 'principal-first', 'proportional')),
  rule_id uuid,
  amount_fen bigint not null check (amount_fen > 0),
  principal_fen bigint not null check (principal_fen >= 0),
  gift_fen bigint not null check (gift_fen >= 0),
  reason text not null,
  asked_by text not null,
  asker_id uuid not null,
  decided_by text,
  decided_at timestamptz,
  decision text,
  booked_on date,
  -- Of whoever asked for it, so that the same request asked again is the same refund.
  request_key text not null,
  hold_id uuid not null,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  unique (tenant_id, request_key),
  unique (tenant_id, hold_id),
  foreign key (tenant_id, rule_id) references payments_refund_rule (tenant_id, id),
  check (principal_fen + gift_fen >= amount_fen),
  check ((state = 'requested') = (decided_at is null)),
  check ((state in ('requested', 'rejected', 'withdrawn')) = (booked_on is null))
);
-- What a refund will take stays in its own lots until it is decided, so there is one at a time.
create unique index payments_refund_undecided on payments_refund (tenant_id, member_id) where state = 'requested';
create index payments_refund_state on payments_refund (tenant_id, state, id);
create index payments_refund_member on payments_refund (tenant_id, member_id, id);
create index payments_refund_cause on payments_refund (tenant_id, cause, id);
create index payments_refund_amount on payments_refund (tenant_id, amount_fen, id);
create index payments_refund_booked_on on payments_refund (tenant_id, booked_on, id);
create index payments_refund_created_at on payments_refund (tenant_id, created_at, id);
create index payments_refund_search on payments_refund using gin (search_text gin_trgm_ops);
call wattyard_protect('payments_refund', 'select, insert, update');
call wattyard_outlives('payments_refund', '{reason,asked_by,decided_by,decision,search_text}');

-- What a refund takes out of one lot, and what the lot was at that moment. Written with the refund, never changed.
create table payments_refund_take (
  tenant_id uuid not null,
  refund_id uuid not null,
  lot_id uuid not null,
  paid_fen bigint not null check (paid_fen >= 0),
  gift_fen bigint not null check (gift_fen >= 0),
  rest_principal_fen bigint not null check (rest_principal_fen >= 0),
  rest_gift_fen bigint not null check (rest_gift_fen >= 0),
  by_channel_fen bigint not null check (by_channel_fen >= 0),
  by_hand_fen bigint not null check (by_hand_fen >= 0),
  from_principal_fen bigint not null check (from_principal_fen >= 0),
  from_gift_fen bigint not null check (from_gift_fen >= 0),
  forfeited_principal_fen bigint not null check (forfeited_principal_fen >= 0),
  forfeited_gift_fen bigint not null check (forfeited_gift_fen >= 0),
  primary key (tenant_id, refund_id, lot_id),
  foreign key (tenant_id, refund_id) references payments_refund (tenant_id, id),
  foreign key (tenant_id, lot_id) references payments_lot (tenant_id, id),
  check (by_channel_fen + by_hand_fen = from_principal_fen + from_gift_fen),
  check (by_channel_fen + by_hand_fen > 0),
  check (from_principal_fen + forfeited_principal_fen <= rest_principal_fen),
  check (from_gift_fen + forfeited_gift_fen <= rest_gift_fen)
);
create index payments_refund_take_lot on payments_refund_take (tenant_id, lot_id);
call wattyard_protect('payments_refund_take', 'select, insert');
call wattyard_outlives('payments_refund_take');

create table payments_refund_part (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  number text not null,
  refund_id uuid not null,
  lot_id uuid not null,
  member_id uuid not null,
  state text not null check (state in ('waiting', 'sending', 'accepted', 'unclear', 'abnormal', 'done', 'failed', 'replaced', 'dropped', 'givenBack')),
  way text not null check (way in ('wechat', 'alipay', 'bank', 'cash')),
  channel_id uuid,
  top_up_id uuid,
  amount_fen bigint not null check (amount_fen > 0),
  payee text,
  account text,
  receipt text,
  -- The receipt for comparison, whatever its dashes and case.
  receipt_key text check (receipt_key <> ''),
  paid_at timestamptz,
  booked_on date,
  actor text,
  reason text,
  replaces_id uuid,
  journal_id uuid,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  unique (tenant_id, replaces_id),
  unique (tenant_id, journal_id),
  foreign key (tenant_id, refund_id, lot_id) references payments_refund_take (tenant_id, refund_id, lot_id),
  foreign key (tenant_id, channel_id) references payments_channel (tenant_id, id),
  foreign key (tenant_id, top_up_id) references payments_payment (tenant_id, id),
  foreign key (tenant_id, replaces_id) references payments_refund_part (tenant_id, id),
  check (way in ('bank', 'cash') or channel_id is not null),
  check ((state in ('done', 'givenBack')) = (journal_id is not null and booked_on is not null)),
  check ((state = 'done') = (paid_at is not null))
);
-- One receipt stands for one pay-out.
create unique index payments_refund_part_receipt_key on payments_refund_part (tenant_id, receipt_key) where receipt_key is not null;
create index payments_refund_part_receipt on payments_refund_part (tenant_id, receipt, id);
create index payments_refund_part_refund on payments_refund_part (tenant_id, refund_id, id);
create index payments_refund_part_lot on payments_refund_part (tenant_id, lot_id);
create index payments_refund_part_top_up on payments_refund_part (tenant_id, top_up_id) where top_up_id is not null;
create index payments_refund_part_member on payments_refund_part (tenant_id, member_id, id);
create index payments_refund_part_state on payments_refund_part (tenant_id, state, id);
create index payments_refund_part_way on payments_refund_part (tenant_id, way, id);
create index payments_refund_part_channel on payments_refund_part (tenant_id, channel_id, id);
create index payments_refund_part_amount on payments_refund_part (tenant_id, amount_fen, id);
create index payments_refund_part_paid_at on payments_refund_part (tenant_id, paid_at, id);
create index payments_refund_part_booked_on on payments_refund_part (tenant_id, booked_on, id);
create index payments_refund_part_created_at on payments_refund_part (tenant_id, created_at, id);
create index payments_refund_part_search on payments_refund_part using gin (search_text gin_trgm_ops);
call wattyard_protect('payments_refund_part', 'select, insert, update');
call wattyard_outlives('payments_refund_part', '{payee,account,receipt,receipt_key,actor,reason,search_text}');

-- A refund is decided once and keeps what was asked for. A part keeps its amount and its way; once it was paid out, it keeps everything.
create function payments_refund_fixed() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['version', 'updated_at', 'state'] || tg_argv;
  ends constant text[] := array['rejected', 'withdrawn', 'partlyDone', 'givenBack', 'done', 'replaced', 'dropped'];
begin
  if wattyard_is_eraser() then
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception '% is never removed', tg_table_name using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - open_columns) is distinct from (to_jsonb(old) - open_columns)
    or old.state = any(ends) and (to_jsonb(new) - 'version' - 'updated_at') is distinct from (to_jsonb(old) - 'version' - 'updated_at') then
    raise exception 'what was refunded cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger fixed before update or delete on payments_refund for each row execute function payments_refund_fixed(
  'decided_by', 'decided_at', 'decision', 'booked_on');
create trigger fixed before update or delete on payments_refund_part for each row execute function payments_refund_fixed(
  'channel_id', 'receipt', 'receipt_key', 'paid_at', 'booked_on', 'actor', 'reason', 'journal_id', 'search_text');

-- Money of a part that could not be paid out comes back as a lot of its own, of the same payment (decision 401).
alter table payments_lot drop constraint payments_lot_origin_check, drop constraint payments_lot_check1,
  drop constraint payments_lot_tenant_id_payment_id_key,
  add constraint payments_lot_origin_check check (origin in ('topUp', 'gift', 'opening', 'givenBack')),
  add constraint payments_lot_check1 check (origin = 'givenBack' or (origin = 'topUp') = (payment_id is not null));
create unique index payments_lot_payment on payments_lot (tenant_id, payment_id) where origin = 'topUp';
create index payments_lot_payments on payments_lot (tenant_id, payment_id) where payment_id is not null;

-- Who could give a wallet's money back sees refunds and asks for them; who may also agree to what others ask decides on them; who sets
-- up channels pays out. Rules are set by administrators.
update identity_role set permissions = permissions || array['payments.refund:read', 'payments.refund:export', 'payments.refund:ask',
  'payments.refund:withdraw', 'payments.refundPart:read', 'payments.refundPart:export', 'payments.refundRule:read'], version = version + 1, updated_at = now()
where 'members.member:refundWallet' = any(permissions) and not 'payments.refund:ask' = any(permissions);
update identity_role set permissions = permissions || array['payments.refund:approve', 'payments.refund:reject'], version = version + 1, updated_at = now()
where permissions @> array['members.member:refundWallet', 'platform.approval:approve'] and not 'payments.refund:approve' = any(permissions);
update identity_role set permissions = permissions || array['payments.refundPart:payOut', 'payments.refundPart:callOff', 'payments.refundPart:retry',
  'payments.refundPart:reroute', 'payments.refundPart:giveBack', 'payments.refundRule:export', 'payments.refundRule:issue'], version = version + 1, updated_at = now()
where permissions @> array['members.member:refundWallet', 'payments.channel:open'] and not 'payments.refundPart:payOut' = any(permissions);
