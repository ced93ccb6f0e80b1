import {
  type Energy,
  energy,
  type Fen,
  fen,
  formatEnergy,
  formatFen,
  formatPrice,
  price,
  ZERO_FEN,
} from '@wattyard/money'
import { membersById, walletsOf } from '@wattyard/members/server'
import { requestsWaitingOn, secondPersonNow } from '@wattyard/platform/server'
import type { Bill } from '@wattyard/pricing/contract'
import { fieldsSchema } from '@wattyard/resource/schema'
import {
  type Caller,
  checkInput,
  type CommandCall,
  may,
  Refusal,
  type ResourceIndex,
  type Route,
  rowInScope,
  serveCall,
  shownTo,
  type Tx,
  type Weight,
} from '@wattyard/server-kit'
import { type DecisionPlan, planDecision, type PlannedCommand } from '../../contract/calls/plan.ts'
import { order, type WalletParts } from '../../contract/index.ts'
import { planPayment } from '../money/settle-orders.ts'
import type { ChargingPorts } from '../ports.ts'
import { billOnceKnown, memberOf } from '../order/assign-member.ts'
import { orderFourEyes } from '../order/order-four-eyes.ts'
import { type OrderRow, readOrders } from '../order/order-row.ts'
import { billByHand, estimateOf, foldPriced, heldFor, mixOf, mostFor } from '../order/settle-by-person.ts'

/** What of a command's input is known yet. */
interface Given {
  readonly energy: Energy | null
  readonly amount: Fen | null
  readonly member: string | null
}

/** The same as they are sent. */
interface Texts {
  readonly energy?: string | undefined
  readonly amount?: string | undefined
  readonly member?: string | null | undefined
}

const { settleByHand, refund } = order.commands

const DECIMALS = { energy: settleByHand.input.energy, amount: refund.input.amount }

/** Reads the given inputs as the commands do. @throws Refusal at the field */
function givenIn({ member = null, ...texts }: Texts): Given {
  const given = (['energy', 'amount'] as const).filter(key => texts[key] !== undefined)
  const fields = Object.fromEntries(given.map(key => [key, DECIMALS[key]]))
  const read = checkInput(fieldsSchema(fields), Object.fromEntries(given.map(key => [key, texts[key]])))
  return {
    energy: typeof read.energy === 'bigint' ? energy(read.energy) : null,
    amount: typeof read.amount === 'bigint' ? fen(read.amount) : null,
    member,
  }
}

/** The bill that a command would make of an order, and the order as it would be paid; no bill where something is still missing. */
interface Planned {
  readonly row: OrderRow
  readonly bill: Bill | null
  readonly most: Energy | null
}

async function planned(tx: Tx, row: OrderRow, command: PlannedCommand, given: Given, now: number): Promise<Planned> {
  switch (command) {
    case 'settleByHand': {
      const folded = await foldPriced(tx, row)
      return { row, bill: given.energy === null ? null : billByHand(folded, given.energy), most: mostFor(folded) }
    }
    case 'assignMember': {
      if (given.member === null) return { row, bill: null, most: null }
      const named = { ...row, member_id: (await memberOf(tx, row, given.member)).id }
      return { row: named, bill: (await billOnceKnown(tx, named, now))?.bill ?? null, most: null }
    }
    case 'acceptEstimate': {
      const finished = await estimateOf(tx, await foldPriced(tx, row), now)
      return { row, bill: finished?.bill ?? finished?.estimate ?? null, most: null }
    }
    case 'refund':
    case 'waive':
      return { row, bill: null, most: null }
  }
}

type Rules = ReturnType<typeof orderFourEyes>

/** Returns the weight of a command by its second-person rule; null while its input is incomplete. */
async function weightOf(
  rules: Rules,
  call: CommandCall,
  row: Parameters<NonNullable<Rules['refund']>['weigh']>[1],
  command: PlannedCommand,
  { energy: stated, amount, member }: Given,
): Promise<Weight | null> {
  const reason = ''
  switch (command) {
    case 'settleByHand':
      return stated === null ? null : ((await rules.settleByHand?.weigh(call, row, { energy: stated, reason })) ?? null)
    case 'assignMember':
      return member === null ? null : ((await rules.assignMember?.weigh(call, row, { member, reason })) ?? null)
    case 'acceptEstimate':
      return (await rules.acceptEstimate?.weigh(call, row, { reason })) ?? null
    case 'refund':
      return amount === null ? null : ((await rules.refund?.weigh(call, row, { amount, reason })) ?? null)
    case 'waive':
      return (await rules.waive?.weigh(call, row, { reason })) ?? null
  }
}

