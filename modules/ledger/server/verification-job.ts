import { type Database, eachByItself, type Job, emit, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { rollUpClosedDays, tenantsToRollUp } from './close-books.ts'
import { type BookCheck, type LedgerReport, verifyLedger } from './verify-ledger.ts'

export const VERIFICATION = {
  at: col.instant,
  ok: col.boolean,
}

export type Verification = RowIn<typeof VERIFICATION>

/** Returns the verifier's last result for a tenant; null before the first. Closing a day and paying out require it. */
export async function lastVerification(tx: Tx, tenantId: string): Promise<Verification | null> {
  const [row] = await tx.query(VERIFICATION, 'select at, ok from ledger_verification where tenant_id = $1', [tenantId])
  return row ?? null
}

/** Stores the result of a verification and emits an event when something is wrong. */
export async function recordVerification(tx: Tx, tenantId: string, report: LedgerReport): Promise<void> {
  await tx.execute(
    `insert into ledger_verification (tenant_id, at, ok, counted, findings) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id) do update set at = excluded.at, ok = excluded.ok, counted = excluded.counted, findings = excluded.findings`,
    [tenantId, new Date(report.at), report.ok, JSON.stringify(report.counted), JSON.stringify(report.findings)],
  )
  if (!report.ok)
    await emit(tx, [
      {
        tenantId,
        topic: 'ledger.verification-failed',
        key: tenantId,
        body: { at: report.at, findings: report.findings.slice(0, 10) },
      },
    ])
}

/** Verifies each tenant separately, so that no statement reads more than one tenant's postings. */
export async function verifyEveryTenant(
  db: Database,
  now: number,
  signal: AbortSignal,
  checks: readonly BookCheck[] = [],
): Promise<{ tenants: number; wrong: string[] }> {
  const tenants = await db.platform(
    tx => tx.query({ tenant_id: col.uuid }, 'select distinct tenant_id from ledger_account'),
    { readOnly: true },
  )
  const wrong: string[] = []
  await eachByItself(
    tenants.map(row => row.tenant_id),
    async tenantId => {
      const report = await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now, checks }), {
        readOnly: true,
        snapshot: true,
      })
      await db.tenant(tenantId, tx => recordVerification(tx, tenantId, report))
      if (!report.ok) wrong.push(tenantId)
    },
    { signal },
  )
  return { tenants: tenants.length, wrong }
}

/** Returns the jobs of the ledger. @param checks of modules whose records follow the books */
export const ledgerJobs = (checks: readonly BookCheck[]): readonly Job[] => [
  {
    name: 'ledger.verify',
    cron: '5 * * * *',
    async run({ db, now, signal }) {
      const { tenants, wrong } = await verifyEveryTenant(db, now, signal, checks)
      // The system page shows the job's error.
      if (wrong.length)
        throw new Error(`the ledger of ${wrong.length} tenants does not verify: ${wrong.slice(0, 5).join(', ')}`)
      return `tenants: ${tenants}`
    },
  },
  {
    name: 'ledger.roll-up',
    cron: '35 * * * *',
    async run({ db, signal }) {
      let rows = 0
      await eachByItself(
        await db.platform(tenantsToRollUp),
        async tenantId => {
          rows += await db.tenant(tenantId, tx => rollUpClosedDays(tx, tenantId))
        },
        { signal },
      )
      return `rows: ${rows}`
    },
  },
]
