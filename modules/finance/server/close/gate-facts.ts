import { addDays, type BusinessDay, businessDay, dayRange } from '@wattyard/time'
import { formatFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { firstBookedDay, givenAndReversed, undoneOrders } from '@wattyard/charging/server'
import { backlogOf } from '@wattyard/gateway/server'
import type { JournalKind } from '@wattyard/ledger/contract'
import { booksOf, firstJournalDay, journalsOfOtherKinds, lastVerification, movesOfKind } from '@wattyard/ledger/server'
import { missingFileDays, openDifferences } from '@wattyard/reconciliation/server'
import type { Tx } from '@wattyard/server-kit'
import { addBills, type GateFacts, PAYING_ACCOUNTS } from '../../contract/index.ts'
import { billsOfOrders, ORDER_SOURCE } from '../bill/read-bills.ts'

/** Kinds of journals that orders post: those in bills, and holds. */
const ORDER_JOURNALS: readonly JournalKind[] = ['settle', 'refund', 'reversal', 'hold', 'release']

/** Before the first accounting day that `BusinessDay` can name. */
const FIRST_DAY = businessDay('1900-01-01')

export interface GateQuestion {
  tenantId: string
  zone: string
  day: BusinessDay
  now: number
  consumer: string
}

/**
 * Returns the one day that can be closed next: the day after the last closed one, or the first day with bookings; null when
 * nothing was booked.
 */
export async function nextDayToClose(tx: Tx, tenantId: string): Promise<BusinessDay | null> {
  const { closedUntil } = await booksOf(tx, tenantId)
  if (closedUntil !== null) return addDays(closedUntil, 1)
  const first = [await firstJournalDay(tx, tenantId), await firstBookedDay(tx, tenantId)].filter(day => day !== null)
  return first.toSorted()[0] ?? null
}

/** Days before the one that is closed whose files are still asked for when nothing was closed yet. */
const FIRST_LOOK_DAYS = 35

const openSince = (closedUntil: BusinessDay | null, day: BusinessDay): BusinessDay =>
  closedUntil === null ? addDays(day, -FIRST_LOOK_DAYS) : addDays(closedUntil, 1)

/** Reads the facts for the gate. */
export async function gateFacts(tx: Tx, { tenantId, zone, day, now, consumer }: GateQuestion): Promise<GateFacts> {
  const { closedUntil } = await booksOf(tx, tenantId)
  const { from, to: dayEnd } = dayRange(day, zone)
  const backlog = await backlogOf(tx, { tenantId, consumer, from: closedUntil === null ? null : from, to: dayEnd })
  return {
    day,
    now,
    dayEnd,
    nextDay: await nextDayToClose(tx, tenantId),
    closedUntil,
    waitingFrames: backlog.waiting,
    deadLetters: backlog.deadLetters,
    verification: await lastVerification(tx, tenantId),
    ...(await undoneOrders(tx, tenantId, dayEnd)),
    channelDifferences: (await openDifferences(tx, tenantId, day)).count,
    missingFiles: await missingFileDays(tx, tenantId, { from: openSince(closedUntil, day), to: day, now }),
    billDifferences:
      closedUntil !== null && day <= closedUntil
        ? {}
        : await billDifferences(tx, { tenantId, zone, since: closedUntil, day }),
  }
}

/**
 * Returns the differences between the bills of the days after `since` and the ledger's movements by their orders' journals; empty
 * when they agree to the fen.
 */
export async function billDifferences(
  tx: Tx,
  { tenantId, zone, since, day }: { tenantId: string; zone: string; since: BusinessDay | null; day: BusinessDay },
): Promise<Record<string, string>> {
  const range = {
    tenantId,
    from: since === null ? FIRST_DAY : addDays(since, 1),
    to: day,
    stations: null,
    operators: null,
  }
  const sums = addBills(await billsOfOrders(tx, range, zone))
  const question = { tenantId, sourceType: ORDER_SOURCE, after: since, upTo: day }
  const moves = await movesOfKind(tx, { ...question, kind: 'settle' })
  const own = await givenAndReversed(tx, range)
  const others = await journalsOfOtherKinds(tx, { ...question, kinds: ORDER_JOURNALS })
  const moved = (codes: readonly (typeof PAYING_ACCOUNTS)[keyof typeof PAYING_ACCOUNTS][number][]) =>
    subFen(ZERO_FEN, sumFen(codes.map(code => moves.get(code) ?? ZERO_FEN)))
  const pairs = {
    electricity: [sums.electricity_fen, moves.get('electricity_revenue') ?? ZERO_FEN],
    service: [sums.service_fen, moves.get('service_revenue') ?? ZERO_FEN],
    paidPrincipal: [sums.paidPrincipal_fen, moved(PAYING_ACCOUNTS.principal)],
    paidGift: [sums.paidGift_fen, moved(PAYING_ACCOUNTS.gift)],
    receivable: [sums.receivable_fen, moved(PAYING_ACCOUNTS.receivable)],
    discount: [sums.discount_fen, moved(PAYING_ACCOUNTS.discount)],
    // Bills read refunds and reversals from the ledger, so these are compared with the orders' own amounts.
    refunded: [own.refunded_fen, sums.refunded_fen],
    reversed: [own.reversed_fen, sums.reversed_fen],
    otherJournals: [ZERO_FEN, others.amount_fen],
  } as const
  return Object.fromEntries(
    Object.entries(pairs)
      .filter(([, [bills, ledger]]) => bills !== ledger)
      .map(([name, [bills, ledger]]) => [name, `${formatFen(bills)} / ${formatFen(ledger)}`]),
  )
}
