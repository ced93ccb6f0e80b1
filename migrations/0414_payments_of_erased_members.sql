-- The history of payments began with members that were still there. Deposits of members who had been erased with their company, or by
-- themselves, stay in the books, so they get their payments and lots too. These name nobody any more.
create temporary table erased_top_up on commit drop as
select j.tenant_id, j.id, j.effective_at, j.booked_on, j.created_at, j.idem_key, made.*, r.booked_on as reversed_on,
  case when made.clearing in ('wechat', 'alipay') then upper(made.clearing) else 'BANK' end as channel,
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
left join ledger_journal r on r.tenant_id = j.tenant_id and r.reverses_id = j.id
where j.kind = 'deposit' and made.principal_fen + made.gift_fen > 0
  and not exists (select from members_member m where m.tenant_id = j.tenant_id and m.id::text = made.member)
  and not exists (select from payments_lot l where l.tenant_id = j.tenant_id and l.journal_id = j.id);

-- Somebody may have removed the channel since, because no payment named it.
insert into payments_channel (tenant_id, id, code, name, kind, clearing_owner)
select f.tenant_id, made.id, c.code, c.name, c.kind, coalesce(c.owner, made.id::text)
from (select distinct tenant_id, channel from erased_top_up where principal_fen > 0) f
join (values
  ('BANK', '银行转账', 'bank', null),
  ('WECHAT', '微信支付', 'wechat', 'wechat'),
  ('ALIPAY', '支付宝', 'alipay', 'alipay')
) as c(code, name, kind, owner) on c.code = f.channel
cross join lateral (select gen_random_uuid() as id where f.tenant_id is not null) made
on conflict do nothing;

insert into payments_payment (tenant_id, id, created_at, number, channel_id, member_id, state, amount_fen, gift_fen, paid_debt_fen,
  request_key, paid_at, booked_on, actor, journal_id, reversed_on)
select f.tenant_id, f.id, f.created_at, f.number, c.id, f.member::uuid, case when f.reversed_on is null then 'paid' else 'reversed' end,
  f.principal_fen, f.gift_fen, f.paid_debt_fen, f.idem_key, f.effective_at, f.booked_on, '', f.id, f.reversed_on
from erased_top_up f
join payments_channel c on c.tenant_id = f.tenant_id and c.code = f.channel
where f.principal_fen > 0;

insert into payments_lot (tenant_id, id, created_at, member_id, origin, payment_id, journal_id, principal_fen, gift_fen, reversed_on)
select tenant_id, id, created_at, member::uuid, case when principal_fen > 0 then 'topUp' else 'gift' end,
  case when principal_fen > 0 then id end, id, principal_fen, gift_fen, reversed_on
from erased_top_up;

-- Money that no top-up explains is the oldest of its wallet.
insert into payments_lot (tenant_id, id, member_id, origin, principal_fen, gift_fen)
select tenant_id, gen_random_uuid(), member::uuid, 'opening', principal_fen, gift_fen
from (
  select w.tenant_id, w.member, greatest(0, w.principal_fen - coalesce(l.principal_fen, 0))::bigint as principal_fen,
    greatest(0, w.gift_fen - coalesce(l.gift_fen, 0))::bigint as gift_fen
  from (
    select tenant_id, owner_id as member,
      coalesce(sum(balance_fen) filter (where code in ('wallet_principal', 'wallet_frozen')), 0) as principal_fen,
      coalesce(sum(balance_fen) filter (where code in ('wallet_gift', 'wallet_frozen_gift')), 0) as gift_fen
    from ledger_account where owner_type = 'member' group by tenant_id, owner_id
  ) w
  left join (
    select tenant_id, member_id::text as member, sum(principal_fen - principal_taken_fen) as principal_fen,
      sum(gift_fen - (refunded_fen + forfeited_fen - principal_taken_fen)) as gift_fen
    from payments_lot where reversed_on is null group by tenant_id, member_id
  ) l on l.tenant_id = w.tenant_id and l.member = w.member
  where not exists (select from members_member m where m.tenant_id = w.tenant_id and m.id::text = w.member)
) rest
where principal_fen + gift_fen > 0;
