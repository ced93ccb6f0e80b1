import type { RowOf } from '@wattyard/resource'
import {
  actorOf,
  audit,
  type Call,
  checkOnly,
  followCopies,
  invalid,
  type ResourceIndex,
  type Route,
  rowInScope,
  serveCall,
} from '@wattyard/server-kit'
import { bindStationToCompany } from '../../contract/calls/station.ts'
import { station } from '../../contract/index.ts'
import type { AssetsPorts } from '../ports.ts'

/**
 * Assigns stations with their piles and connectors to an operator. Orders keep the operator at their start; later ones get the
 * new one. Callers limited to some operators can only assign to those.
 *
 * @param rows stations of the caller's scope, locked
 * @param field the caller's name of the operator, for the refusal
 * @returns how many had another operator before
 * @throws Refusal `kernel.invalid` when the office is not an operator in the caller's scope
 */
export async function bindStations(
  call: Call,
  { ports, index }: { ports: AssetsPorts; index: ResourceIndex },
  { rows, operatorId, field }: { rows: readonly RowOf<typeof station>[]; operatorId: string; field: string },
): Promise<{ changed: number }> {
  const { tx, caller } = call
  await checkOnly(call, index, { [field]: station.fields.operator }, { [field]: operatorId })
  const isInReach = caller.scope.operators === null || caller.scope.operators.includes(operatorId)
  if (!isInReach || !(await ports.operatorNames(tx, [operatorId])).has(operatorId))
    throw invalid({ [field]: { key: 'assets.error.notAnOperator' } })
  const ids = rows.filter(row => row.operator_id !== operatorId).map(row => row.id)
  if (ids.length === 0) return { changed: 0 }
  const changed = await tx.execute(
    'update assets_station set operator_id = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, ids, operatorId],
  )
  await followCopies(tx, index, station, ids)
  tx.afterCommit(() => {
    for (const id of ids)
      ports.live?.publish({ tenantId: caller.tenantId, topic: station.name, stationId: id, data: { id, operatorId } })
  })
  return { changed }
}

/**
 * Serves `GET /api/device/station/bind/company`, the contract's call to assign one station to a company, which is an operator
 * here. It changes data by GET, so the kernel accepts it only from scripts of the product's own pages (trust W7); the console
 * uses the command `bind` by POST.
 */
export function bindCompany(ports: AssetsPorts, index: ResourceIndex): Route {
  return serveCall(bindStationToCompany, {
    work: 'write',
    async handle(call) {
      const row = await rowInScope(call.tx, call.caller, station, call.input.id, { lock: true })
      const operatorId = call.input.company
      const answer = await bindStations(call, { ports, index }, { rows: [row], operatorId, field: 'company' })
      await audit(call.tx, actorOf(call), [
        { resource: station.name, recordId: row.id, action: 'bind', after: { operator: operatorId } },
      ])
      return answer
    },
  })
}
