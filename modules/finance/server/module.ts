import {
  type Database,
  eachByItself,
  type Job,
  outsideTransaction,
  type ServerModule,
  serverModule,
  serveResource,
  type WireRecord,
} from '@wattyard/server-kit'
import { closeDays, closeMonth, dayClose, monthClose } from '../contract/index.ts'
import { registry } from '../contract/registry.ts'
import { anchorBooks } from './verify/anchor-books.ts'
import { billSheet } from './bill/bill-sheet.ts'
import { dailyBillRoutes } from './bill/daily-bill-routes.ts'
import { closedDaySheet } from './close/closed-day-sheet.ts'
import { dayCloseCommands } from './close/close-day.ts'
import { dayCloseRoutes, trialOnTheWire } from './close/day-close-routes.ts'
import { monthCloseCommands, monthOnTheWire } from './month/close-month.ts'
import type { FrozenMonthRow } from './month/month-root.ts'
import { monthRoutes } from './month/month-routes.ts'
import { homeRoutes } from './home/home-routes.ts'
import { orderTotalsRoute } from './bill/order-totals-route.ts'
import { type FinancePorts, type FinanceWorld, worldOf } from './ports.ts'
import type { FrozenTrialRow } from './rows.ts'
import { sealDays, tenantsToSeal } from './close/seal-days.ts'
import { traceRoute } from './trace/trace-route.ts'
import { FINANCE_DELETION_RULES } from './deletion-rules.ts'
import { financeDeletionBlockers } from './deletion-blockers.ts'

const SEAL_EVERY_MS = 2_000
const SEAL_LEASE_MS = 10 * 60_000

/**
 * Returns the job that seals closings. Normally a closing is sealed right after its command; the job finds those left by a crash.
 */
function sealJob(world: FinanceWorld): Job {
  return {
    name: 'finance.seal-days',
    every_ms: SEAL_EVERY_MS,
    lease_ms: SEAL_LEASE_MS,
    async run({ db, signal }) {
      const tenants = await db.platform(tenantsToSeal, { readOnly: true })
      await eachByItself(tenants, tenantId => sealDays(db, world, tenantId, signal), { signal })
    },
  }
}

const ANCHOR_EVERY_MS = 10_000
/** Time for anchoring at shutdown; one interval's journals take hundredths of a second. */
const LAST_ANCHOR_MS = 2_000

/** Returns the job that anchors new journals outside the posting transactions. */
function anchorJob(world: FinanceWorld): Job {
  return {
    name: 'finance.anchor-books',
    every_ms: ANCHOR_EVERY_MS,
    last_ms: LAST_ANCHOR_MS,
    lease_ms: SEAL_LEASE_MS,
    async run({ db, signal }) {
      await anchorBooks(db, world, signal)
    },
  }
}

/** Converts the frozen rows of a month from fen to decimal text. */
function showMonth(record: WireRecord): void {
  record.trialBalance = monthOnTheWire(record.trialBalance as FrozenMonthRow[]) // written by the closing alone
}

export interface FinanceOptions extends FinancePorts {
  /** Database to seal directly after a closing; without it the job seals. */
  db?: Database
}

/** Converts the frozen rows from fen to decimal text. */
function showTrialBalance(record: WireRecord): void {
  record.trialBalance = trialOnTheWire(record.trialBalance as FrozenTrialRow[]) // written by the sealing alone
}

/** Returns the module: daily bills, closed days, traces and the home page's answers. */
export function financeModule(options: FinanceOptions): ServerModule {
  const world = worldOf(options)
  const { db } = options
  const sealNow = (tenantId: string) => {
    if (!db) return
    // The job retries and reports errors; nobody waits for this attempt.
    outsideTransaction(() => void sealDays(db, world, tenantId).catch(() => {}))
  }
  return serverModule(registry, {
    tenantDeletion: FINANCE_DELETION_RULES,
    deletionBlockers: financeDeletionBlockers,
    served: [
      serveResource(dayClose, {
        answers: [closeDays],
        commands: dayCloseCommands(world, sealNow),
        decorate: async (_tx, _caller, records) => records.forEach(showTrialBalance),
        allows(action, row) {
          if (action === 'approve' || action === 'reject') return row.state === 'proposed'
          if (action === 'reopen') return row.kind === 'close' && row.state === 'sealed'
          return true
        },
      }),
      serveResource(monthClose, {
        answers: [closeMonth],
        commands: monthCloseCommands(world),
        decorate: async (_tx, _caller, records) => records.forEach(showMonth),
        allows: (action, row) => (action !== 'approve' && action !== 'reject') || row.state === 'proposed',
      }),
    ],
    routes: [...dayCloseRoutes(world), ...monthRoutes(world), traceRoute(world), orderTotalsRoute(world)],
    routesOver: index => [...dailyBillRoutes(world, index), ...homeRoutes(world, index)],
    sheets: [billSheet, closedDaySheet],
    jobs: [sealJob(world), anchorJob(world)],
  })
}
