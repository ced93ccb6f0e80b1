import {
  type BookCheck,
  CHARGED_BACK,
  HOLD_SUMS,
  JOURNAL_SUMS,
  PAYABLE_SPENT,
  REFUNDS_PAYABLE,
  WALLET_OTHER_CREDITS,
} from '@wattyard/ledger/server'
import { MERGED_ACCOUNTS } from '@wattyard/members/server'

const OWED = "('waiting', 'sending', 'accepted', 'unclear', 'abnormal', 'failed')"
const TAKES = `
  select t.tenant_id, t.refund_id, sum(t.from_principal_fen + t.from_gift_fen) as amount_fen,
    sum(t.from_principal_fen + t.forfeited_principal_fen) as principal_fen, sum(t.from_gift_fen + t.forfeited_gift_fen) as gift_fen
  from payments_refund_take t where $1::uuid is null or t.tenant_id = $1 group by t.tenant_id, t.refund_id`

/**
 * Checks that refunds agree with their lots, their parts and the books, for the verifier of the ledger. Together with the constraints
 * of the tables it follows that no part is more than its lot had, and that what is payable is what the parts are owed.
 */
export const REFUND_CHECKS: readonly BookCheck[] = [
  // What was asked for is what the lots give, and on hold as long as nobody has decided.
  {
    name: 'payments.refundTakes',
    statement: `
      select r.tenant_id, r.id::text as subject,
        format('refund of %s, %s + %s in state %s: its lots give %s of %s + %s, its hold is %s with %s + %s', r.amount_fen, r.principal_fen, r.gift_fen, r.state,
          t.amount_fen, t.principal_fen, t.gift_fen, h.state, h.principal_fen, h.gift_fen) as detail
      from payments_refund r
      left join (${TAKES}) t on t.tenant_id = r.tenant_id and t.refund_id = r.id
      left join (${HOLD_SUMS}) h on h.tenant_id = r.tenant_id and h.id = r.hold_id
      where ($1::uuid is null or r.tenant_id = $1)
        and (t.amount_fen is distinct from r.amount_fen or t.principal_fen is distinct from r.principal_fen or t.gift_fen is distinct from r.gift_fen
          or h.principal_fen is distinct from r.principal_fen or h.gift_fen is distinct from r.gift_fen
          or h.state is distinct from case r.state when 'requested' then 'open' when 'rejected' then 'voided' when 'withdrawn' then 'voided' else 'posted' end)`,
  },
  // The parts that count add up to what was granted, lot by lot; nothing has parts before. One that was paid a second time is the member's.
  {
    name: 'payments.refundParts',
    statement: `
      select t.tenant_id, t.refund_id::text as subject,
        format('lot %s gives %s to a refund in state %s, whose parts of it come to %s', t.lot_id, t.by_channel_fen + t.by_hand_fen, r.state, coalesce(p.amount_fen, 0)) as detail
      from payments_refund_take t
      join payments_refund r on r.tenant_id = t.tenant_id and r.id = t.refund_id
      left join (
        select q.tenant_id, q.refund_id, q.lot_id, sum(q.amount_fen) as amount_fen from payments_refund_part q
        where q.state not in ('replaced', 'dropped') and ($1::uuid is null or q.tenant_id = $1)
          and not exists (select from payments_refund_late f where f.tenant_id = q.tenant_id and f.part_id = q.id and not f.is_covered and f.was <> 'givenBack')
        group by q.tenant_id, q.refund_id, q.lot_id
      ) p on p.tenant_id = t.tenant_id and p.refund_id = t.refund_id and p.lot_id = t.lot_id
      where ($1::uuid is null or t.tenant_id = $1)
        and coalesce(p.amount_fen, 0) <> case when r.state in ('requested', 'rejected', 'withdrawn') then 0 else t.by_channel_fen + t.by_hand_fen end`,
  },
  // What a lot says that refunds took is what granted refunds took of it, and what left a second time.
  {
    name: 'payments.refundOfLot',
    statement: `
      select l.tenant_id, l.id::text as subject,
        format('lot was refunded %s, forfeited %s, %s of it principal; its refunds took %s, %s, %s', l.refunded_fen, l.forfeited_fen, l.principal_taken_fen,
          coalesce(t.refunded_fen, 0), coalesce(t.forfeited_fen, 0), coalesce(t.taken_fen, 0)) as detail
      from payments_lot l
      left join (
        select tenant_id, lot_id, sum(refunded_fen) as refunded_fen, sum(forfeited_fen) as forfeited_fen, sum(taken_fen) as taken_fen from (
        select k.tenant_id, k.lot_id, sum(k.from_principal_fen + k.from_gift_fen) as refunded_fen,
          sum(k.forfeited_principal_fen + k.forfeited_gift_fen) as forfeited_fen, sum(k.from_principal_fen + k.forfeited_principal_fen) as taken_fen
        from payments_refund_take k join payments_refund r on r.tenant_id = k.tenant_id and r.id = k.refund_id
        where r.state not in ('requested', 'rejected', 'withdrawn') and ($1::uuid is null or k.tenant_id = $1) group by k.tenant_id, k.lot_id
        union all
        select tenant_id, lot_id, of_lot_fen, 0, of_lot_fen from payments_refund_late where not is_covered and ($1::uuid is null or tenant_id = $1)
        ) taken group by tenant_id, lot_id
      ) t on t.tenant_id = l.tenant_id and t.lot_id = l.id
      where ($1::uuid is null or l.tenant_id = $1) and (l.refunded_fen <> coalesce(t.refunded_fen, 0) or l.forfeited_fen <> coalesce(t.forfeited_fen, 0)
        or l.principal_taken_fen <> coalesce(t.taken_fen, 0))`,
  },
  // Of one refund, what the books owe is what its parts are owed. Refunds of orders and of earlier releases have other sources.
  {
    name: 'payments.refundPayable',
    statement: `
      select coalesce(b.tenant_id, p.tenant_id) as tenant_id, coalesce(b.refund_id, p.refund_id) as subject,
        format('%s is payable, its parts are owed %s', coalesce(b.balance_fen, 0), coalesce(p.owed_fen, 0)) as detail
      from (
        select s.tenant_id, coalesce(q.refund_id::text, s.source_id) as refund_id, sum(s.payable_fen) as balance_fen
        from (${REFUNDS_PAYABLE}) s
        left join payments_refund_part q on s.source_type = 'payments.refundPart' and q.tenant_id = s.tenant_id and q.id::text = s.source_id
        where s.source_type in ('payments.refund', 'payments.refundPart') group by 1, 2
      ) b
      full join (
        select tenant_id, refund_id::text as refund_id, coalesce(sum(amount_fen) filter (where state in ${OWED}), 0) as owed_fen
        from payments_refund_part where $1::uuid is null or tenant_id = $1 group by tenant_id, refund_id
      ) p on p.tenant_id = b.tenant_id and p.refund_id = b.refund_id
      where coalesce(b.balance_fen, 0) <> coalesce(p.owed_fen, 0)`,
  },
  // A refund, its hold, its parts and its lots are one member's, and parts say where a granted refund stands.
  {
    name: 'payments.refundState',
    statement: `
      select r.tenant_id, r.id::text as subject,
        format('refund of member %s is %s; its lots are of %s, its parts of %s and say %s', r.member_id, r.state, l.members, p.members, p.state) as detail
      from (select * from payments_refund where $1::uuid is null or tenant_id = $1) r
      left join (
        select t.tenant_id, t.refund_id, string_agg(distinct coalesce(m.account_id, l.member_id)::text, ', ') as members
        from payments_refund_take t join payments_lot l on l.tenant_id = t.tenant_id and l.id = t.lot_id
        left join (${MERGED_ACCOUNTS}) m on m.tenant_id = l.tenant_id and m.member_id = l.member_id
        where $1::uuid is null or t.tenant_id = $1 group by t.tenant_id, t.refund_id
      ) l on l.tenant_id = r.tenant_id and l.refund_id = r.id
      left join (
        select tenant_id, refund_id, string_agg(distinct member_id::text, ', ') as members,
          case when bool_or(state in ${OWED} and state <> 'failed') then 'approved' when bool_or(state = 'failed') then 'failed'
            when not bool_or(state = 'givenBack') then 'done' when bool_or(state = 'done') then 'partlyDone' else 'givenBack' end as state
        from payments_refund_part where $1::uuid is null or tenant_id = $1 group by tenant_id, refund_id
      ) p on p.tenant_id = r.tenant_id and p.refund_id = r.id
      left join (${MERGED_ACCOUNTS}) a on a.tenant_id = r.tenant_id and a.member_id = r.member_id
      where l.members is distinct from coalesce(a.account_id, r.member_id)::text or p.members <> r.member_id::text
        or r.state not in ('requested', 'rejected', 'withdrawn') and p.state is distinct from r.state`,
  },
  // A part that was paid out or given back has its journal, which moves its amount to where the part says; no other part has one. One that was given back
  // and paid out all the same has both.
  {
    name: 'payments.partJournal',
    statement: `
      select coalesce(p.tenant_id, j.tenant_id) as tenant_id, coalesce(p.id::text, j.source_id) as subject,
        format('part of %s, %s by %s, booked on %s; its journal moves %s to %s on %s', p.amount_fen, p.state, p.way, p.booked_on, s.amount_fen,
          concat_ws(' ', s.code, nullif(s.owner_id, '')), j.booked_on) as detail
      from (
        select q.tenant_id, q.id, q.amount_fen, q.state, q.way, q.member_id, q.channel_id, q.booked_on, q.journal_id from payments_refund_part q
        where q.journal_id is not null and ($1::uuid is null or q.tenant_id = $1)
          and not exists (select from payments_refund_late f where f.tenant_id = q.tenant_id and f.part_id = q.id and not f.is_covered)
        union all
        select q.tenant_id, q.id, q.amount_fen, 'givenBack', q.way, q.member_id, q.channel_id, null, f.returned_journal_id
        from payments_refund_late f join payments_refund_part q on q.tenant_id = f.tenant_id and q.id = f.part_id
        where f.returned_journal_id is not null and ($1::uuid is null or f.tenant_id = $1)
      ) p
      full join (
        select * from (${JOURNAL_SUMS}) k where source_type = 'payments.refundPart'
          and not exists (select from payments_refund_late f join payments_refund_part q on q.tenant_id = f.tenant_id and q.id = f.part_id
            where f.tenant_id = k.tenant_id and q.journal_id = k.id and not f.is_covered)
      ) j on j.tenant_id = p.tenant_id and j.id = p.journal_id
      left join (${PAYABLE_SPENT}) s on s.tenant_id = j.tenant_id and s.id = j.id
      left join payments_channel c on c.tenant_id = p.tenant_id and c.id = p.channel_id
      where p.id is null or j.id is null or p.id::text <> j.source_id or s.amount_fen is distinct from p.amount_fen or p.booked_on <> j.booked_on
        or p.state = 'done' and (j.amount_fen <> p.amount_fen or c.kind is distinct from p.way)
        or s.code is distinct from case when p.state = 'givenBack' then 'wallet_principal' when p.way = 'bank' then 'bank' when p.way = 'cash' then 'cash_on_hand'
          else 'channel_clearing' end
        or s.owner_id is distinct from case when p.state = 'givenBack' then p.member_id::text when p.way not in ('bank', 'cash') then c.clearing_owner else '' end`,
  },
  // What left twice was paid out of the channel's account by one journal, for all of it by the member: out of the wallet, and as a debt.
  {
    name: 'payments.partCharged',
    statement: `
      select coalesce(p.tenant_id, j.tenant_id) as tenant_id, coalesce(p.id::text, j.id::text) as subject,
        format('part of %s, %s, of which %s + %s were charged; its journal takes %s + %s from %s', p.amount_fen, p.state, p.taken_fen,
          p.owed_fen, j.principal_fen, j.owed_fen, j.member) as detail
      from (
        select q.tenant_id, q.id, q.amount_fen, q.state, q.member_id, q.journal_id, f.taken_fen, f.owed_fen, c.clearing_owner
        from payments_refund_late f
        join payments_refund_part q on q.tenant_id = f.tenant_id and q.id = f.part_id
        left join payments_channel c on c.tenant_id = q.tenant_id and c.id = q.channel_id
        where not f.is_covered and ($1::uuid is null or f.tenant_id = $1)
      ) p
      full join (
        select b.*, k.source_id from (${CHARGED_BACK}) b
        join (${JOURNAL_SUMS}) k on k.tenant_id = b.tenant_id and k.id = b.id and k.source_type = 'payments.refundPart'
      ) j on j.tenant_id = p.tenant_id and j.id = p.journal_id
      where p.id is null or j.id is null or p.state <> 'done' or p.id::text <> j.source_id or p.taken_fen + p.owed_fen <> p.amount_fen
        or j.principal_fen <> p.taken_fen or j.owed_fen <> p.owed_fen or j.member <> p.member_id::text
        or j.owner_id is distinct from p.clearing_owner`,
  },
  // Money given back is a lot of the part's member and payment, of what the journal put into the wallet.
  {
    name: 'payments.lotGivenBack',
    statement: `
      select coalesce(p.tenant_id, l.tenant_id) as tenant_id, coalesce(p.id, l.id)::text as subject,
        format('given back %s, in all %s; its lot has %s + %s', p.amount_fen, o.amount_fen, l.principal_fen, l.gift_fen) as detail
      from (
        select q.tenant_id, q.id, q.amount_fen, q.member_id, q.top_up_id, coalesce(f.returned_journal_id, q.journal_id) as journal_id
        from payments_refund_part q left join payments_refund_late f on f.tenant_id = q.tenant_id and f.part_id = q.id
        where (q.state = 'givenBack' or f.was = 'givenBack') and ($1::uuid is null or q.tenant_id = $1)
      ) p
      full join (select * from payments_lot where origin = 'givenBack' and ($1::uuid is null or tenant_id = $1)) l
        on l.tenant_id = p.tenant_id and l.journal_id = p.journal_id
      left join (${WALLET_OTHER_CREDITS}) o on o.tenant_id = l.tenant_id and o.id = l.journal_id
      where p.id is null or l.id is null or p.member_id <> l.member_id or p.top_up_id is distinct from l.payment_id or p.amount_fen <> l.principal_fen
        or o.amount_fen is distinct from l.principal_fen + l.gift_fen or l.reversed_on is not null`,
  },
  // No more gift comes back than fell with what came back; none did when it was given back by the first release of refunds.
  {
    name: 'payments.giftGivenBack',
    statement: `
      select t.tenant_id, t.refund_id::text as subject,
        format('%s of %s came back, and %s gift of %s that fell', b.amount_fen, t.by_channel_fen + t.by_hand_fen, b.gift_fen,
          t.forfeited_principal_fen + t.forfeited_gift_fen) as detail
      from payments_refund_take t
      join (
        select p.tenant_id, p.refund_id, p.lot_id, sum(p.amount_fen) as amount_fen, sum(l.gift_fen) as gift_fen
        from payments_refund_part p join payments_lot l on l.tenant_id = p.tenant_id and l.journal_id = p.journal_id
        where p.state = 'givenBack' and ($1::uuid is null or p.tenant_id = $1) group by 1, 2, 3
      ) b on b.tenant_id = t.tenant_id and b.refund_id = t.refund_id and b.lot_id = t.lot_id
      where b.gift_fen > div(2 * (t.forfeited_principal_fen + t.forfeited_gift_fen) * b.amount_fen + t.by_channel_fen + t.by_hand_fen,
        2 * (t.by_channel_fen + t.by_hand_fen)::numeric)`,
  },
]
