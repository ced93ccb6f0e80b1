import { type BookCheck, COMPANY_SUMS } from '@wattyard/ledger/server'

/** Code of the control account of a document's kind, in SQL. */
const CODE = `case d.kind when 'receivable' then 'company_receivable' when 'payable' then 'company_payable'
  when 'advanceReceived' then 'advance_received' else 'advance_paid' end`

/** Checks for the verifier of the ledger: what is open follows from the allocations, and each company's accounts hold what it has open. */
export const DOCUMENT_CHECKS: readonly BookCheck[] = [
  {
    name: 'payables.openDiffers',
    statement: `
      select d.tenant_id, d.id::text as subject,
        format('%s has %s open and %s written off of %s; its allocations leave %s and %s', d.number, d.open_fen, d.written_off_fen, d.amount_fen,
          d.amount_fen - coalesce(a.settled_fen, 0), coalesce(a.written_off_fen, 0)) as detail
      from payables_document d
      left join (
        select tenant_id, id, sum(amount_fen) as settled_fen, sum(amount_fen) filter (where kind = 'writeOff') as written_off_fen from (
          select tenant_id, debit_id as id, amount_fen, kind from payables_allocation where debit_id is not null and undone_on is null
          union all
          select tenant_id, credit_id, amount_fen, kind from payables_allocation where credit_id is not null and undone_on is null) sides
        where $1::uuid is null or tenant_id = $1 group by tenant_id, id
      ) a on a.tenant_id = d.tenant_id and a.id = d.id
      where ($1::uuid is null or d.tenant_id = $1)
        and (case when d.phase = 'confirmed' then d.open_fen <> d.amount_fen - coalesce(a.settled_fen, 0) else coalesce(a.settled_fen, 0) <> 0 end
          or d.written_off_fen <> coalesce(a.written_off_fen, 0))`,
  },
  {
    name: 'payables.controlDiffers',
    statement: `
      select coalesce(o.tenant_id, b.tenant_id) as tenant_id, coalesce(o.company, b.company) as subject,
        format('%s holds %s, its documents have %s open', coalesce(o.code, b.code), coalesce(b.balance_fen, 0), coalesce(o.open_fen, 0)) as detail
      from (
        select d.tenant_id, ${CODE} as code, d.company_id::text as company, sum(d.open_fen) as open_fen from payables_document d
        where $1::uuid is null or d.tenant_id = $1 group by 1, 2, 3
      ) o
      full join (${COMPANY_SUMS}) b on b.tenant_id = o.tenant_id and b.code = o.code and b.company = o.company
      where coalesce(o.open_fen, 0) <> coalesce(b.balance_fen, 0)`,
  },
]
