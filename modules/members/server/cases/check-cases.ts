import { type BookCheck, HOLD_SUMS, JOURNAL_SUMS } from '@wattyard/ledger/server'

/** Checks that freezes, corrections and merges agree with the books, for the verifier of the ledger. */
export const MEMBER_CHECKS: readonly BookCheck[] = [
  {
    name: 'members.freezeHeld',
    statement: `
      select f.tenant_id, f.id::text as subject, format('freeze of %s + %s is %s; its hold is %s with %s + %s', f.principal_fen, f.gift_fen, f.state, h.state, h.principal_fen, h.gift_fen) as detail
      from members_freeze f
      left join (${HOLD_SUMS}) h on h.tenant_id = f.tenant_id and h.id = f.hold_id
      where ($1::uuid is null or f.tenant_id = $1)
        and (h.principal_fen is distinct from f.principal_fen or h.gift_fen is distinct from f.gift_fen
          or h.state is distinct from case f.state when 'open' then 'open' else 'voided' end)`,
  },
  {
    name: 'members.adjustmentBooked',
    statement: `
      select a.tenant_id, a.id::text as subject, format('correction of %s + %s; its journal moves %s on %s', a.principal_fen, a.gift_fen, j.amount_fen, j.booked_on) as detail
      from members_adjustment a
      left join (${JOURNAL_SUMS}) j on j.tenant_id = a.tenant_id and j.id = a.journal_id
      where ($1::uuid is null or a.tenant_id = $1)
        and (j.source_type is distinct from 'members.adjustment' or j.source_id is distinct from a.id::text
          or j.amount_fen is distinct from a.principal_fen + a.gift_fen + a.paid_debt_fen or j.booked_on is distinct from a.booked_on)`,
  },
  {
    name: 'members.mergeBooked',
    statement: `
      select m.tenant_id, m.id::text as subject, format('merge moved %s + %s and a debt of %s; its journal moves %s', m.principal_fen, m.gift_fen, m.owed_fen, coalesce(j.amount_fen, 0)) as detail
      from members_merge m
      left join (${JOURNAL_SUMS}) j on j.tenant_id = m.tenant_id and j.id = m.journal_id
      where ($1::uuid is null or m.tenant_id = $1) and coalesce(j.amount_fen, 0) <> m.principal_fen + m.gift_fen + m.owed_fen`,
  },
]
