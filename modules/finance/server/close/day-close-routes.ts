import { formatFen } from '@wattyard/money'
import { settingOf } from '@wattyard/platform/server'
import { recordVerification, trialBalance } from '@wattyard/ledger/server'
import { mustSeeWholeTenant, Refusal, type Route, serveCall } from '@wattyard/server-kit'
import { addDays, businessDay, businessDayOf } from '@wattyard/time'
import { addBills, dayCloseGate, judgeGate, verifyDays, verifyBooksNow } from '../../contract/index.ts'
import { sumsOnTheWire } from '../bill/daily-bill-wire.ts'
import { gateFacts, nextDayToClose } from './gate-facts.ts'
import { type FinanceWorld, tenantOf } from '../ports.ts'
import { billsOfOrders } from '../bill/read-bills.ts'
import { frozenTrial } from '../rows.ts'
import { dayCloseFourEyes } from '../settings.ts'
import { verifyBooks } from '../verify/verify-books.ts'
import { verifyDayClose } from '../verify/verify-day-close.ts'

/** Serves the state of a day before closing: gate, sums and trial balance. */
function gate(world: FinanceWorld): Route {
  return serveCall(dayCloseGate, {
    work: 'read',
    async handle({ tx, caller, input }) {
      mustSeeWholeTenant(caller)
      const { tenantId } = caller
      const { zone } = await tenantOf(tx, tenantId)
      const now = world.clock.now()
      const nextDay = await nextDayToClose(tx, tenantId)
      const wanted = input.day ? businessDay(input.day) : (nextDay ?? addDays(businessDayOf(now, zone), -1))
      const facts = await gateFacts(tx, { tenantId, zone, day: wanted, now, consumer: world.consumer })
      const bills = await billsOfOrders(
        tx,
        { tenantId, from: wanted, to: wanted, stations: null, operators: null },
        zone,
      )
      const balance = await trialBalance(tx, { tenantId, upTo: wanted })
      return {
        day: wanted,
        nextDay,
        closedUntil: facts.closedUntil,
        gate: judgeGate(facts),
        fourEyes: await settingOf(tx, dayCloseFourEyes, tenantId),
        stations: bills.length,
        totals: sumsOnTheWire(addBills(bills)),
        trialBalance: trialOnTheWire(frozenTrial(balance)),
        asOf: now,
      }
    },
  })
}

/** Returns trial balance rows with money as decimal text. */
export function trialOnTheWire(rows: ReturnType<typeof frozenTrial>) {
  const yuan = (text: string) => formatFen(BigInt(text) as Parameters<typeof formatFen>[0]) // fen by the row's own word
  return rows.map(row => ({ ...row, debits: yuan(row.debits), credits: yuan(row.credits), balance: yuan(row.balance) }))
}

/** Recomputes closed days from the rows; one day or all. */
function verifyDaysRoute(world: FinanceWorld): Route {
  return serveCall(verifyDays, {
    work: 'raw',
    async handle({ db, caller, input }) {
      if (!caller) throw new Error('a permitted route has a caller')
      mustSeeWholeTenant(caller)
      const { tenantId } = caller
      const report = await db.tenant(
        tenantId,
        tx =>
          verifyDayClose(tx, {
            tenantId,
            signer: world.signer,
            day: input.day ?? null,
            outside: world.outside?.newest(tenantId).day ?? null,
          }),
        {
          readOnly: true,
          snapshot: true,
        },
      )
      return { ...report, asOf: world.clock.now() }
    },
  })
}

/** Serves the verification of ledger and closed days, and stores the ledger's result for the gate. */
function verifyAll(world: FinanceWorld): Route {
  return serveCall(verifyBooksNow, {
    work: 'raw',
    async handle({ db, caller }) {
      if (!caller) throw new Error('a permitted route has a caller')
      if (caller.readOnly) throw new Refusal('kernel.readOnly', { status: 403 })
      const { tenantId } = caller
      const report = await verifyBooks(db, tenantId, {
        signer: world.signer,
        now: world.clock.now(),
        outside: world.outside?.newest(tenantId) ?? null,
      })
      await db.tenant(tenantId, tx => recordVerification(tx, tenantId, report.ledger))
      return report
    },
  })
}

export function dayCloseRoutes(world: FinanceWorld): Route[] {
  return [gate(world), verifyDaysRoute(world), verifyAll(world)]
}
