import { type CommandHandler, emit, Refusal, type Tx } from '@wattyard/server-kit'
import type { RowOf } from '@wattyard/resource'
import { abnormal } from '../../contract/index.ts'
import type { ChargingPorts } from '../ports.ts'
import { notifyCaseScreens } from './close-cases.ts'

/** An abnormal order was handed to a person, who hears of it. Key: id of the order. */
export const CASE_ASSIGNED = 'charging.case-assigned'

export interface CaseAssigned {
  orderNo: string
  rule: string
  code: string
  assigneeId: string
  by: string
}

/** What a person needs to work on an abnormal order. */
const NEEDS = [`${abnormal.name}:read`]

/**
 * Returns the people who see every one of the orders: whoever does not could neither open the case nor should hear of it. Null
 * where nobody knows the people.
 */
export async function assignable(
  tx: Tx,
  { whoMay }: ChargingPorts,
  rows: readonly Readonly<RowOf<typeof abnormal>>[],
): Promise<readonly string[] | null> {
  if (!whoMay) return null
  const lists: (readonly string[])[] = []
  for (const { tenant_id: tenantId, operator_id: operatorId, station_id: stationId } of new Map(
    rows.map(row => [row.station_id, row]),
  ).values())
    lists.push(await whoMay(tx, tenantId, { may: NEEDS, operatorId, stationId }))
  const [first = [], ...others] = lists
  return first.filter(id => others.every(list => list.includes(id)))
}

/** @throws Refusal `charging.assigneeOutOfReach`, also for people who do not exist */
async function mustSeeAll(
  tx: Tx,
  ports: ChargingPorts,
  rows: readonly RowOf<typeof abnormal>[],
  assigneeId: string,
): Promise<void> {
  const people = await assignable(tx, ports, rows)
  if (people && !people.includes(assigneeId)) throw new Refusal('charging.assigneeOutOfReach')
}

/** Handles `assign`: hands the orders to a person, or takes them back when none is named. Nobody is told of their own choice. */
export function assignAbnormal(ports: ChargingPorts): CommandHandler<typeof abnormal, 'assign'> {
  return async ({ tx, caller }, rows, { assignee }) => {
    const assigneeId = assignee ?? null
    if (assigneeId !== null) await mustSeeAll(tx, ports, rows, assigneeId)
    await tx.execute(
      `update charging_abnormal set assignee_id = $3, version = version + 1, updated_at = now()
       where tenant_id = $1 and id = any($2::uuid[])`,
      [caller.tenantId, rows.map(row => row.id), assigneeId],
    )
    const news = assigneeId === null || assigneeId === caller.userId ? [] : rows
    await emit(
      tx,
      news.map(({ id, order_no, rule, code }) => {
        const body: CaseAssigned = {
          orderNo: order_no,
          rule,
          code,
          assigneeId: assigneeId ?? '',
          by: caller.displayName,
        }
        return { tenantId: caller.tenantId, topic: CASE_ASSIGNED, key: id, body: { ...body } }
      }),
    )
    notifyCaseScreens(
      tx,
      ports.live,
      rows.map(row => ({ tenant_id: caller.tenantId, station_id: row.station_id, id: row.id })),
    )
    return { done: rows.length }
  }
}
