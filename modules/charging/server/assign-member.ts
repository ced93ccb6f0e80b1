import { membersById, type MemberName } from '@wattyard/members/server'
import type { Bill } from '@wattyard/pricing/contract'
import { type CommandHandler, invalid, type Tx } from '@wattyard/server-kit'
import { changeOrder } from './change-order.ts'
import { findings } from './finish-orders.ts'
import type { LiveOrder } from './open-orders.ts'
import { lockedOrder, witnessTo } from './order-command.ts'
import type { OrderRow } from './order-row.ts'
import { finishFolded, foldOrders } from './order-session.ts'
import type { ChargingPorts } from './ports.ts'
import { settleByPerson, wireSettled } from './settle-by-person.ts'
import { tellAll } from './tell-all.ts'

/** The finding that naming a member answers (rule A-28). */
const MISSING = 'member-missing'

/** @throws Refusal when there is no such member in the order's tenant */
export async function memberToAssign(tx: Tx, row: OrderRow, id: unknown): Promise<MemberName> {
  const memberId = String(id)
  const member = (await membersById(tx, [{ tenantId: row.tenant_id, memberId }])).get(memberId)
  if (!member) throw invalid({ member: { key: 'kernel.field.noSuchRecord' } })
  return member
}

/**
 * The bill that an order of a known member is ready for: nothing of what the rules find, and no other open case, holds it
 * back. Null when a person has to decide something else first. `row` carries the member already.
 */
export async function billOnceKnown(
  tx: Tx,
  row: OrderRow,
  now: number,
): Promise<{ order: LiveOrder; bill: Bill } | null> {
  const [order] = await foldOrders(tx, [row])
  if (!order || row.ended_at === null) return null
  const [finished] = await finishFolded(tx, [order], now)
  if (!finished?.bill || findings(order, finished, null, now).some(finding => finding.blocks)) return null
  const [other] = await tx.query(
    `select 1 from charging_abnormal where tenant_id = $1 and order_id = $2 and state = 'open' and blocks and code <> $3 limit 1`,
    [row.tenant_id, row.id, MISSING],
  )
  return other ? null : { order, bill: finished.bill }
}

/** The case about the missing member ends; those that stay name the member from now on. */
async function answerCase(tx: Tx, row: OrderRow, by: string, note: string, at: number): Promise<void> {
  await tx.execute(
    `update charging_abnormal set member_id = $3, version = version + 1, updated_at = now(),
       state = case when code = $4 then 'handled' else state end, closed_at = case when code = $4 then $5 else closed_at end,
       closed_by = case when code = $4 then $6 else closed_by end, note = case when code = $4 then $7 else note end
     where tenant_id = $1 and order_id = $2 and state = 'open'`,
    [row.tenant_id, row.id, row.member_id, MISSING, new Date(at), by, note],
  )
}

/**
 * `assignMember`: says whose session it was. When nothing else is wrong with the order it is billed at once, under its own
 * price and from the member's wallet; otherwise it goes on waiting, with its member.
 */
export function assignMember(ports: ChargingPorts): CommandHandler {
  return async ({ tx, caller }, rows, input) => {
    const row = await lockedOrder(tx, rows)
    const now = ports.clock.now()
    const member = await memberToAssign(tx, row, input.member)
    await changeOrder(tx, row, { member_id: member.id })
    const decision = { by: caller.displayName, reason: String(input.reason), at: now, attempt: 'member' as const }
    const ready = await billOnceKnown(tx, row, now)
    if (ready === null) {
      await answerCase(tx, row, decision.by, decision.reason, now)
      tellAll(tx, ports, row)
      return { id: row.id, state: row.state, member: member.name }
    }
    const settled = await settleByPerson(tx, ready.order, ready.bill, await witnessTo(tx, ports, row), decision)
    tellAll(tx, ports, row)
    return { id: row.id, state: row.state, member: member.name, ...wireSettled(settled) }
  }
}
