import { checkInput, col, columnsNamed, type Tx, type WholeRow } from '@wattyard/server-kit'
import { z } from 'zod'
import { pointRowsInput } from '../../contract/calls/points.ts'
import { checkPoints } from '../../contract/point-map/check-points.ts'
import { pointMap } from '../../contract/point-map.ts'
import { type Point, type PointRow } from '../../contract/point-map/point.ts'

/** The points themselves: not a field, because no list or form could show them. Written only by the calls of the map. */
export const MAP_POINTS = { points: col.json<PointRow[]>() }

export type MapRow = WholeRow<typeof pointMap, typeof MAP_POINTS>

/** @throws Refusal naming the cell: `points.3.scale` */
export function readRows(value: unknown): PointRow[] {
  const { points } = checkInput(z.strictObject({ points: pointRowsInput }), { points: value })
  // Empty cells carry no meaning and would make equal maps differ.
  return points.map(row =>
    Object.fromEntries(Object.entries(row).filter(([, text]) => text !== undefined && text.trim() !== '')),
  )
}

/** Most maps whose points are kept in memory; published maps never change. */
const MAX_KEPT = 500
const kept = new Map<string, readonly Point[]>()

/** Points of published or retired maps by map id, read and checked once per process. */
export async function pointsOfMaps(tx: Tx, mapIds: readonly string[]): Promise<ReadonlyMap<string, readonly Point[]>> {
  const unknown = [...new Set(mapIds)].filter(id => !kept.has(id))
  const rows = unknown.length
    ? await tx.query(
        { ...columnsNamed(pointMap, 'id', 'protocol'), ...MAP_POINTS },
        "select id, protocol, points from gateway_point_map where id = any($1::uuid[]) and state <> 'draft'",
        [unknown],
      )
    : []
  for (const { id, protocol, points } of rows) kept.set(id, checkPoints(protocol, points).points)
  const found = new Map(mapIds.flatMap(id => (kept.has(id) ? [[id, kept.get(id) ?? []] as const] : [])))
  // The oldest are dropped first; those just asked for have been copied out.
  for (const id of kept.keys()) {
    if (kept.size <= MAX_KEPT) break
    kept.delete(id)
  }
  return found
}

/** Newest published map by model. */
export async function newestMaps(tx: Tx, modelIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query(
    { model_id: col.uuid, id: col.uuid },
    `select distinct on (model_id) model_id, id from gateway_point_map
     where tenant_id = $1 and model_id = any($2::uuid[]) and state = 'published' order by model_id, number desc`,
    [tx.tenantId, modelIds],
  )
  return new Map(rows.map(row => [row.model_id, row.id]))
}
