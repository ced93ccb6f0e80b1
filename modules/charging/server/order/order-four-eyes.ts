import { membersById } from '@wattyard/members/server'
import { ZERO_ENERGY, ZERO_FEN } from '@wattyard/money'
import { type Call, Refusal, type SecondPersonRule, type Tx } from '@wattyard/server-kit'
import { METER_STEP, meteredOf, order as orderDefinition, startOf, stopOf } from '../../contract/index.ts'
import { aboutRefund } from './about-refund.ts'
import { billOnceKnown, memberOf } from './assign-member.ts'
import { mustMove } from './change-order.ts'
import { billOfTimes, timesIn } from './enter-times.ts'
import { twinOf } from '../facts/find-twins.ts'
import { mustBePaid } from '../money/paid-orders.ts'
import { EVENT_OF, lockedOrder, witnessTo } from './order-command.ts'
import type { LiveOrder } from '../facts/open-orders.ts'
import type { OrderRow } from './order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { refundableOf, refundNotPositive, refundTooMuch } from '../money/refund-order.ts'
import { billByHand, estimateOf, foldPriced } from './settle-by-person.ts'

/**
 * Default limit in fen, 200.00, about a lorry's night at a fast pile. Smaller amounts are daily hotline work of one person; a
 * tenant may set it to zero.
 */
const FROM_FEN = 20_000n

/** Amount due for an order by the rules and the present facts; null when energy was metered and cannot be rated. */
interface Due {
  total: bigint | null
}

async function dueOf(tx: Tx, order: LiveOrder | null, now: number): Promise<Due> {
  if (order === null) return { total: null }
  const finished = await estimateOf(tx, order, now)
  const bill = finished?.bill ?? finished?.estimate ?? null
  if (bill !== null) return { total: bill.totalFen }
  const metered = finished?.derived.energy ?? meteredOf(order.session) ?? ZERO_ENERGY
  // Power over time also means energy, of unknown amount.
  const hasFlowed = order.session.readings.some(({ powerW }) => powerW !== null && powerW > 0) || hasRisen(order)
  const isUnmetered = meteredOf(order.session) === null && (hasFlowed || hasPassed(order))
  return { total: metered > METER_STEP || isUnmetered ? null : 0n }
}

/** Returns whether the meter was higher at the end than after the session before, without a known start. */
function hasPassed({ row, session }: LiveOrder): boolean {
  const stop = stopOf(session)?.meterStop ?? null
  return startOf(session) === null && stop !== null && stop > (row.register_before ?? 0n) + METER_STEP
}

/** Returns whether the state of charge has risen, which means energy even if none was metered. */
function hasRisen({ session }: LiveOrder): boolean {
  const charge = session.readings.flatMap(({ socPermille }) => socPermille ?? [])
  return charge.length > 1 && Math.max(...charge) > Math.min(...charge)
}

