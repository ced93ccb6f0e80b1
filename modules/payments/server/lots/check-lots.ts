import {
  type BookCheck,
  WALLET_DEPOSITS,
  WALLET_OTHER_CREDITS,
  WALLET_RETURNS,
  WALLET_SUMS,
} from '@wattyard/ledger/server'
import { MERGE_JOURNALS, MERGED_ACCOUNTS } from '@wattyard/members/server'
import { REFUND_CHECKS } from '../refunds/check-refunds.ts'

/**
 * Checks that lots, payments, wallets and refunds agree, for the verifier of the ledger. Because each deposit has its lot and no wallet holds
 * more than its lots were credited, the rests that are derived from the lots add up to the wallet. A lot that was used leaves room in its
 * wallet, so what goes back into one is held against what it paid.
 */
export const LOT_CHECKS: readonly BookCheck[] = [
  ...REFUND_CHECKS,
  {
    name: 'payments.lotsDiffer',
    statement: `
      select w.tenant_id, w.member as subject,
        format('wallet has %s + %s, its lots hold at most %s + %s', w.principal_fen, w.gift_fen, coalesce(l.principal_fen, 0), coalesce(l.gift_fen, 0)) as detail
      from (${WALLET_SUMS}) w
      left join (
        select o.tenant_id, coalesce(m.account_id, o.member_id)::text as member, sum(principal_fen - principal_taken_fen) as principal_fen,
          sum(gift_fen - (refunded_fen + forfeited_fen - principal_taken_fen)) as gift_fen
        from payments_lot o left join (${MERGED_ACCOUNTS}) m on m.tenant_id = o.tenant_id and m.member_id = o.member_id
        where reversed_on is null and ($1::uuid is null or o.tenant_id = $1) group by 1, 2
      ) l on l.tenant_id = w.tenant_id and l.member = w.member
      where w.principal_fen > coalesce(l.principal_fen, 0) or w.gift_fen > coalesce(l.gift_fen, 0)`,
  },
  {
    name: 'payments.lotOfDeposit',
    statement: `
      select coalesce(d.tenant_id, l.tenant_id) as tenant_id, coalesce(d.id, l.id)::text as subject,
        format('deposit of %s + %s for %s, reversed %s; its lot has %s + %s of %s, reversed %s',
          d.principal_fen, d.gift_fen, d.member, d.reversed_on, l.principal_fen, l.gift_fen, l.member_id, l.reversed_on) as detail
      from (${WALLET_DEPOSITS}) d
      full join (select * from payments_lot where journal_id is not null and origin not in ('givenBack', 'adjusted') and ($1::uuid is null or tenant_id = $1)) l
        on l.tenant_id = d.tenant_id and l.journal_id = d.id
      where d.id is null or l.id is null or l.member_id::text <> d.member or l.principal_fen <> d.principal_fen or l.gift_fen <> d.gift_fen
        or l.reversed_on is distinct from d.reversed_on`,
  },
  {
    name: 'payments.lotOfPayment',
    statement: `
      select coalesce(p.tenant_id, l.tenant_id) as tenant_id, coalesce(p.id, l.id)::text as subject,
        format('payment of %s + %s, %s; its lot has %s + %s, reversed %s', p.amount_fen, p.gift_fen, p.state, l.principal_fen, l.gift_fen, l.reversed_on) as detail
      from (select * from payments_payment where $1::uuid is null or tenant_id = $1) p
      full join (select * from payments_lot where origin = 'topUp' and ($1::uuid is null or tenant_id = $1)) l
        on l.tenant_id = p.tenant_id and l.payment_id = p.id
      where p.id is null or l.id is null or p.member_id <> l.member_id or p.journal_id <> l.journal_id or p.amount_fen <> l.principal_fen
        or p.gift_fen <> l.gift_fen or p.reversed_on is distinct from l.reversed_on`,
  },
  {
    name: 'payments.backUnpaid',
    statement: `
      select tenant_id, source_id as subject,
        format('%s paid %s + %s for %s and owes %s; %s + %s went back', member, principal_fen, gift_fen, source_type, owed_fen, principal_back_fen, gift_back_fen) as detail
      from (
        select b.tenant_id, source_type, source_id, coalesce(m.account_id::text, b.member) as member, sum(principal_fen) as principal_fen, sum(gift_fen) as gift_fen,
          sum(owed_fen) as owed_fen, sum(principal_back_fen) as principal_back_fen, sum(gift_back_fen) as gift_back_fen
        from (${WALLET_RETURNS}) b left join (${MERGED_ACCOUNTS}) m on m.tenant_id = b.tenant_id and m.member_id::text = b.member group by 1, 2, 3, 4
      ) r
      where principal_back_fen > principal_fen + greatest(0, owed_fen) or gift_back_fen > gift_fen`,
  },
  {
    // Money of former releases that nothing explains has an opening lot; channels began with payments.
    name: 'payments.creditUnexplained',
    statement: `
      select o.tenant_id, o.id::text as subject, format('%s into the wallet of %s from neither a deposit nor a refund, a correction or a merge', o.amount_fen, o.member) as detail
      from (${WALLET_OTHER_CREDITS}) o
      where o.created_at >= coalesce((select min(c.created_at) from payments_channel c where c.tenant_id = o.tenant_id), '-infinity')
        and not exists (select from payments_lot l where l.tenant_id = o.tenant_id and l.journal_id = o.id and l.origin in ('givenBack', 'adjusted'))
        and not exists (select from (${MERGE_JOURNALS}) m where m.tenant_id = o.tenant_id and m.journal_id = o.id)`,
  },
  {
    // A correction upward credited what its lot says, to its member.
    name: 'payments.lotOfCorrection',
    statement: `
      select l.tenant_id, l.id::text as subject, format('lot of %s + %s for %s; its journal credited %s to %s', l.principal_fen, l.gift_fen, l.member_id, o.amount_fen, o.member) as detail
      from payments_lot l
      left join (${WALLET_OTHER_CREDITS}) o on o.tenant_id = l.tenant_id and o.id = l.journal_id
      where l.origin = 'adjusted' and l.reversed_on is null and ($1::uuid is null or l.tenant_id = $1)
        and (o.amount_fen is distinct from l.principal_fen + l.gift_fen or o.member is distinct from l.member_id::text)`,
  },
  {
    // A payment of a channel that is asked is credited on the channel's word alone, once, for what was asked for.
    name: 'payments.codeOfPayment',
    statement: `
      select coalesce(c.tenant_id, p.tenant_id) as tenant_id, coalesce(c.id, p.id)::text as subject,
        format('code of %s for %s is %s; its top-up has %s of %s', c.amount_fen, c.member_id, c.state, p.amount_fen, p.member_id) as detail
      from (select * from payments_code_payment where state = 'paid' and ($1::uuid is null or tenant_id = $1)) c
      full join (select * from payments_payment where request_key like 'payments.codePayment:%' and ($1::uuid is null or tenant_id = $1)) p
        on p.tenant_id = c.tenant_id and p.id = c.top_up_id
      left join (${MERGED_ACCOUNTS}) m on m.tenant_id = c.tenant_id and m.member_id = c.member_id
      left join (${MERGED_ACCOUNTS}) n on n.tenant_id = p.tenant_id and n.member_id = p.member_id
      where c.id is null or p.id is null or coalesce(n.account_id, p.member_id) <> coalesce(m.account_id, c.member_id) or p.channel_id <> c.channel_id or p.amount_fen <> c.amount_fen
        or p.gift_fen <> 0 or p.number <> c.number`,
  },
]
