import type { RowOf } from '@wattyard/resource'
import { connector, pile, station } from '@wattyard/assets/contract'
import { connectorKey } from '@wattyard/assets/server'
import { type Call, checkInput, Refusal, rowsInScope } from '@wattyard/server-kit'
import { z } from 'zod'
import { targetsInput } from '../../contract/calls/place.ts'
import { type AssignmentLevel, type PricePlace, speedOf } from '../../contract/index.ts'

export type Target = z.output<typeof targetsInput>[number]

/** A target with everything its price depends on, and the ids for its assignment row. */
export interface Place extends PricePlace {
  level: AssignmentLevel
  /** Null for the tenant. */
  id: string | null
  operatorId: string | null
  connectorId: string | null
  connectorNumber: number | null
}

export function checkTargets(value: unknown): Target[] {
  return checkInput(z.strictObject({ targets: targetsInput }), { targets: value }).targets
}

/**
 * Returns the targets as places, each once, all inside the caller's scope. The level `tenant` is only for callers who see the
 * whole tenant.
 *
 * @throws Refusal `kernel.notFound`, `kernel.outsideScope`
 */
export async function placesOf(call: Pick<Call, 'tx' | 'caller'>, targets: readonly Target[]): Promise<Place[]> {
  const { tx, caller } = call
  const ids = (level: AssignmentLevel) => [
    ...new Set(targets.flatMap(target => (target.level === level && 'id' in target ? [target.id] : []))),
  ]
  const wanted = { station: ids('station'), pile: ids('pile'), connector: ids('connector') }
  const stations = wanted.station.length ? await rowsInScope(tx, caller, station, wanted.station) : []
  const piles = wanted.pile.length ? await rowsInScope(tx, caller, pile, wanted.pile) : []
  const connectors = wanted.connector.length ? await rowsInScope(tx, caller, connector, wanted.connector) : []
  const isComplete =
    stations.length === wanted.station.length &&
    piles.length === wanted.pile.length &&
    connectors.length === wanted.connector.length
  if (!isComplete) throw new Refusal('kernel.notFound', { status: 404 })
  const pilesOfConnectors = connectors.length
    ? await rowsInScope(tx, caller, pile, [...new Set(connectors.map(row => row.pile_id))])
    : []
  const typeOf = new Map([...piles, ...pilesOfConnectors].map(row => [row.id, row.current_type]))
  const found = new Map<string, Place>()
  for (const row of stations) found.set(row.id, { ...bare('station', row), station: row.id, speed: null })
  for (const row of piles)
    found.set(row.id, {
      ...bare('pile', row),
      station: row.station_id,
      pile: row.id,
      speed: speedOf(typeOf.get(row.id)),
    })
  for (const row of connectors) found.set(row.id, placeOfConnector(row, typeOf.get(row.pile_id)))
  if (targets.some(target => target.level === 'tenant')) found.set('', placeOfTenant(call))
  // In the order of the question.
  return [...new Set(targets.map(target => ('id' in target ? target.id : '')))].flatMap(key => found.get(key) ?? [])
}

interface BareRow {
  readonly id: string
  readonly operator_id: string
}

function bare(level: AssignmentLevel, row: BareRow): Omit<Place, 'station' | 'pile' | 'connector' | 'speed'> {
  return { level, id: row.id, operatorId: row.operator_id, connectorId: null, connectorNumber: null }
}

function placeOfConnector(row: RowOf<typeof connector>, currentType: string | undefined): Place {
  const pileId = row.pile_id
  const number = row.number
  return {
    ...bare('connector', row),
    station: row.station_id,
    pile: pileId,
    connector: connectorKey(pileId, number),
    connectorId: row.id,
    connectorNumber: number,
    speed: speedOf(currentType),
  }
}

function placeOfTenant({ caller }: Pick<Call, 'caller'>): Place {
  const { operators, stations } = caller.scope
  if (operators !== null || stations !== null) throw new Refusal('kernel.outsideScope', { status: 403 })
  return {
    level: 'tenant',
    id: null,
    operatorId: null,
    station: '',
    connectorId: null,
    connectorNumber: null,
    speed: null,
  }
}
