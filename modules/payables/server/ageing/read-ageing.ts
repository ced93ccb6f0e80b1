import { companiesByIds } from '@wattyard/companies/server'
import { accountingDayOf } from '@wattyard/members/server'
import { type Fen, fen, formatFen, ZERO_FEN } from '@wattyard/money'
import { col, type Route, serveCall, type Tx } from '@wattyard/server-kit'
import { type BusinessDay, businessDay } from '@wattyard/time'
import { readAgeing } from '../../contract/calls/ageing.ts'
import { type Bucket, BUCKETS, type DocumentKind } from '../../contract/index.ts'
import type { PayablesWorld } from '../world.ts'

/** What is open in each bucket, in fen. */
export type Ageing = Readonly<Record<Bucket, Fen>>

const NOTHING: Ageing = { notDue: ZERO_FEN, to30: ZERO_FEN, to60: ZERO_FEN, to90: ZERO_FEN, over90: ZERO_FEN }

/** Allocations that were made or undone after a day, each by an index of its own; those of both are of no day before. */
const SINCE = `
  select debit_id, credit_id, amount_fen, booked_on from payables_allocation where tenant_id = $1 and booked_on > $3::date and undone_on is null
  union all
  select debit_id, credit_id, amount_fen, booked_on from payables_allocation where tenant_id = $1 and undone_on > $3::date and booked_on <= $3::date`

/**
 * What was open at the end of a day: what is open now, and what happened since taken back. So today costs one index, and a past day
 * the allocations since. By accounting days alone, so that it is the balance of the control account on that day (decision 426).
 * `$1` tenant, `$2` kind, `$3` day, `$4` company or null.
 */
const OPEN_ON = `
  select due, company_id, open_fen as amount from payables_document
  where tenant_id = $1 and kind = $2 and open_fen > 0 and booked_on <= $3::date and ($4::uuid is null or company_id = $4)
  union all
  select due, company_id, amount_fen from payables_document
  where tenant_id = $1 and kind = $2 and booked_on <= $3::date and cancelled_on > $3::date and ($4::uuid is null or company_id = $4)
  union all
  select d.due, d.company_id, case when a.booked_on > $3::date then a.amount_fen else -a.amount_fen end
  from (${SINCE}) a join payables_document d on d.tenant_id = $1 and d.id = a.debit_id
  where d.kind = $2 and d.booked_on <= $3::date and ($4::uuid is null or d.company_id = $4)
  union all
  select d.due, d.company_id, case when a.booked_on > $3::date then a.amount_fen else -a.amount_fen end
  from (${SINCE}) a join payables_document d on d.tenant_id = $1 and d.id = a.credit_id
  where d.kind = $2 and d.booked_on <= $3::date and ($4::uuid is null or d.company_id = $4)`

const BUCKET = `case when $3::date <= due then 'notDue' when $3::date - due <= 30 then 'to30' when $3::date - due <= 60 then 'to60'
  when $3::date - due <= 90 then 'to90' else 'over90' end`

export interface AgeingAsked {
  readonly tenantId: string
  readonly kind: DocumentKind
  readonly day: BusinessDay
  readonly companyId?: string | null
}

/** Returns what was open of documents of a kind at the end of a day, by days overdue. */
export async function ageingOf(tx: Tx, { tenantId, kind, day, companyId = null }: AgeingAsked): Promise<Ageing> {
  const rows = await tx.query(
    { bucket: col.oneOf(BUCKETS), amount: col.text },
    `select ${BUCKET} as bucket, sum(amount)::text as amount from (${OPEN_ON}) open group by 1`,
    [tenantId, kind, day, companyId],
  )
  return rows.reduce<Ageing>((all, row) => ({ ...all, [row.bucket]: fen(BigInt(row.amount)) }), NOTHING)
}

/** Most companies that a screen names; a file has them all. */
const MAX_COMPANIES = 100

/** Returns the same by company, those with most open first. */
export async function ageingByCompany(
  tx: Tx,
  { tenantId, kind, day, companyId = null }: AgeingAsked,
  most: number | null = MAX_COMPANIES,
) {
  const rows = await tx.query(
    { company_id: col.uuid, total: col.text, buckets: col.json<Partial<Record<Bucket, string>>>() },
    `select company_id, sum(amount)::text as total, jsonb_object_agg(bucket, amount::text) as buckets from (
       select company_id, ${BUCKET} as bucket, sum(amount) as amount from (${OPEN_ON}) open group by 1, 2) parts
     group by company_id having sum(amount) <> 0 order by sum(amount) desc, company_id limit $5`,
    [tenantId, kind, day, companyId, most],
  )
  return rows.map(({ company_id: id, total, buckets }) => ({
    id,
    total: fen(BigInt(total)),
    buckets: BUCKETS.reduce<Ageing>(
      (all, bucket) => ({ ...all, [bucket]: fen(BigInt(buckets[bucket] ?? '0')) }),
      NOTHING,
    ),
  }))
}

export const totalOf = (ageing: Ageing): Fen => fen(BUCKETS.reduce((sum, bucket) => sum + ageing[bucket], 0n))
const wire = (ageing: Ageing) => ({
  notDue: formatFen(ageing.notDue),
  to30: formatFen(ageing.to30),
  to60: formatFen(ageing.to60),
  to90: formatFen(ageing.to90),
  over90: formatFen(ageing.over90),
})

/** Answers the ageing on a day; of a day to come as of that day, with what is open now. */
export const ageingRoute = ({ clock }: PayablesWorld): Route =>
  serveCall(readAgeing, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const { tenantId } = caller
      const today = await accountingDayOf(tx, tenantId, clock.now())
      const day = input.day === undefined ? today : businessDay(input.day)
      const asked = { tenantId, kind: input.kind, day, companyId: input.company ?? null }
      const ageing = await ageingOf(tx, asked)
      const parts = input.byCompany === 'true' ? await ageingByCompany(tx, asked) : []
      const names = await companiesByIds(
        tx,
        tenantId,
        parts.map(({ id }) => id),
      )
      return {
        day,
        isPast: day < today,
        total: formatFen(totalOf(ageing)),
        buckets: wire(ageing),
        companies: parts.map(({ id, total, buckets }) => ({
          id,
          name: names.get(id)?.name ?? '',
          total: formatFen(total),
          buckets: wire(buckets),
        })),
      }
    },
  })
