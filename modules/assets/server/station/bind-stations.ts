import type { RowOf } from '@wattyard/resource'
import { actorOf, audit, type Call, invalid, type Route, rowInScope, type Tx, serveCall } from '@wattyard/server-kit'
import { bindStationToCompany } from '../../contract/calls/station.ts'
import { station } from '../../contract/index.ts'
import type { AssetsPorts } from '../ports.ts'

/** Piles and connectors carry their station's operator, so that scope needs no join. */
export async function followOperator(tx: Tx, stationIds: readonly string[], operatorId: string): Promise<void> {
  for (const table of ['assets_pile', 'assets_connector'])
    await tx.execute(
      `update ${table} set operator_id = $3, version = version + 1, updated_at = now()
       where tenant_id = $1 and station_id = any($2::uuid[]) and operator_id <> $3`,
      [tx.tenantId, stationIds, operatorId],
    )
}

/**
 * Gives stations to an operator, with their piles and connectors. Orders keep the operator under whom they began: the new
 * one has what begins from now on. Who sees some operators only may give to those alone.
 *
 * @param rows stations of the caller's scope, locked
 * @param field what the caller called the operator, for the refusal
 * @returns how many had another operator before
 * @throws Refusal `kernel.invalid` where the office is no operator that the caller may know
 */
export async function bindStations(
  call: Call,
  ports: AssetsPorts,
  { rows, operatorId, field }: { rows: readonly RowOf<typeof station>[]; operatorId: string; field: string },
): Promise<{ changed: number }> {
  const { tx, caller } = call
  const isInReach = caller.scope.operators === null || caller.scope.operators.includes(operatorId)
  if (!isInReach || !(await ports.operatorNames(tx, [operatorId])).has(operatorId))
    throw invalid({ [field]: { key: 'assets.error.notAnOperator' } })
  const ids = rows.filter(row => row.operator_id !== operatorId).map(row => row.id)
  if (ids.length === 0) return { changed: 0 }
  const changed = await tx.execute(
    'update assets_station set operator_id = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, ids, operatorId],
  )
  await followOperator(tx, ids, operatorId)
  tx.afterCommit(() => {
    for (const id of ids)
      ports.live?.publish({ tenantId: caller.tenantId, topic: station.name, stationId: id, data: { id, operatorId } })
  })
  return { changed }
}

/**
 * `GET /api/device/station/bind/company`: the contract's way to give one station to a company, which is an operator here.
 * It changes something by GET, so the kernel takes it from scripts of our own page only (trust W7); our console uses the
 * command `bind` by POST.
 */
export function bindCompany(ports: AssetsPorts): Route {
  return serveCall(bindStationToCompany, {
    work: 'write',
    async handle(call) {
      const row = await rowInScope(call.tx, call.caller, station, call.input.id, { lock: true })
      const operatorId = call.input.company
      const answer = await bindStations(call, ports, { rows: [row], operatorId, field: 'company' })
      await audit(call.tx, actorOf(call), [
        { resource: station.name, recordId: row.id, action: 'bind', after: { operator: operatorId } },
      ])
      return answer
    },
  })
}
