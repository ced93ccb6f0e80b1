import { changesOf, offeredCodes } from '@wattyard/resource'
import {
  actorOf,
  audit,
  type Call,
  may,
  Refusal,
  type Route,
  rowInScope,
  rowsInScope,
  scoped,
  serveCall,
  wordingOf,
  col,
  type RowIn,
} from '@wattyard/server-kit'
import {
  listStationChoices,
  listStationTags,
  openOrCloseStation,
  countConnectorStates,
  countModels,
  readStationTree,
  readOpenStationTree,
} from '../../contract/calls/station.ts'
import { connectorsNow, station, STATION_TAG, type StationStatus, STATION_STATUSES } from '../../contract/index.ts'
import { changeStationStatus, isStatusCommand, mayChangeStatus } from './change-station-status.ts'
import { connectorsAt } from '../pile/connector-view.ts'
import type { AssetsPorts } from '../ports.ts'

/** Most stations in one answer of selector and tree. People find others by typing. */
export const MAX_CHOICES = 1_000

const CHOICE = {
  id: col.uuid,
  code: col.text,
  label: col.text,
  anotherName: col.text,
  status: col.oneOf(STATION_STATUSES),
  operator_id: col.uuid,
}

type Choice = RowIn<typeof CHOICE>

/** Returns stations of the caller's scope by name. Only the scope counts, never what the browser remembers (trust W18). */
async function choices({ tx, caller }: Call, q: string, status?: StationStatus): Promise<Choice[]> {
  const where = scoped(caller, station)
  const text = q.trim().toLowerCase()
  if (status) where.add(`status = ${where.value(status)}`)
  // strpos instead of LIKE needs no escaping, and a tenant has few stations.
  if (text) where.add(`strpos(search_text, ${where.value(text)}) > 0`)
  return tx.query(
    CHOICE,
    `select id, code, name as label, coalesce(another_name, name) as "anotherName", status, operator_id
     from assets_station where ${where.text} order by name, id limit ${MAX_CHOICES}`,
    where.values,
  )
}

/** `GET /api/device/station/list/select`: the station selector of the layout. */
const select = serveCall(listStationChoices, {
  work: 'read',
  async handle(call) {
    const found = await choices(call, call.input.q)
    return { list: found.map(({ operator_id: _operator, ...choice }) => choice) }
  },
})

/** Serves operators with their stations, all or only those with a status. */
function tree(declared: typeof readStationTree, ports: AssetsPorts, status?: StationStatus): Route {
  return serveCall(declared, {
    work: 'read',
    async handle(call) {
      const found = await choices(call, call.input.q, status)
      const operators = [...new Set(found.map(one => one.operator_id))]
      const names = await ports.operatorNames(call.tx, operators, call.caller.language)
      const list = operators.map(operator => ({
        id: operator,
        kind: 'operator' as const,
        label: names.get(operator) ?? '',
        children: found
          .filter(one => one.operator_id === operator)
          .map(({ operator_id: _operator, ...choice }) => ({ ...choice, kind: 'station' as const })),
      }))
      return { list: list.toSorted((a, b) => a.label.localeCompare(b.label, 'zh')) }
    },
  })
}

/** Serves `GET /api/device/station/station_tags`: the tags offered for stations, in the tenant's order and texts. */
const stationTags = serveCall(listStationTags, {
  work: 'read',
  async handle({ tx, caller, language, translate }) {
    const changes = changesOf(await wordingOf(tx, caller.tenantId, caller.wording), STATION_TAG.name)
    const list = offeredCodes(STATION_TAG.codes, changes).map(code => ({
      code,
      label: translate(language, `${STATION_TAG.name}Value.${code}`),
      colour: changes[code]?.colour ?? null,
      icon: changes[code]?.icon ?? null,
    }))
    return { list }
  },
})

/**
 * Serves `GET /api/device/station/open_or_close`, the contract's call to open or close one station. It changes data by GET, so
 * the kernel accepts it only from scripts of the product's own pages (trust W7); the console uses the commands by POST. Without
 * `open` it toggles the station.
 */
function openOrClose(ports: AssetsPorts): Route {
  return serveCall(openOrCloseStation, {
    work: 'write',
    async handle(call) {
      const row = await rowInScope(call.tx, call.caller, station, call.input.id, { lock: true })
      const opens = call.input.open ?? row.status !== 'open'
      const command = opens ? 'open' : 'close'
      if (!may(call.caller, `assets.station:${command}`)) throw new Refusal('kernel.forbidden', { status: 403 })
      if (!isStatusCommand(command) || !mayChangeStatus(command, row.status)) throw new Refusal('kernel.notAllowedNow')
      const { evenIfCharging } = call.input
      const answer = await changeStationStatus(call, ports, { command, rows: [row], evenIfCharging })
      await audit(call.tx, actorOf(call), [
        { resource: station.name, recordId: row.id, action: command, after: opens ? null : { evenIfCharging } },
      ])
      return answer
    },
  })
}

/** Serves `GET /api/device/station/portInfo`: the connectors of one station with their states. */
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
  return serveCall(countConnectorStates, {
    work: 'read',
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

const MODEL_COUNT = {
  modelId: col.uuid.orNull,
  name: col.text.orNull,
  currentType: col.text,
  piles: col.integer,
  connectors: col.integer,
}

/** Serves `GET /api/vstation/model`: the models in the caller's scope with their numbers. */
const stationModels = serveCall(countModels, {
  work: 'read',
  async handle({ tx, caller, input }) {
    const where = scoped(caller, station)
    if (input.id) where.add(`id = ${where.value(input.id)}`)
    const list = await tx.query(
      MODEL_COUNT,
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
    tree(readStationTree, ports),
    tree(readOpenStationTree, ports, 'open'),
    stationTags,
    openOrClose(ports),
    portInfo(ports),
    stationStatus(ports),
    stationModels,
  ]
}
