import { keepMembers, membersById, type MemberName } from '@wattyard/members/server'
import type { Bill } from '@wattyard/pricing/contract'
import { type CommandHandler, invalid, shownTo, type Tx } from '@wattyard/server-kit'
import type { AbnormalFinding, order as definition } from '../../contract/index.ts'
import { changeOrder } from './change-order.ts'
import { twinOf } from '../facts/find-twins.ts'
import { findings } from '../facts/finish-orders.ts'
import { openCases } from '../facts/open-cases.ts'
import type { LiveOrder } from '../facts/open-orders.ts'
import { followFindings, lockAbnormal } from './follow-findings.ts'
import { lockedOrder, witnessTo } from './order-command.ts'
import type { OrderRow } from './order-row.ts'
import { finishFolded, foldOrders } from '../facts/order-session.ts'
import type { ChargingPorts } from '../ports.ts'
import { settleByPerson, wireSettled } from './settle-by-person.ts'
import { notifyEveryone } from './notify-everyone.ts'

/** The finding that naming a member answers (rule A-28). */
const MISSING = 'member-missing'

/**
 * Returns the member, locked against deletion.
 * @throws Refusal when the order's tenant has no such member
 */
async function memberToAssign(tx: Tx, row: OrderRow, memberId: string): Promise<MemberName> {
  const kept = await keepMembers(tx, [{ tenantId: row.tenant_id, memberId }])
  if (!kept.has(memberId)) throw invalid({ member: { key: 'kernel.field.noSuchRecord' } })
  return memberOf(tx, row, memberId)
}

/**
 * Returns a member of the order's tenant.
 * @throws Refusal when there is no such member
 */
export async function memberOf(tx: Tx, row: Pick<OrderRow, 'tenant_id'>, memberId: string): Promise<MemberName> {
  const member = (await membersById(tx, [{ tenantId: row.tenant_id, memberId }])).get(memberId)
  if (!member) throw invalid({ member: { key: 'kernel.field.noSuchRecord' } })
  return member
}

/** Result of the rules for an order with a known member. Without a bill a person has to decide something else first. */
interface Known {
  order: LiveOrder
  bill: Bill | null
  findings: AbnormalFinding[]
}

/**
 * Returns the bill of an order with a known member when neither present findings nor another open case block it. Null while its
 * session goes on. `row` already has the member.
 */
export async function billOnceKnown(tx: Tx, row: OrderRow, now: number): Promise<Known | null> {
  const [order] = await foldOrders(tx, [row])
  if (!order || row.ended_at === null) return null
  const [finished] = await finishFolded(tx, [order], now)
  const found = findings(order, finished ?? null, null, now, await twinOf(tx, order))
  if (!finished?.bill || found.some(finding => finding.blocks)) return { order, bill: null, findings: found }
  const [other] = await tx.query(
    `select 1 from charging_finding where tenant_id = $1 and order_id = $2 and state = 'open' and blocks and code <> $3 limit 1`,
    [row.tenant_id, row.id, MISSING],
  )
  return { order, bill: other ? null : finished.bill, findings: found }
}

/** The case about the missing member ends; those that stay name the member from now on. */
async function answerCase(tx: Tx, row: OrderRow, by: string, note: string, at: number): Promise<void> {
  const orders = [{ tenantId: row.tenant_id, orderId: row.id }]
  await lockAbnormal(tx, orders)
  await tx.execute(
    `update charging_finding set member_id = $3, version = version + 1, updated_at = now(),
       state = case when code = $4 then 'handled' else state end, closed_at = case when code = $4 then $5 else closed_at end,
       closed_by = case when code = $4 then $6 else closed_by end, note = case when code = $4 then $7 else note end
     where tenant_id = $1 and order_id = $2 and state = 'open'`,
    [row.tenant_id, row.id, row.member_id, MISSING, new Date(at), by, note],
  )
  await followFindings(tx, orders)
}

/**
 * Handles `assignMember`: assigns the session to a member. When nothing else is wrong, the order is billed immediately at its own
 * price from the member's wallet; otherwise it keeps waiting, with its member.
 */
export function assignMember(ports: ChargingPorts): CommandHandler<typeof definition, 'assignMember'> {
  return async ({ tx, caller }, rows, input) => {
    const row = await lockedOrder(tx, rows)
    const now = ports.clock.now()
    const member = await memberToAssign(tx, row, input.member)
    const name = shownTo(caller, 'name', member.name)
    await changeOrder(tx, row, { member_id: member.id })
    const decision = { by: caller.displayName, reason: input.reason, at: now, attempt: 'member' as const }
    const ready = await billOnceKnown(tx, row, now)
    if (!ready?.bill) {
      await answerCase(tx, row, decision.by, decision.reason, now)
      // A charge billed since its end may be the same one.
      const news = ready?.findings.map(finding => ({ order: ready.order, finding })) ?? []
      await openCases(tx, news, now)
      notifyEveryone(tx, ports, row)
      return { id: row.id, state: row.state, member: name }
    }
    const settled = await settleByPerson(tx, ready.order, ready.bill, await witnessTo(tx, ports, row), decision)
    notifyEveryone(tx, ports, row)
    return { id: row.id, state: row.state, member: name, ...wireSettled(settled) }
  }
}
