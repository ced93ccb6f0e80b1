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
import { billByHand, foldPriced, settleByPerson, wireSettled } from './settle-by-person.ts'
import { notifyEveryone } from './notify-everyone.ts'

export interface TimesInput extends EnteredTimes {
  /** What the meter says; the rule book's own figure when it is not given. */
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
  // A register that could not be read gives nothing, and nothing is not meant unless somebody says so.
  const known = row.energy === 0n ? null : row.energy
  const stated = energy ?? known
  if (stated === null) throw invalid({ energy: { key: 'kernel.field.required' } })
  // The price of the pile's own time is not the order's: without a price it is looked up for the stated start.
  const timed = { ...row, started_at: fromAt, ended_at: toAt, price_hash: null, price_version_id: null }
  const order = await foldPriced(tx, timed)
  return { order, bill: billByHand(order, stated as Energy) } // a column of energy
}

/**
 * `enterTimes`: bills an order whose clock was wrong from when a person says that it ran. What the pile said stays in the
 * facts; the order's own times become the stated ones, with the former in its history.
 */
export function enterTimes(ports: ChargingPorts): CommandHandler<typeof definition, 'enterTimes'> {
  return async (call, rows, input) => {
    const { tx, caller } = call
    const row = await lockedOrder(tx, rows)
    const now = ports.clock.now()
    const { order, bill } = await billOfTimes(tx, row, timesIn(input), now)
    // Whether energy flows is asked of the order as the pile left it: a stated end ends nothing.
    const seen = await witnessTo(tx, ports, row)
    const before = { startedAt: row.started_at, endedAt: row.ended_at }
    const { started_at, ended_at } = order.row
    await changeOrder(tx, order.row, { started_at, ended_at })
    const decision = { by: caller.displayName, reason: input.reason, at: now, attempt: 'times' as const }
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
