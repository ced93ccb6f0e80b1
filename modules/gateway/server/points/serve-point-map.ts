import { model } from '@wattyard/assets/contract'
import {
  type Call,
  type CommandHandler,
  invalid,
  type LiveBus,
  newId,
  Refusal,
  rowInScope,
  serveResource,
  type ServedResource,
  type Tx,
  col,
} from '@wattyard/server-kit'
import { checkPoints, errorsIn } from '../../contract/point-map/check-points.ts'
import { MAP_PROTOCOLS, type MapProtocol, type PointRow } from '../../contract/point-map/point.ts'
import { pointMap } from '../../contract/point-map.ts'
import { MAP_POINTS, onlyMap, readRows } from './map-rows.ts'
import { createMapDraft, saveMapDraft } from '../../contract/index.ts'

const NEEDED_STATE: Readonly<Record<string, string>> = {
  saveDraft: 'draft',
  publish: 'draft',
  discardDraft: 'draft',
  retire: 'published',
}

const isMapped = (protocol: string): protocol is MapProtocol => MAP_PROTOCOLS.some(one => one === protocol)

/** Errors and points of rows, as they are stored beside them. */
const countsOf = (protocol: MapProtocol, rows: readonly PointRow[]) =>
  [rows.length, errorsIn(checkPoints(protocol, rows).problems)] as const

type Handler<N extends keyof (typeof pointMap)['commands']> = CommandHandler<typeof pointMap, N, typeof MAP_POINTS>

/** `createDraft`: empty, or with the rows of another map of the same protocol. One draft per model: two would compete. */
const createDraft: Handler<'createDraft'> = async (call, _rows, input) => {
  const { tx, caller } = call
  const target = await rowInScope(tx, caller, model, input.model)
  const { protocol } = target
  if (!isMapped(protocol)) throw invalid({ model: { key: 'gateway.error.modelWithoutPoints' } })
  await lockModel(tx, target.id)
  const [open] = await tx.query(
    { number: col.integer },
    "select number from gateway_point_map where tenant_id = $1 and model_id = $2 and state = 'draft' limit 1",
    [tx.tenantId, target.id],
  )
  if (open) throw new Refusal('gateway.draftExists', { params: { number: open.number } })
  const points = await rowsToBeginWith(call, protocol, input.copyOf)
  const id = newId()
  const [row] = await tx.query(
    { number: col.integer },
    `insert into gateway_point_map (tenant_id, id, model_id, number, state, protocol, point_count, problems, points, edited_by)
     select $1, $2, $3, coalesce(max(number), 0) + 1, 'draft', $4, $5, $6, $7::jsonb, $8
     from gateway_point_map where tenant_id = $1 and model_id = $3 returning number`,
    [tx.tenantId, id, target.id, protocol, ...countsOf(protocol, points), JSON.stringify(points), caller.displayName],
  )
  return { id, number: row?.number ?? 1 }
}

/** Whoever numbers, publishes or draws up maps of a model waits for the others here. */
async function lockModel(tx: Tx, modelId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('gateway.pointMap' || $1, 0))", [modelId])
}

async function rowsToBeginWith(
  { tx, caller }: Call,
  protocol: MapProtocol,
  copyOf: string | null | undefined,
): Promise<PointRow[]> {
  if (!copyOf) return []
  const source = await rowInScope(tx, caller, pointMap, copyOf, { inner: MAP_POINTS })
  const isSame = source.protocol === protocol || (source.protocol.startsWith('ocpp') && protocol.startsWith('ocpp'))
  if (!isSame) throw invalid({ copyOf: { key: 'gateway.error.otherProtocol' } })
  return source.points
}

const saveDraft: Handler<'saveDraft'> = async ({ tx, caller }, rows, input) => {
  const row = onlyMap(rows)
  if (input.seen !== row.version) throw new Refusal('kernel.stale', { status: 409 })
  const points = readRows(input.points)
  const [count, problems] = countsOf(row.protocol, points)
  await tx.execute(
    `update gateway_point_map set points = $3::jsonb, note = $4, point_count = $5, problems = $6, edited_by = $7, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, JSON.stringify(points), input.note ?? null, count, problems, caller.displayName],
  )
  return { id: row.id, version: row.version + 1, problems }
}

/** `publish`: judged anew, because rules may have become stricter since the draft was saved. */
function publish(live: LiveBus | undefined): Handler<'publish'> {
  return async ({ tx, caller }, rows) => {
    const row = onlyMap(rows)
    if (row.points.length === 0) throw new Refusal('gateway.mapIsEmpty')
    const problems = errorsIn(checkPoints(row.protocol, row.points).problems)
    if (problems > 0) throw new Refusal('gateway.mapHasProblems', { params: { count: problems } })
    await tx.execute(
      `update gateway_point_map set state = 'published', problems = 0, published_by = $3, published_at = now(), version = version + 1, updated_at = now()
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, row.id, caller.displayName],
    )
    // Whoever waits for the first map of the model has it now; the others keep what they run.
    const begun = await tx.execute(
      `update gateway_point_source set map_id = $3, next_at = now(), version = version + 1, updated_at = now()
       where tenant_id = $1 and model_id = $2 and map_id is null`,
      [tx.tenantId, row.model_id, row.id],
    )
    tx.afterCommit(() =>
      live?.publish({
        tenantId: caller.tenantId,
        topic: pointMap.name,
        stationId: null,
        data: { id: row.id, state: 'published' },
      }),
    )
    return { id: row.id, begun }
  }
}

const retire: Handler<'retire'> = async ({ tx }, rows) => {
  await tx.execute(
    "update gateway_point_map set state = 'retired', version = version + 1, updated_at = now() where tenant_id = $1 and id = $2",
    [tx.tenantId, onlyMap(rows).id],
  )
  return { retired: 1 }
}

const discardDraft: Handler<'discardDraft'> = async ({ tx }, rows) => {
  await tx.execute('delete from gateway_point_map where tenant_id = $1 and id = $2', [tx.tenantId, onlyMap(rows).id])
  return { discarded: 1 }
}

export function servePointMap(live: LiveBus | undefined): ServedResource {
  return serveResource(pointMap, {
    inner: MAP_POINTS,
    answers: [createMapDraft, saveMapDraft],
    commands: { createDraft, saveDraft, publish: publish(live), retire, discardDraft },
    allows: (action, row) => NEEDED_STATE[action] === undefined || NEEDED_STATE[action] === row.state,
    async decorate(tx, _caller, records) {
      // How many devices run each version, so that nobody retires one blindly.
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
