import { type LedgerReport, verifyLedger } from '@wattyard/ledger/server'
import type { Database } from '@wattyard/server-kit'
import type { DaySigner } from './signer.ts'
import { type CloseVerification, verifyDayClose } from './verify-day-close.ts'

export interface BooksReport {
  ok: boolean
  ledger: LedgerReport
  days: CloseVerification
}

/** Ledger and closed days of a tenant, recomputed from the rows in one snapshot. */
export async function verifyBooks(
  db: Database,
  tenantId: string,
  { signer, now }: { signer: DaySigner; now: number },
): Promise<BooksReport> {
  return db.tenant(
    tenantId,
    async tx => {
      const ledger = await verifyLedger(tx, { tenantId, now })
      const days = await verifyDayClose(tx, { tenantId, signer })
      return { ok: ledger.ok && days.ok, ledger, days }
    },
    { readOnly: true, snapshot: true },
  )
}
