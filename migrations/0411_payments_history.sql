-- Top-ups from before there were payments: each gets its payment and its lot, with the id of its journal, so that lots and wallets
-- agree from the first day. The journals stay as they are.

-- Channels that the former entries named. Money by hand can be entered as before; cash was booked on the bank.
insert into payments_channel (tenant_id, id, code, name, kind, state, clearing_owner, search_text)
select t.tenant_id, made.id, c.code, c.name, c.kind, c.state, coalesce(c.owner, made.id::text), lower(c.code || ' ' || c.name || ' ' || c.spoken)
from identity_tenant t
cross join (values
  ('BANK', '银行转账', 'bank', 'open', null, 'yinhangzhuanzhang yhzz'),
  ('CASH', '现金', 'cash', 'open', null, 'xianjin xj'),
  ('WECHAT', '微信支付', 'wechat', 'off', 'wechat', 'weixinzhifu wxzf'),
  ('ALIPAY', '支付宝', 'alipay', 'off', 'alipay', 'zhifubao zfb')
) as c(code, name, kind, state, owner, spoken)
cross join lateral (select gen_random_uuid() as id where c.code is not null) made
where t.status in ('active', 'suspended')
  and (c.owner is null or exists (
    select from ledger_account a
    where a.tenant_id = t.tenant_id and a.code = 'channel_clearing' and a.owner_type = 'channel' and a.owner_id = c.owner));

create temporary table former_top_up on commit drop as
select j.tenant_id, j.id, j.effective_at, j.booked_on, j.created_at, j.actor, j.idem_key, made.*, r.booked_on as reversed_on, k.receipt,
  (select 'P' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(n.bits from i * 5 + 1 for 5)::bit(5)::integer + 1, 1), '' order by i)
   from (select B'00' || ('x' || replace(j.id::text, '-', ''))::bit(128) as bits) n, generate_series(0, 25) i) as number
from ledger_journal j
cross join lateral (
  select min(c.owner_id) filter (where c.owner_type = 'member') as member,
    coalesce(sum(p.amount_fen) filter (where c.code = 'wallet_principal'), 0)::bigint as principal_fen,
    coalesce(sum(p.amount_fen) filter (where c.code = 'wallet_gift'), 0)::bigint as gift_fen,
    coalesce(sum(p.amount_fen) filter (where c.code = 'member_receivable'), 0)::bigint as paid_debt_fen,
    min(d.owner_id) filter (where d.code = 'channel_clearing') as clearing
  from ledger_posting p
  join ledger_account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
  join ledger_account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
  where p.tenant_id = j.tenant_id and p.journal_id = j.id
) made
join members_member m on m.tenant_id = j.tenant_id and m.id::text = made.member
left join ledger_journal r on r.tenant_id = j.tenant_id and r.reverses_id = j.id
left join members_receipt k on k.tenant_id = j.tenant_id and k.journal_id = j.id
where j.kind = 'deposit' and made.principal_fen + made.gift_fen > 0;

insert into payments_payment (tenant_id, id, created_at, number, channel_id, member_id, state, amount_fen, gift_fen, paid_debt_fen, receipt,
  receipt_key, request_key, paid_at, booked_on, actor, journal_id, reversed_on, search_text)
select f.tenant_id, f.id, f.created_at, f.number, c.id, f.member::uuid, case when f.reversed_on is null then 'paid' else 'reversed' end,
  f.principal_fen, f.gift_fen, f.paid_debt_fen, f.receipt, f.receipt, f.idem_key, f.effective_at, f.booked_on, f.actor, f.id, f.reversed_on,
  lower(concat_ws(' ', f.number, f.receipt))
from former_top_up f
-- A receipt was given for cash. Money on an account of no channel came in at the bank.
join payments_channel c on c.tenant_id = f.tenant_id and c.code = case
  when f.clearing in ('wechat', 'alipay') then upper(f.clearing)
  when f.receipt is not null then 'CASH'
  else 'BANK' end
where f.principal_fen > 0;

insert into payments_lot (tenant_id, id, created_at, member_id, origin, payment_id, journal_id, principal_fen, gift_fen, reversed_on)
select tenant_id, id, created_at, member::uuid, case when principal_fen > 0 then 'topUp' else 'gift' end,
  case when principal_fen > 0 then id end, id, principal_fen, gift_fen, reversed_on
from former_top_up;

-- Money that no top-up explains is the oldest of its wallet.
insert into payments_lot (tenant_id, id, member_id, origin, principal_fen, gift_fen)
select tenant_id, gen_random_uuid(), member_id, 'opening', principal_fen, gift_fen
from (
  select m.tenant_id, m.id as member_id,
    greatest(0, w.principal_fen - coalesce(l.principal_fen, 0))::bigint as principal_fen, greatest(0, w.gift_fen - coalesce(l.gift_fen, 0))::bigint as gift_fen
  from members_member m
  cross join lateral (
    select coalesce(sum(balance_fen) filter (where code in ('wallet_principal', 'wallet_frozen')), 0) as principal_fen,
      coalesce(sum(balance_fen) filter (where code in ('wallet_gift', 'wallet_frozen_gift')), 0) as gift_fen
    from ledger_account where tenant_id = m.tenant_id and owner_type = 'member' and owner_id = m.id::text
  ) w
  left join lateral (
    select sum(principal_fen) as principal_fen, sum(gift_fen) as gift_fen
    from payments_lot where tenant_id = m.tenant_id and member_id = m.id and reversed_on is null
  ) l on true
) rest
where principal_fen + gift_fen > 0;

-- Receipts are kept with their payments.
drop table members_receipt;
