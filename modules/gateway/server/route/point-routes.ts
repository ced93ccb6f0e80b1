import { model } from '@wattyard/assets/contract'
import { idInput } from '@wattyard/calls'
import {
  beginLine,
  type Call,
  type Caller,
  type Database,
  FREE_MAX_MEMBERS,
  invalid,
  noteInLog,
  type RawCall,
  Refusal,
  type Route,
  route,
  rowInScope,
  sendSheet,
  col,
  serveCall,
} from '@wattyard/server-kit'
import { settingOf } from '@wattyard/platform/server'
import { z } from 'zod'
import {
  readPointMap,
  decodePoints,
  tryReadPoints,
  listSourceValues,
  listReadings,
  readSourceNow,
  readPointNetworks,
} from '../../contract/calls/points.ts'
import { checkPoints } from '../../contract/point-map/check-points.ts'
import type { PointValue } from '../../contract/point-map/decode-point.ts'
import { type MapProtocol, type Point, POINT_COLUMNS, type PointColumn } from '../../contract/point-map/point.ts'
import { pointMap } from '../../contract/point-map.ts'
import { sheetOfRows } from '../../contract/point-sheet.ts'
import { pointSource } from '../../contract/point-source.ts'
import type { Networks } from '../connection/network.ts'
import { decodeText } from '../points/decode-text.ts'
import { MAP_POINTS, pointsOfMaps, readRows } from '../points/map-rows.ts'
import { SOURCE_STATE } from '../points/source-state.ts'
import { allowedNetworks, pointNetworks } from '../points/outbound.ts'
import type { Poller } from '../points/poller.ts'
import { readSource, type SourceReading } from '../points/read-source.ts'

export interface PointRouteOptions {
  poller: Poller
  installation: Networks
  /** The installation's list as it was written, to be shown. */
  installationTexts: readonly string[]
}

/** A point's value as shown to users. */
const shownValue = (point: Point | undefined, value: PointValue) => ({
  ...value,
  name: point?.name ?? value.key,
  unit: point?.unit ?? '',
  measurand: point?.measurand ?? 'other',
  part: point?.part ?? null,
})

function shown(points: readonly Point[], values: readonly PointValue[]) {
  const byKey = new Map(points.map(one => [one.key, one]))
  return values.map(value => shownValue(byKey.get(value.key), value))
}

/** `pointMap/detail`: one map with its rows. */
const detail = serveCall(readPointMap, {
  work: 'read',
  async handle({ tx, caller, input }) {
    const row = await rowInScope(tx, caller, pointMap, input.id, { inner: MAP_POINTS })
    const { id, version, number, state, protocol, points } = row
    const owner = await rowInScope(tx, caller, model, row.model_id)
    return {
      id,
      version,
      number,
      state,
      protocol,
      points,
      model: { id: owner.id, name: String(owner.name), code: String(owner.code) },
    }
  },
})

function usablePoints(protocol: MapProtocol, points: unknown): readonly Point[] {
  return checkPoints(protocol, readRows(points)).points
}

/** `pointMap/decode`: decodes pasted bytes by these rows, saved or not. Nothing is written. */
const decode = serveCall(decodePoints, {
  work: 'read',
  members: FREE_MAX_MEMBERS,
  async handle({ input }) {
    const points = usablePoints(input.protocol, input.points)
    const decoded = decodeText(input.protocol, points, input.text, input.from ?? null)
    if (!decoded.ok)
      throw new Refusal('gateway.decodeFailed', { params: { why: '' }, detail: { problem: decoded.problem } })
    return { ...decoded, values: shown(points, decoded.values) }
  },
})

const readingOf = (points: readonly Point[], reading: SourceReading) => ({
  values: shown(points, reading.values),
  missing: reading.missing,
  requests: reading.requests,
  problem: reading.problem,
})

/**
 * `pointMap/tryRead`: reads a device once by these rows, saved or not. It opens a connection at the caller's request, so it has a
 * permission of its own, and reaches only networks that both the installation and the operator allow.
 */
const tryRead = ({ installation }: PointRouteOptions) =>
  serveCall(tryReadPoints, {
    work: 'raw',
    members: FREE_MAX_MEMBERS,
    async handle(call) {
      const { protocol, host, port, unit, meterAddress } = call.input
      const caller = callerOf(call)
      const points = usablePoints(protocol, call.input.points)
      if (points.length === 0) throw new Refusal('gateway.mapIsEmpty')
      if (protocol === 'dlt645' && !meterAddress) throw invalid({ meterAddress: { key: 'kernel.field.required' } })
      const networks = await call.db.tenant(caller.tenantId, tx => allowedNetworks(tx, installation, caller.tenantId), {
        readOnly: true,
      })
      // The caller chooses the address we connect to: who it was and where is logged, whatever answers.
      const line = beginLine(
        { peer: 'device', correlationId: call.requestId, note: noteInLog(call.db, caller.tenantId) },
        { host: `${host}:${port}`, method: protocol, path: '/' },
      )
      const reading = await readSource({
        target: { protocol, host, port, unit, meterAddress: meterAddress || null, avoidsGaps: false },
        points,
        networks,
      })
      await (reading.problem === null ? line.answered(null) : line.broke({ code: reading.problem }))
      return readingOf(points, reading)
    },
  })

