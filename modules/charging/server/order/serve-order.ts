import { formatFen } from '@wattyard/money'
import {
  type CommandHandler,
  newId,
  Refusal,
  serveResource,
  type ServedResource,
  type WireRecord,
} from '@wattyard/server-kit'
import { ORDER_TRANSITIONS, order, TIME_FLAGS } from '../../contract/index.ts'
import { addAmountsSoFar } from '../facts/amounts-so-far.ts'
import { assignMember } from './assign-member.ts'
import { changeOrder, mustMove, notifyOrderScreens } from './change-order.ts'
import { addConnectorNames } from './connector-names.ts'
import { closeCases } from './close-cases.ts'
import { enterTimes } from './enter-times.ts'
import { EVENT_OF, lockedOrder, witnessTo } from './order-command.ts'
import { orderFourEyes } from './order-four-eyes.ts'
import type { OrderRow } from './order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { addOpenDebts, isSurelyUnpaid, mustBePaid } from '../money/paid-orders.ts'
import { refundableOf, refundOrder } from '../money/refund-order.ts'
import { billedLines } from './receipt.ts'
import { releaseHolds } from '../money/release-holds.ts'
import {
  BY_HAND,
  BY_POWER,
  billByHand,
  estimateOf,
  foldPriced,
  settleByPerson,
  wireSettled,
} from './settle-by-person.ts'
import { sendStop } from './stop-order.ts'
import { notifyEveryone } from './notify-everyone.ts'

type Judged = Pick<
  OrderRow,
  | 'state'
  | 'member_id'
  | 'ended_at'
  | 'total_fen'
  | 'refunded_fen'
  | 'paid_principal_fen'
  | 'paid_gift_fen'
  | 'receivable_fen'
  | 'estimate_fen'
  | 'flags'
>

/** Returns whether a command fits an order now: by the order table first, then by the row. */
export function allowsOnOrder(action: string, row: Readonly<Judged>): boolean {
  // A bill without a member is corrected in the ledger, not by naming a member afterwards.
  if (action === 'assignMember') return row.state === 'abnormal' && row.member_id === null
  const event = EVENT_OF[action]
  if (event === undefined) return true
  const { state } = row
  if (typeof ORDER_TRANSITIONS[state][event] === 'string') return false
  switch (action) {
    case 'stop':
      return row.ended_at === null
    case 'refund':
      return row.total_fen > row.refunded_fen && !isSurelyUnpaid(row)
    case 'acceptEstimate':
      return row.estimate_fen !== null
    case 'enterTimes':
      return TIME_FLAGS.some(flag => row.flags.includes(flag))
    default:
      return true
  }
}

/** Returns the reason why a command does not fit an order now, where it has words of its own. */
function whyNotOnOrder(action: string, row: Readonly<Judged>): string | undefined {
  if (action !== 'refund') return undefined
  const isUnpaid = ORDER_TRANSITIONS[row.state]['refund-requested'] === 'charging.nothingPaid' || isSurelyUnpaid(row)
  return isUnpaid ? 'charging.nothingPaid' : undefined
}

const BEFORE_A_BILL: ReadonlySet<unknown> = new Set(['draft', 'starting', 'charging', 'stopping', 'ended', 'abnormal'])

/** Returns whether an order has no amounts yet: files and papers leave them empty, because 0.00 would be a price. */
const hasNoBill = ({ state }: WireRecord): boolean => BEFORE_A_BILL.has(state)

type Handler<N extends keyof (typeof order)['commands']> = CommandHandler<typeof order, N>

/** Handles `stop`: sends a stop to the pile, and the order waits for its confirmation (I-28). Returns the command's id. */
function stop(ports: ChargingPorts): Handler<'stop'> {
  return async ({ tx, caller }, rows) => {
    const row = await lockedOrder(tx, rows)
    const { state } = mustMove(row, 'stop-requested', await witnessTo(tx, ports, row))
    const command = await sendStop(tx, ports, row, caller.displayName, ports.clock.now())
    await changeOrder(tx, row, { state })
    notifyOrderScreens(tx, ports, [row])
    return { id: row.id, state, command }
  }
}

