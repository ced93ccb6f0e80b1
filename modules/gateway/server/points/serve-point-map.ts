import { model } from '@wattyard/assets/contract'
import type { CommandInput } from '@wattyard/resource'
import {
  type Beginning,
  type Call,
  col,
  invalid,
  type Judgement,
  type LiveBus,
  Refusal,
  rowInScope,
  type ServedResource,
  serveVersioned,
  type Tx,
} from '@wattyard/server-kit'
import { createMapDraft, saveMapDraft } from '../../contract/index.ts'
import { checkPoints, errorsIn } from '../../contract/point-map/check-points.ts'
import { MAP_PROTOCOLS, type MapProtocol, type PointRow } from '../../contract/point-map/point.ts'
import { pointMap } from '../../contract/point-map.ts'
import { MAP_POINTS, type MapRow, readRows } from './map-rows.ts'

const isMapped = (protocol: string): protocol is MapProtocol => MAP_PROTOCOLS.some(one => one === protocol)

function judgeRows(protocol: MapProtocol, rows: readonly PointRow[]): Judgement {
  const count = errorsIn(checkPoints(protocol, rows).problems)
  const refusal =
    rows.length === 0
      ? new Refusal('gateway.mapIsEmpty')
      : count > 0
        ? new Refusal('gateway.mapHasProblems', { params: { count } })
        : null
  return { count, told: count, refusal, columns: { point_count: rows.length } }
}

/** A draft begins empty, or with the rows of another map of the same protocol. */
async function beginMap(
  { tx, caller }: Pick<Call, 'tx' | 'caller'>,
  input: CommandInput<typeof pointMap, 'createDraft'>,
  copied: MapRow | null,
): Promise<Beginning<PointRow[]>> {
  const { protocol } = await rowInScope(tx, caller, model, input.model)
  if (!isMapped(protocol)) throw invalid({ model: { key: 'gateway.error.modelWithoutPoints' } })
  if (copied && !speakAlike(copied.protocol, protocol))
    throw invalid({ copyOf: { key: 'gateway.error.otherProtocol' } })
  const body = copied?.points ?? []
  return { body, judged: judgeRows(protocol, body), columns: { protocol } }
}

const speakAlike = (one: MapProtocol, other: MapProtocol): boolean =>
  one === other || (one.startsWith('ocpp') && other.startsWith('ocpp'))

/** Assigns the first published map of a model to sources that wait for one; other sources keep theirs. */
function startSources(tx: Tx, { id, model_id }: Pick<MapRow, 'id' | 'model_id'>): Promise<number> {
  return tx.execute(
    `update gateway_point_source set map_id = $3, next_at = now(), version = version + 1, updated_at = now()
     where tenant_id = $1 and model_id = $2 and map_id is null`,
    [tx.tenantId, model_id, id],
  )
}

/** Serves point maps: what their rows are and which checks they need; the kernel does the rest. */
export function servePointMap(live: LiveBus | undefined): ServedResource {
  return serveVersioned(pointMap, {
    inner: MAP_POINTS,
    live,
    answers: [createMapDraft, saveMapDraft],
    read: readRows,
    judge: async (_tx, { protocol }, rows) => judgeRows(protocol, rows),
    begin: beginMap,
    published: async ({ tx }, map) => ({ begun: await startSources(tx, map) }),
    async decorate(tx, _caller, records) {
      // How many devices run each version, so that nobody retires one unknowingly.
      const rows = await tx.query(
        { map_id: col.uuid, sources: col.integer },
        'select map_id, count(*)::int as sources from gateway_point_source where tenant_id = $1 and map_id = any($2::uuid[]) group by 1',
        [tx.tenantId, records.map(one => one.id)],
      )
      const counts = new Map(rows.map(row => [row.map_id, row.sources]))
      for (const record of records) record.runsOn = counts.get(record.id) ?? 0
    },
  })
}
