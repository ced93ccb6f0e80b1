import type { Energy } from '@wattyard/money'
import type { CommandInput } from '@wattyard/resource'
import type { Bill } from '@wattyard/pricing/contract'
import { actorOf, audit, type CommandHandler, invalid, type Tx } from '@wattyard/server-kit'
import { type EnteredTimes, order as definition, wrongTime } from '../../contract/index.ts'
import { changeOrder } from './change-order.ts'
import { lockedOrder, witnessTo } from './order-command.ts'
import type { LiveOrder } from '../facts/open-orders.ts'
import type { OrderRow } from './order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { BY_HAND, billByHand, foldPriced, settleByPerson, wireSettled } from './settle-by-person.ts'
import { notifyEveryone } from './notify-everyone.ts'

export interface TimesInput extends EnteredTimes {
  /** Meter reading; when null, the energy by the rules. */
  energy: Energy | null
}

export const timesIn = ({ fromAt, toAt, energy }: CommandInput<typeof definition, 'enterTimes'>): TimesInput => ({
  fromAt,
  toAt,
  energy: energy ?? null,
})

/**
 * Returns the bill of an order whose times a person states, under the price that was in force at the stated start. The
 * order that comes back carries the stated times; nothing is written.
 *
 * @throws Refusal about the field that cannot be right, or as `billByHand`
 */
export async function billOfTimes(
  tx: Tx,
  row: OrderRow,
  { fromAt, toAt, energy }: TimesInput,
  now: number,
): Promise<{ order: LiveOrder; bill: Bill }> {
  const wrong = wrongTime({ fromAt, toAt }, now)
  if (wrong) throw invalid({ [wrong.field]: { key: `charging.field.${wrong.word}` } })
  // An unreadable register gives 0, which is not used unless a person states it.
  const known = row.energy === 0n ? null : row.energy
  const stated = energy ?? known
  if (stated === null) throw invalid({ energy: { key: 'kernel.field.required' } })
  // The price for the pile's time does not apply: with entered times it is looked up for the stated start.
  const timed = { ...row, started_at: fromAt, ended_at: toAt, price_hash: null, price_version_id: null }
  const order = await foldPriced(tx, timed)
  return { order, bill: billByHand(order, stated as Energy) } // a column of energy
}

/**
 * Handles `enterTimes`: bills an order with a wrong clock for the times that a person enters. The pile's times stay in the facts;
 * the order gets the entered ones, with the former in its history.
 */
export function enterTimes(ports: ChargingPorts): CommandHandler<typeof definition, 'enterTimes'> {
  return async (call, rows, input) => {
    const { tx, caller } = call
    const row = await lockedOrder(tx, rows)
    const now = ports.clock.now()
    const { order, bill } = await billOfTimes(tx, row, timesIn(input), now)
    // Energy flow is judged by the order as the pile left it, because an entered end stops nothing.
    const seen = await witnessTo(tx, ports, row)
    const before = { startedAt: row.started_at, endedAt: row.ended_at }
    const { started_at, ended_at } = order.row
    await changeOrder(tx, order.row, { started_at, ended_at })
    const decision = {
      by: caller.displayName,
      reason: input.reason,
      at: now,
      attempt: 'times' as const,
      method: BY_HAND,
    }
    const settled = await settleByPerson(tx, order, bill, seen, decision)
    await audit(tx, actorOf(call), [
      {
        resource: definition.name,
        recordId: row.id,
        action: 'update',
        before,
        after: { startedAt: started_at, endedAt: ended_at },
      },
    ])
    notifyEveryone(tx, ports, order.row)
    return { id: row.id, state: order.row.state, ...wireSettled(settled) }
  }
}
