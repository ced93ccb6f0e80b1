import { changesOf, offeredCodes } from '@wattyard/resource'
import { flagInput, idInput, searchWord } from '@wattyard/calls'
import {
  actorOf,
  audit,
  type Call,
  may,
  Refusal,
  route,
  type Route,
  rowInScope,
  rowsInScope,
  scoped,
  serveCall,
  wordingOf,
  col,
  type RowIn,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { connectorsNow, station, STATION_TAG, type StationStatus, type StationTagEntry } from '../../contract/index.ts'
import { changeStationStatus, isStatusCommand, mayChangeStatus } from './change-station-status.ts'
import { connectorsAt } from '../pile/connector-view.ts'
import type { AssetsPorts } from '../ports.ts'

/** Stations in one answer of the selector and the tree; more are found by typing. */
export const MAX_CHOICES = 1_000

const both = ['GET', 'POST'] as const

const CHOICE = {
  id: col.uuid,
  code: col.text,
  label: col.text,
  anotherName: col.text,
  status: col.text,
  operator_id: col.uuid,
}

type Choice = RowIn<typeof CHOICE>

/** Stations of the caller's scope by name; whatever the browser remembers, scope decides (trust W18). */
async function choices({ tx, caller }: Call, q: string, status?: StationStatus): Promise<Choice[]> {
  const where = scoped(caller, station)
  const text = q.trim().toLowerCase()
  if (status) where.add(`status = ${where.value(status)}`)
  // strpos instead of LIKE: nothing to escape, and a tenant's stations are few.
  if (text) where.add(`strpos(search_text, ${where.value(text)}) > 0`)
  return tx.query(
    CHOICE,
    `select id, code, name as label, coalesce(another_name, name) as "anotherName", status, operator_id
     from assets_station where ${where.text} order by name, id limit ${MAX_CHOICES}`,
    where.values,
  )
}

/** `GET /api/device/station/list/select`: the station selector of the layout. */
const select = route({
  method: both,
  path: '/api/device/station/list/select',
  access: 'signed-in',
  input: z.strictObject({ q: searchWord }),
  work: 'read',
  summary: 'stations for the selector',
  async handle(call) {
    const found = await choices(call, call.input.q)
    return { list: found.map(({ operator_id: _operator, ...choice }) => choice) }
  },
})

/**
 * `GET /api/device/station/tree`: operators with their stations; `tree/operation/in` the same of stations in operation,
 * which are those that take cars.
 */
function tree(ports: AssetsPorts, path: `/${string}`, status?: StationStatus): Route {
  return route({
    method: both,
    path,
    access: 'signed-in',
    input: z.strictObject({ q: searchWord }),
    work: 'read',
    summary: status ? 'operators and their stations in operation' : 'operators and their stations',
    async handle(call) {
      const found = await choices(call, call.input.q, status)
      const operators = [...new Set(found.map(one => one.operator_id))]
      const names = await ports.operatorNames(call.tx, operators, call.caller.language)
      const list = operators.map(operator => ({
        id: operator,
        kind: 'operator',
        label: names.get(operator) ?? '',
        children: found
          .filter(one => one.operator_id === operator)
          .map(({ operator_id: _operator, ...choice }) => ({ ...choice, kind: 'station' })),
      }))
      return { list: list.toSorted((a, b) => a.label.localeCompare(b.label, 'zh')) }
    },
  })
}

/** `GET /api/device/station/station_tags`: tags that may be given to stations now, in the tenant's order and words. */
const stationTags = route({
  method: both,
  path: '/api/device/station/station_tags',
  access: 'signed-in',
  input: z.strictObject({}),
  work: 'read',
  summary: 'tags for stations',
  async handle({ tx, caller, language, say }) {
    const changes = changesOf(await wordingOf(tx, caller.tenantId, caller.wording), STATION_TAG.name)
    const list = offeredCodes(STATION_TAG.codes, changes).map(
      (code): StationTagEntry => ({
        code,
        label: say(language, `${STATION_TAG.name}Value.${code}`),
        colour: changes[code]?.colour ?? null,
        icon: changes[code]?.icon ?? null,
      }),
    )
    return { list }
  },
})

/**
 * `GET /api/device/station/open_or_close`: the contract's way to open or close one station. It
 * changes something by GET, so the kernel takes it from scripts of our own page only (trust W7);
 * our console uses the commands by POST. Without `open` it turns the station around.
 */
function openOrClose(ports: AssetsPorts): Route {
  return route({
    method: both,
    path: '/api/device/station/open_or_close',
    // Which of two permissions it takes depends on the direction, which is checked below.
    access: 'signed-in',
    input: z.strictObject({ id: idInput, open: flagInput.optional(), evenIfCharging: flagInput.default(false) }),
    work: 'write',
    summary: 'open or close a station',
    async handle(call) {
      const row = await rowInScope(call.tx, call.caller, station, call.input.id, { lock: true })
      const opens = call.input.open ?? row.status !== 'open'
      const command = opens ? 'open' : 'close'
      if (!may(call.caller, `assets.station:${command}`)) throw new Refusal('kernel.forbidden', { status: 403 })
      if (!isStatusCommand(command) || !mayChangeStatus(command, row.status)) throw new Refusal('kernel.notAllowedNow')
      const { evenIfCharging } = call.input
      const answer = await changeStationStatus(call, ports, { command, rows: [row], evenIfCharging })
      await audit(call.tx, actorOf(call), [
        { resource: station.name, recordId: row.id, action: command, after: { evenIfCharging } },
      ])
      return answer
    },
  })
}

/** `GET /api/device/station/portInfo`: connectors of one station and what they are doing. */
function portInfo(ports: AssetsPorts): Route {
  return serveCall(connectorsNow, {
    work: 'read',
    async handle({ tx, caller, input }) {
      await rowInScope(tx, caller, station, input.id)
      const connectors = await connectorsAt(tx, ports, [input.id])
      const counts: Record<string, number> = {}
      for (const { state } of connectors) counts[state] = (counts[state] ?? 0) + 1
      return { list: connectors, counts, asOf: Date.now() }
    },
  })
}

/** `GET /api/vstation/status`: per station of the scope, how many connectors are in which state. */
function stationStatus(ports: AssetsPorts): Route {
  return route({
    method: both,
    path: '/api/vstation/status',
    access: 'assets.station:read',
    input: z.strictObject({ id: idInput.optional() }),
    work: 'read',
    summary: 'stations with their connectors counted by state',
    async handle(call) {
      const found = call.input.id
        ? await rowsInScope(call.tx, call.caller, station, [call.input.id])
        : await choices(call, '')
      const stations = new Map(
        found.map(row => [
          row.id,
          { id: row.id, status: row.status, connectors: 0, states: {} as Record<string, number> },
        ]),
      ) // filled below
      for (const { stationId, state } of await connectorsAt(call.tx, ports, [...stations.keys()])) {
        const counted = stations.get(stationId)
        if (!counted) continue
        counted.connectors++
        counted.states[state] = (counted.states[state] ?? 0) + 1
      }
      return { list: [...stations.values()], asOf: Date.now() }
    },
  })
}

/** `GET /api/vstation/model`: which models stand in the scope, and how many. */
const stationModels = route({
  method: both,
  path: '/api/vstation/model',
  access: 'assets.pile:read',
  input: z.strictObject({ id: idInput.optional() }),
  work: 'read',
  summary: 'piles of the scope counted by model',
  async handle({ tx, caller, input }) {
    const where = scoped(caller, station)
    if (input.id) where.add(`id = ${where.value(input.id)}`)
    const list = await tx.query(
      `select p.model_id as "modelId", m.name, p.current_type as "currentType", count(*)::int as piles, sum(p.connector_count)::int as connectors
       from assets_pile p left join assets_model m on m.tenant_id = p.tenant_id and m.id = p.model_id
       where p.tenant_id = $1 and p.status <> 'retired' and p.station_id in (select id from assets_station where ${where.text})
       group by 1, 2, 3 order by piles desc, 2 limit 500`,
      where.values,
    )
    return { list }
  },
})

export function stationRoutes(ports: AssetsPorts): Route[] {
  return [
    select,
    tree(ports, '/api/device/station/tree'),
    tree(ports, '/api/device/station/tree/operation/in', 'open'),
    stationTags,
    openOrClose(ports),
    portInfo(ports),
    stationStatus(ports),
    stationModels,
  ]
}