function callerOf({ caller }: RawCall): Caller {
  if (!caller) throw new Error('a permitted route has a caller')
  return caller
}

/** `pointMap/sheet`: the rows of a map as a spreadsheet with the reader's headings. */
const sheet = route({
  method: 'GET',
  path: '/api/basedata/pointMap/sheet',
  access: 'gateway.pointMap:read',
  input: z.strictObject({ id: idInput, format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  work: 'raw',
  guests: true,
  summary: 'a map of points as a spreadsheet',
  async handle(call) {
    const { id, format } = call.input
    const caller = callerOf(call)
    const row = await call.db.tenant(
      caller.tenantId,
      tx => rowInScope(tx, caller, pointMap, id, { inner: MAP_POINTS }),
      {
        readOnly: true,
      },
    )
    const headings = Object.fromEntries(
      POINT_COLUMNS.map(one => [one, call.translate(call.language, `gateway.point.${one}`)]),
    ) as Record<PointColumn, string> // every column is among them
    async function* lines() {
      yield* sheetOfRows(row.points, headings)
    }
    const title = `${call.translate(call.language, 'gateway.pointMap.noun')} ${row.number}`
    await sendSheet(call.reply, { format, title, total: row.points.length }, lines())
    return undefined
  },
})

/** `pointSource/values`: every point of a source with its latest value; those never read are there too. */
const values = serveCall(listSourceValues, {
  work: 'read',
  async handle({ tx, caller, input }) {
    const source = await rowInScope(tx, caller, pointSource, input.id, { inner: SOURCE_STATE })
    const points = await pointsOf(tx, source.map_id)
    const { latest } = source
    return {
      list: points.map(point => ({
        ...shownValue(point, { key: point.key, value: null, raw: '', word: null, doubt: null }),
        at: null,
        ...latest[point.key],
      })),
    }
  },
})

async function pointsOf(tx: Call['tx'], mapId: unknown): Promise<readonly Point[]> {
  return typeof mapId === 'string' ? ((await pointsOfMaps(tx, [mapId])).get(mapId) ?? []) : []
}

/** Readings of one answer. */
const MAX_READINGS = 2_000

/** `pointSource/readings`: one point's values over time, oldest first. */
const readings = serveCall(listReadings, {
  work: 'read',
  async handle({ tx, caller, input }) {
    await rowInScope(tx, caller, pointSource, input.id)
    const rows = await tx.query(
      { at: col.instant, value: col.text.orNull },
      `select at, case jsonb_typeof(readings -> $5) when 'array' then readings -> $5 ->> 0 else readings ->> $5 end as value
       from gateway_point_reading where tenant_id = $1 and source_id = $2 and at >= $3 and at < $4 and jsonb_exists(readings, $5)
       order by at desc limit ${MAX_READINGS}`,
      [tx.tenantId, input.id, new Date(input.from), new Date(input.to), input.key],
    )
    return { list: rows.toReversed(), isCutOff: rows.length === MAX_READINGS }
  },
})

/** `pointSource/readNow`: reads a device at once and stores the result. */
const readNow = ({ poller }: PointRouteOptions) =>
  serveCall(readSourceNow, {
    work: 'raw',
    async handle(call) {
      const caller = callerOf(call)
      const points = await inScope(call.db, caller, call.input.id)
      const reading = await poller.readNow(call.db, caller.tenantId, call.input.id)
      if (!reading) throw new Refusal('gateway.sourceWithoutMap')
      return readingOf(points, reading)
    },
  })

async function inScope(db: Database, caller: Caller, id: string): Promise<readonly Point[]> {
  return db.tenant(caller.tenantId, async tx => pointsOf(tx, (await rowInScope(tx, caller, pointSource, id)).map_id), {
    readOnly: true,
  })
}

/** `pointSource/networks`: where the gateway may connect to devices, by the installation and by the operator. */
const networks = ({ installationTexts }: PointRouteOptions) =>
  serveCall(readPointNetworks, {
    work: 'read',
    handle: async ({ tx, caller }) => ({
      installation: installationTexts,
      own: await settingOf(tx, pointNetworks, caller.tenantId),
    }),
  })

export function pointRoutes(options: PointRouteOptions): Route[] {
  return [detail, decode, tryRead(options), sheet, values, readings, readNow(options), networks(options)]
}