const wireParts = ({ principal, gift }: WalletParts) => ({ principal: formatFen(principal), gift: formatFen(gift) })

/** Returns a bill's lines added up by period and price, in the order of their first time. */
function linesOf({ lines }: Bill): NonNullable<DecisionPlan['bill']>['lines'] {
  const groups = Map.groupBy(lines, line => `${line.period} ${line.electricityPrice} ${line.servicePrice}`)
  return [...groups.values()].flatMap(some => {
    const [first] = some
    if (!first) return []
    return [
      {
        period: first.period,
        energy: formatEnergy(energy(some.reduce((sum, line) => sum + line.energy, 0n))),
        price: formatPrice(price(first.electricityPrice + first.servicePrice)),
        amount: formatFen(fen(some.reduce((sum, line) => sum + line.electricityFen + line.serviceFen, 0n))),
      },
    ]
  })
}

/** Returns how a bill would be paid now: from what is held, from the payer's wallet, and what stays owed. */
async function paymentOf(tx: Tx, row: OrderRow, bill: Bill): Promise<NonNullable<DecisionPlan['payment']>> {
  const { tenant_id: tenantId, member_id: memberId } = row
  const wallet = memberId === null ? undefined : (await walletsOf(tx, [{ tenantId, memberId }])).get(memberId)
  const request = {
    hold: heldFor(row),
    electricity: bill.electricityFen,
    service: bill.serviceFen,
    mix: await mixOf(tx, row),
  }
  const plan = planPayment(request, { principal: wallet?.principal ?? ZERO_FEN, gift: wallet?.gift ?? ZERO_FEN })
  return {
    held: wireParts(plan.fromHold),
    wallet: wireParts(plan.fromAvailable),
    owed: formatFen(plan.receivable),
  }
}

async function payerOf(tx: Tx, caller: Caller, { tenant_id: tenantId, member_id: memberId }: OrderRow) {
  const member = memberId === null ? undefined : (await membersById(tx, [{ tenantId, memberId }])).get(memberId)
  return member ? { name: shownTo(caller, 'name', member.name), code: member.code } : null
}

/**
 * Serves `GET /api/charging/order/plan`: what a decision about an order would do, by the functions that its command uses. Whoever
 * may not send the command may not ask, because the answer tells what is in a wallet; a command that is refused now is not planned.
 */
export function planRoute(ports: ChargingPorts, resources: ResourceIndex): Route {
  const rules = orderFourEyes(ports)
  return serveCall(planDecision, {
    work: 'read',
    async handle(call) {
      const { tx, caller, input } = call
      const { command } = input
      const whole = await rowInScope(tx, caller, order, input.id)
      if (!may(caller, `${order.name}:${command}`)) throw new Refusal('kernel.forbidden', { status: 403 })
      const served = resources.byName(order.name)
      if (served?.allows && !served.allows(command, whole))
        throw new Refusal(served.whyNot?.(command, whole) ?? 'kernel.notAllowedNow')
      const [row] = await readOrders(tx, [whole.id])
      const rule = rules[command]
      if (!row || !rule) throw new Refusal('kernel.notFound', { status: 404 })
      const given = givenIn({ energy: input.energy, amount: input.amount, member: input.member })
      const { row: paying, bill, most } = await planned(tx, row, command, given, ports.clock.now())
      const weight = await weightOf(rules, { ...call, resources }, whole, command, given)
      const second = await secondPersonNow(tx, caller, {
        resource: order.name,
        command,
        record: row.id,
        rule,
        weight,
      })
      return {
        bill: bill && { energy: formatEnergy(bill.energy), total: formatFen(bill.totalFen), lines: linesOf(bill) },
        payer: await payerOf(tx, caller, paying),
        payment: bill && (await paymentOf(tx, paying, bill)),
        most: most === null ? null : formatEnergy(most),
        waived: command === 'waive' && weight && !weight.always ? formatFen(fen(weight.moves_fen ?? 0n)) : null,
        waiting: (await requestsWaitingOn(tx, { resource: order.name, record: row.id })).map(one => ({
          command: one.command,
          askedBy: one.asked_by,
          isOwn: one.asker_id === caller.userId,
          amount: one.amount_fen === null ? null : formatFen(one.amount_fen),
        })),
        second: { from: second.limit === null ? null : formatFen(fen(second.limit)), waits: second.because !== null },
      }
    },
  })
}