/** The order with its price; null where none can be found. */
async function foldOrNot(tx: Tx, order: OrderRow): Promise<LiveOrder | null> {
  try {
    return await foldPriced(tx, order)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Returns whether the charge seems to be billed already. Billing it again needs a second person. */
const isBilledAlready = async (tx: Tx, order: LiveOrder): Promise<boolean> => (await twinOf(tx, order)) !== null

const givenUp = ({ total }: Due, billed: bigint): bigint => (total === null || total <= billed ? 0n : total - billed)

/**
 * Returns the weight of a bill below the amount due: it charges one part and gives up the other, and the larger one counts for
 * the second person.
 */
const lessThanDue = (billed: bigint, given: bigint) => ({
  moves_fen: given > billed ? given : billed,
  weighs_fen: billed,
  counts_fen: billed,
  gives_fen: given,
})

type Commands = (typeof orderDefinition)['commands']
type Rules = { readonly [N in keyof Commands]?: SecondPersonRule<typeof orderDefinition, N> }

/** Returns the second-person rules of money commands on orders, from a limit on (trust R-26). */
export function orderFourEyes(ports: ChargingPorts): Rules {
  /** Returns the locked order if the command fits its state. */
  const fitting = async (command: keyof Commands, { tx }: Call, row: { readonly id: string }) => {
    const order = await lockedOrder(tx, [row])
    const event = EVENT_OF[command]
    if (event) mustMove(order, event, await witnessTo(tx, ports, order))
    if (command === 'refund') await mustBePaid(tx, order)
    return order
  }
  return {
    refund: {
      from_fen: FROM_FEN,
      side: 'gives',
      restsOn: ['state', 'total_fen', 'refunded_fen', 'member_id', 'wish'],
      about: aboutRefund,
      async weigh(call, row, input) {
        const order = await fitting('refund', call, row)
        const { amount } = input
        if (amount <= ZERO_FEN) throw refundNotPositive()
        if (order.state === 'settled' && amount > refundableOf(order)) throw refundTooMuch(refundableOf(order))
        // Small refunds of one order are weighed by their sum.
        return { moves_fen: amount, weighs_fen: order.refunded_fen + amount, party: order.member_id }
      },
    },
    settleByHand: {
      from_fen: FROM_FEN,
      side: 'takes',
      restsOn: ['state', 'ended_at', 'member_id', 'estimate_fen', 'price_hash'],
      async weigh(call, row, input) {
        const folded = await foldPriced(call.tx, await fitting('settleByHand', call, row))
        const bill = billByHand(folded, input.energy)
        const due = await dueOf(call.tx, folded, ports.clock.now())
        const given = givenUp(due, bill.totalFen)
        // A bill of energy without a price leaves out an unknown amount.
        const always = due.total === null || (await isBilledAlready(call.tx, folded))
        return { ...lessThanDue(bill.totalFen, given), party: folded.row.member_id, always }
      },
    },
    acceptEstimate: {
      from_fen: FROM_FEN,
      side: 'takes',
      restsOn: ['state', 'ended_at', 'member_id', 'estimate_fen'],
      async weigh(call, row) {
        const order = await fitting('acceptEstimate', call, row)
        const shown = order.estimate_fen
        const folded = await foldPriced(call.tx, order)
        const finished = await estimateOf(call.tx, folded, ports.clock.now())
        const bill = finished?.bill ?? finished?.estimate ?? null
        // Without an estimate, or with another than shown, the command moves nothing and says so.
        if (bill === null || bill.totalFen !== shown) return null
        return { moves_fen: bill.totalFen, party: order.member_id, always: await isBilledAlready(call.tx, folded) }
      },
    },
    assignMember: {
      from_fen: FROM_FEN,
      side: 'takes',
      restsOn: ['state', 'ended_at', 'member_id', 'flags'],
      async alsoRestsOn({ tx, caller: { tenantId } }, _row, { member: memberId }) {
        const member = (await membersById(tx, [{ tenantId, memberId }])).get(memberId)
        return { member: member?.status ?? null }
      },
      async weigh({ tx }, row, input) {
        const order = await lockedOrder(tx, [row])
        const { id } = await memberOf(tx, order, input.member)
        const ready = await billOnceKnown(tx, { ...order, member_id: id }, ports.clock.now())
        return ready?.bill ? { moves_fen: ready.bill.totalFen, party: id } : null
      },
    },
    enterTimes: {
      from_fen: FROM_FEN,
      side: 'takes',
      restsOn: ['state', 'started_at', 'ended_at', 'member_id', 'energy'],
      async weigh(call, row, input) {
        const order = await fitting('enterTimes', call, row)
        const now = ports.clock.now()
        const { bill } = await billOfTimes(call.tx, order, timesIn(input), now)
        const folded = await foldPriced(call.tx, order)
        const due = await dueOf(call.tx, folded, now)
        // Entered times give metered energy a price; energy that was not metered still has none.
        const isUnknown = due.total === null && meteredOf(folded.session) === null
        return {
          ...lessThanDue(bill.totalFen, givenUp(due, bill.totalFen)),
          party: order.member_id,
          always: isUnknown || (await isBilledAlready(call.tx, folded)),
        }
      },
    },
    waive: {
      from_fen: FROM_FEN,
      side: 'gives',
      restsOn: ['state', 'member_id', 'estimate_fen'],
      async weigh(call, row) {
        const order = await fitting('waive', call, row)
        const due = await dueOf(call.tx, await foldOrNot(call.tx, order), ports.clock.now())
        // Waiving energy of unknown price needs a second person.
        return { moves_fen: due.total ?? order.estimate_fen ?? 0n, party: order.member_id, always: due.total === null }
      },
    },
  }
}
