import { connectorLabel, shownConnectorOf } from '@wattyard/assets/contract'
import {
  connectorKey,
  type Connector,
  connectorsOf,
  type LiveNow,
  livesOfPiles,
  livesOfStations,
  type Pile,
  pilesInScope,
  stationsByIds,
} from '@wattyard/assets/server'
import { type ConnectorView, type PileState } from '@wattyard/gateway/contract'
import { connectorViews, pileStates } from '@wattyard/gateway/server'
import { type Call, may, type PersonalReader, type Route, serveCall, shownTo } from '@wattyard/server-kit'
import { readWall } from '../../contract/calls/live.ts'
import type { RunningOrder, WallAnswer, WallConnector, WallPile } from '../../contract/index.ts'
import { Directory } from '../start/directory.ts'
import type { ChargingPorts } from '../ports.ts'
import { runningOrders } from '../supervise/running-orders.ts'

/** Most piles in one answer; a larger fleet has to be queried by station. */
export const MAX_PILES = 1_000

interface Known {
  lives: ReadonlyMap<string, LiveNow>
  states: ReadonlyMap<string, PileState>
  reports: ReadonlyMap<string, ConnectorView>
  orders: ReadonlyMap<string, RunningOrder>
  reader: PersonalReader
}

/** Returns a connector for the wall. */
function connectorOf(pile: Pile, { number, kind, bay, status }: Connector, known: Known): WallConnector {
  const report = known.reports.get(connectorKey(pile.id, number))
  const isOut = pile.status !== 'normal' || status === 'stopped'
  return {
    number,
    name: connectorLabel(number, pile),
    kind,
    bay,
    state: shownConnectorOf({ isOut, pile: known.lives.get(pile.id)?.reported ?? 'never', report: report?.state }),
    at: report?.at ?? null,
    error: report?.error ?? null,
    vendorError: shownTo(known.reader, 'words', report?.vendorError ?? null),
    info: shownTo(known.reader, 'words', report?.info ?? null),
    order: known.orders.get(connectorKey(pile.id, number)) ?? null,
  }
}

function pileOf(pile: Pile, connectors: readonly Connector[], known: Known): WallPile {
  const live = known.lives.get(pile.id)
  return {
    id: pile.id,
    code: pile.code,
    name: pile.name,
    stationId: pile.stationId,
    currentType: pile.currentType,
    power: pile.power_w,
    protocol: pile.protocol,
    status: pile.status,
    live: live?.live ?? 'never',
    reported: live?.reported ?? 'never',
    liveSince: live?.since ?? null,
    online: known.states.get(pile.id)?.online ?? false,
    connectors: connectors.map(connector => connectorOf(pile, connector, known)),
  }
}

async function wallOf(call: Call, ports: ChargingPorts, directory: Directory): Promise<WallAnswer> {
  const { tx, caller } = call
  const found = await pilesInScope(tx, caller, { limit: MAX_PILES + 1 })
  const piles = found.slice(0, MAX_PILES)
  const ids = piles.map(pile => pile.id)
  const connectors = await connectorsOf(tx, ids)
  const running = may(caller, 'charging.order:read') ? await runningOrders(call, ports, directory) : null
  const known: Known = {
    reader: caller,
    lives: await livesOfPiles(tx, ids),
    states: await pileStates(tx, ids),
    reports: new Map((await connectorViews(tx, ids)).map(view => [connectorKey(view.pileId, view.connector), view])),
    // The newest first: of two on one connector the newer is shown.
    orders: new Map(
      (running?.list ?? []).toReversed().map(order => [connectorKey(order.pile.id, order.connector), order]),
    ),
  }
  const stations = await stationsByIds(tx, [...new Set(piles.map(pile => pile.stationId))])
  const stationLives = await livesOfStations(tx, [...stations.keys()])
  return {
    stations: [...stations.values()]
      .map(({ id: stationOf, name, zone }) => ({
        id: stationOf,
        name,
        zone,
        live: stationLives.get(stationOf) ?? 'out',
      }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'zh')),
    piles: piles.map(pile => pileOf(pile, connectors.get(pile.id) ?? [], known)),
    capped: found.length > MAX_PILES,
    asOf: ports.clock.now(),
  }
}

/** Serves `GET /api/charging/wall`: every pile in the caller's scope with its connectors and their states. */
export function wallRoute(ports: ChargingPorts): Route {
  const directory = new Directory()
  return serveCall(readWall, {
    work: 'read',
    handle: call => wallOf(call, ports, directory),
  })
}
