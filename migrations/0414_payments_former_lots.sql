-- Top-ups of companies that were deleted before there were payments: their members are gone and their books are kept, so each gets its
-- payment and its lot by the accounts alone. Who entered it is erased.
create temporary table former_deposit on commit drop as
select j.tenant_id, j.id, j.effective_at, j.booked_on, j.created_at, j.idem_key, made.*, r.booked_on as reversed_on,
  (select 'P' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(n.bits from i * 5 + 1 for 5)::bit(5)::integer + 1, 1), '' order by i)
   from (select B'00' || ('x' || replace(j.id::text, '-', ''))::bit(128) as bits) n, generate_series(0, 25) i) as number
from ledger_journal j
join identity_tenant t on t.tenant_id = j.tenant_id and t.status = 'deleted'
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
  and not exists (select from payments_lot l where l.tenant_id = j.tenant_id and l.journal_id = j.id);

insert into payments_payment (tenant_id, id, created_at, number, channel_id, member_id, state, amount_fen, gift_fen, paid_debt_fen,
  request_key, paid_at, booked_on, actor, journal_id, reversed_on, search_text)
select f.tenant_id, f.id, f.created_at, f.number, c.id, f.member::uuid, case when f.reversed_on is null then 'paid' else 'reversed' end,
  f.principal_fen, f.gift_fen, f.paid_debt_fen, f.idem_key, f.effective_at, f.booked_on, '', f.id, f.reversed_on, ''
from former_deposit f
join payments_channel c on c.tenant_id = f.tenant_id
  and c.code = case when f.clearing in ('wechat', 'alipay') then upper(f.clearing) else 'BANK' end
where f.principal_fen > 0;

insert into payments_lot (tenant_id, id, created_at, member_id, origin, payment_id, journal_id, principal_fen, gift_fen, reversed_on)
select tenant_id, id, created_at, member::uuid, case when principal_fen > 0 then 'topUp' else 'gift' end,
  case when principal_fen > 0 then id end, id, principal_fen, gift_fen, reversed_on
from former_deposit;

insert into payments_lot (tenant_id, id, member_id, origin, principal_fen, gift_fen)
select tenant_id, gen_random_uuid(), owner_id::uuid, 'opening', principal_fen, gift_fen
from (
  select w.tenant_id, w.owner_id, greatest(0, w.principal_fen - coalesce(l.principal_fen, 0))::bigint as principal_fen,
    greatest(0, w.gift_fen - coalesce(l.gift_fen, 0))::bigint as gift_fen
  from (
    select a.tenant_id, a.owner_id,
      coalesce(sum(a.balance_fen) filter (where a.code in ('wallet_principal', 'wallet_frozen')), 0) as principal_fen,
      coalesce(sum(a.balance_fen) filter (where a.code in ('wallet_gift', 'wallet_frozen_gift')), 0) as gift_fen
    from ledger_account a join identity_tenant t on t.tenant_id = a.tenant_id and t.status = 'deleted'
    where a.owner_type = 'member' group by a.tenant_id, a.owner_id
  ) w
  left join lateral (
    select sum(principal_fen) as principal_fen, sum(gift_fen) as gift_fen
    from payments_lot l where l.tenant_id = w.tenant_id and l.member_id::text = w.owner_id and l.reversed_on is null
  ) l on true
) rest
where principal_fen + gift_fen > 0;
