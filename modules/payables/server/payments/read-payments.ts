import { companiesByIds } from '@wattyard/companies/server'
import type { Fen } from '@wattyard/money'
import { col, type RowIn, type Tx, uuidList } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { PAYMENT_KINDS } from '../../contract/index.ts'

/** A payment between us and a company that was confirmed: money that came to a channel or left it. */
export interface CompanyPayment {
  readonly id: string
  readonly number: string
  /** `advanceReceived` came in, `advancePaid` went out. */
  readonly kind: (typeof PAYMENT_KINDS)[number]
  readonly channelId: string
  /** As a positive amount. */
  readonly amount: Fen
  /** The day on which money moved, as whoever entered it says. Nobody says at what time. */
  readonly paidOn: BusinessDay
  /** Number of the receipt, or reference of the transfer; null for none. */
  readonly receipt: string | null
  /** What its company is called: its name first, then the short one. Empty when it is gone. */
  readonly companyNames: readonly string[]
  /** Day of its journal: a later one where its own day was closed. */
  readonly bookedOn: BusinessDay | null
  /** Day of the journal that took it back; null for one that stands. */
  readonly reversedOn: BusinessDay | null
}

/** Payments by the channels on some days, both included, or single ones by their ids. */
export type CompanyPaymentsAsked =
  | { readonly channelIds: readonly string[]; readonly from: BusinessDay; readonly to: BusinessDay }
  | { readonly channelIds: readonly string[]; readonly ids: readonly string[] }

/** Payments that are read at a time. */
const PAGE = 5_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const FIRST_DAY = '0001-01-01'

const PAYMENT = {
  id: col.uuid,
  number: col.text,
  kind: col.oneOf(PAYMENT_KINDS),
  channel_id: col.uuid,
  company_id: col.uuid,
  amount_fen: col.fen,
  issued: col.day,
  receipt: col.text.orNull,
  booked_on: col.day.orNull,
  cancelled_on: col.day.orNull,
}

/**
 * Yields the payments of companies by channels, page by page, each with one query and one for the names: confirmed ones and cancelled
 * ones; a draft is no payment.
 */
export async function* readCompanyPayments(
  tx: Tx,
  tenantId: string,
  of: CompanyPaymentsAsked,
): AsyncGenerator<CompanyPayment[]> {
  for (const channelId of of.channelIds) {
    let after: { day: string; id: string } | null = { day: FIRST_DAY, id: FIRST_ID }
    while (after !== null) {
      const rows: RowIn<typeof PAYMENT>[] = await pageOf(tx, tenantId, channelId, of, after)
      if (rows.length > 0) yield await withNames(tx, tenantId, rows)
      const last: RowIn<typeof PAYMENT> | undefined = rows.length === PAGE ? rows.at(-1) : undefined
      after = last === undefined ? null : { day: last.issued, id: last.id }
    }
  }
}

function pageOf(
  tx: Tx,
  tenantId: string,
  channelId: string,
  of: CompanyPaymentsAsked,
  after: { readonly day: string; readonly id: string },
): Promise<RowIn<typeof PAYMENT>[]> {
  const [where, ...values] =
    'ids' in of
      ? (['d.id = any($5::uuid[])', uuidList(of.ids)] as const)
      : (['d.issued between $5::date and $6::date', of.from, of.to] as const)
  return tx.query(
    PAYMENT,
    `select d.id, d.number, d.kind, d.channel_id, d.company_id, d.amount_fen, d.issued, d.receipt, d.booked_on, d.cancelled_on from payables_document d
     where d.tenant_id = $1 and d.channel_id = $2 and d.phase <> 'draft' and (d.issued, d.id) > ($3::date, $4::uuid) and ${where}
     order by d.issued, d.id limit ${PAGE}`,
    [tenantId, channelId, after.day, after.id, ...values],
  )
}

async function withNames(tx: Tx, tenantId: string, rows: readonly RowIn<typeof PAYMENT>[]): Promise<CompanyPayment[]> {
  const companies = await companiesByIds(tx, tenantId, [...new Set(rows.map(row => row.company_id))])
  return rows.map(row => {
    const company = companies.get(row.company_id)
    return {
      id: row.id,
      number: row.number,
      kind: row.kind,
      channelId: row.channel_id,
      amount: row.amount_fen,
      paidOn: row.issued,
      receipt: row.receipt,
      companyNames: [company?.name, company?.shortName].filter(name => typeof name === 'string'),
      bookedOn: row.booked_on,
      reversedOn: row.cancelled_on,
    }
  })
}

/** Returns the days within a time, both included, on which companies were paid or paid by channels. */
export async function companyPaymentDays(
  tx: Tx,
  tenantId: string,
  { channelIds, from, to }: Extract<CompanyPaymentsAsked, { from: BusinessDay }>,
): Promise<ReadonlySet<BusinessDay>> {
  const rows = await tx.query(
    { day: col.day },
    `select distinct issued as day from payables_document
     where tenant_id = $1 and channel_id = any($2::uuid[]) and phase = 'confirmed' and issued between $3::date and $4::date`,
    [tenantId, uuidList(channelIds), from, to],
  )
  return new Set(rows.map(row => row.day))
}