/** Handles `refund`: refunds what was paid. */
function refund(ports: ChargingPorts): Handler<'refund'> {
  return async (call, rows, input) => {
    const { tx, caller } = call
    const row = await lockedOrder(tx, rows)
    const now = ports.clock.now()
    const { state } = mustMove(row, 'refund-requested', await witnessTo(tx, ports, row))
    await mustBePaid(tx, row)
    const key = `${caller.userId}:${call.idempotencyKey ?? newId(now)}`
    const done = await refundOrder(tx, row, {
      amount: input.amount,
      reason: input.reason,
      by: caller.displayName,
      key,
      at: now,
    })
    notifyOrderScreens(tx, ports, [row])
    return {
      id: row.id,
      state,
      refunded: formatFen(done.given),
      waived: formatFen(done.waived),
      left: formatFen(refundableOf(row)),
      bookedOn: done.bookedOn,
    }
  }
}

/** `settleByHand`: bills the energy that a person states. */
function settleByHand(ports: ChargingPorts): Handler<'settleByHand'> {
  return async ({ tx, caller }, rows, input) => {
    const folded = await foldPriced(tx, await lockedOrder(tx, rows))
    const bill = billByHand(folded, input.energy)
    const by = { by: caller.displayName, reason: input.reason, at: ports.clock.now() }
    const seen = await witnessTo(tx, ports, folded.row)
    const settled = await settleByPerson(tx, folded, bill, seen, { ...by, attempt: 'hand', method: BY_HAND })
    notifyEveryone(tx, ports, folded.row)
    return { id: folded.row.id, state: folded.row.state, ...wireSettled(settled) }
  }
}

/**
 * Handles `acceptEstimate`: bills the result of the energy rules. When new facts have changed the estimate since it was shown,
 * nothing is settled: the new estimate is stored and returned for the person to check.
 */
function acceptEstimate(ports: ChargingPorts): Handler<'acceptEstimate'> {
  return async ({ tx, caller }, rows, input) => {
    const row = await lockedOrder(tx, rows)
    const shown = row.estimate_fen
    const folded = await foldPriced(tx, row)
    const now = ports.clock.now()
    const finished = await estimateOf(tx, folded, now)
    const bill = finished?.bill ?? finished?.estimate ?? null
    if (bill === null) throw new Refusal('charging.noEstimate')
    if (bill.totalFen !== shown) {
      // Metered energy: billed energy is at the scale of the policy, and nothing is billed yet.
      await changeOrder(tx, row, { estimate_fen: bill.totalFen, energy: finished?.derived.energy ?? bill.energy })
      notifyOrderScreens(tx, ports, [row])
      return { id: row.id, state: row.state, changed: true, estimate: formatFen(bill.totalFen) }
    }
    const decision = { by: caller.displayName, reason: input.reason, at: now, attempt: 'estimate' as const }
    const settled = await settleByPerson(tx, folded, bill, await witnessTo(tx, ports, row), {
      ...decision,
      ...(finished?.isByPower ? { method: BY_POWER } : {}),
    })
    notifyEveryone(tx, ports, row)
    return { id: row.id, state: row.state, changed: false, ...wireSettled(settled) }
  }
}

/** Handles `waive`: closes an order without a charge and releases its hold. */
function waive(ports: ChargingPorts): Handler<'waive'> {
  return async ({ tx, caller }, rows, input) => {
    const row = await lockedOrder(tx, rows)
    const now = ports.clock.now()
    const { state } = mustMove(row, 'operator-closed', await witnessTo(tx, ports, row))
    await releaseHolds(tx, [row], caller.displayName, now)
    await changeOrder(tx, row, { state, close_reason: 'waived', live_power_w: null })
    const end = { state: 'handled' as const, at: now, by: caller.displayName, note: input.reason }
    await closeCases(tx, row.tenant_id, [row.id], end)
    notifyEveryone(tx, ports, row)
    return { id: row.id, state }
  }
}

/** Serves charge orders with their commands. */
export function serveOrder(ports: ChargingPorts): ServedResource {
  return serveResource(order, {
    commands: {
      stop: stop(ports),
      refund: refund(ports),
      settleByHand: settleByHand(ports),
      acceptEstimate: acceptEstimate(ports),
      waive: waive(ports),
      assignMember: assignMember(ports),
      enterTimes: enterTimes(ports),
    },
    secondPerson: orderFourEyes(ports),
    moreOnSheet: billedLines,
    allows: allowsOnOrder,
    whyNot: whyNotOnOrder,
    readAs: {
      connectorNumber: 'connectorName',
      electricity: 'unbilled',
      service: 'unbilled',
      discount: 'unbilled',
      total: 'unbilled',
    },
    async decorate(tx, _caller, orders) {
      for (const one of orders) if (hasNoBill(one)) one.unbilled = ''
      await addAmountsSoFar(tx, orders)
      await addConnectorNames(tx, orders)
      await addOpenDebts(tx, orders)
    },
  })
}
