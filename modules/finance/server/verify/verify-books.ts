import { type LedgerReport, verifyLedger } from '@wattyard/ledger/server'
import type { Database, Tx } from '@wattyard/server-kit'
import type { NewestRoots } from './outside-roots.ts'
import type { DaySigner } from '../close/signer.ts'
import { type MonthsVerification, verifyMonths } from '../month/verify-months.ts'
import { BOOK_CHECKS } from './book-checks.ts'
import { type AnchorVerification, verifyAnchors } from './verify-anchors.ts'
import { type CloseVerification, verifyDayClose } from './verify-day-close.ts'
import { type OrdersVerification, verifyOrders } from './verify-orders.ts'

export interface BooksReport {
  ok: boolean
  ledger: LedgerReport
  days: CloseVerification
  months: MonthsVerification
  orders: OrdersVerification
  anchors: AnchorVerification
}

interface BooksQuestion {
  signer: DaySigner
  now: number
  /** Newest roots of the tenant outside the database, read before the snapshot; null when none are stored. */
  outside?: NewestRoots | null
}

/** Recomputes the ledger, what follows it, orders, closed days and months, and the running chain of a tenant in one snapshot. */
export function verifyBooks(db: Database, tenantId: string, question: BooksQuestion): Promise<BooksReport> {
  return db.tenant(tenantId, tx => verifyBooksIn(tx, tenantId, question), { readOnly: true, snapshot: true })
}

/** Returns the same in a transaction of the caller's, which has to be a snapshot for its statements to agree. */
export async function verifyBooksIn(
  tx: Tx,
  tenantId: string,
  { signer, now, outside = null }: BooksQuestion,
): Promise<BooksReport> {
  const ledger = await verifyLedger(tx, { tenantId, now, checks: BOOK_CHECKS })
  const days = await verifyDayClose(tx, { tenantId, signer, outside: outside?.day ?? null })
  const months = await verifyMonths(tx, { tenantId, signer, outside: outside?.month ?? null })
  const orders = await verifyOrders(tx, tenantId)
  const anchors = await verifyAnchors(tx, { tenantId, signer, outside: outside?.anchor ?? null })
  const ok = [ledger, days, months, orders, anchors].every(part => part.ok)
  return { ok, ledger, days, months, orders, anchors }
}
