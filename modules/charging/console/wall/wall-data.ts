import type { ConnectorLive, ConnectorState, PileLive } from '@wattyard/gateway/contract'
import { type WallAnswer, type WallConnector, type WallPile } from '../../contract/calls/live.ts'
import { isReadingLive } from '../../contract/live.ts'

/** States in order of urgency. */
export const STATE_ORDER: readonly ConnectorState[] = [
  'fault',
  'offline',
  'unavailable',
  'charging',
  'suspended',
  'finishing',
  'plugged',
  'reserved',
  'idle',
]

/** Sign beside the colour, so that the wall is readable without colours. */
export const STATE_MARK: Readonly<Record<ConnectorState, string>> = {
  fault: '!',
  offline: '×',
  unavailable: '–',
  charging: '⚡',
  suspended: '‖',
  finishing: '◔',
  plugged: '◍',
  reserved: 'R',
  idle: '○',
}

export interface WallFilter {
  text: string
  state: string
  /** Current type: `dc`, `ac` …; empty for all. */
  type: string
}

/** Returns whether a pile passes the filter: one of its connectors has the state, and one of its names contains the text. */
export function passes(pile: WallPile, { text, state, type }: WallFilter): boolean {
  const words = [pile.code, pile.name, ...pile.connectors.flatMap(one => [one.bay ?? '', one.order?.orderNo ?? ''])]
  const wanted = text.trim().toLowerCase()
  return (
    (type === '' || pile.currentType === type) &&
    (state === '' || pile.connectors.some(one => one.state === state)) &&
    (wanted === '' || words.some(word => word.toLowerCase().includes(wanted)))
  )
}

export type StateCounts = Readonly<Partial<Record<ConnectorState, number>>>

export function countStates(piles: readonly WallPile[]): StateCounts {
  const counts: Partial<Record<ConnectorState, number>> = {}
  for (const { connectors } of piles) for (const { state } of connectors) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** Returns the present power in whole watts, and the number of sessions whose power is unknown. */
export function powerOf(piles: readonly WallPile[], now: number): { watts: number; silent: number } {
  let watts = 0
  let silent = 0
  for (const { connectors } of piles)
    for (const { order, state } of connectors) {
      if (order === null) continue
      if (order.isStale || !isReadingLive({ lastFactAt: order.lastFactAt, connectorState: state }, now)) silent++
      else watts += order.power ?? 0
    }
  return { watts, silent }
}

/** Returns the piles by station, in the order of the answer's stations; stations without piles are left out. */
export function byStation(
  wall: WallAnswer,
  piles: readonly WallPile[],
): { station: WallAnswer['stations'][number]; piles: WallPile[] }[] {
  const own = Map.groupBy(piles, pile => pile.stationId)
  return wall.stations.flatMap(station => {
    const found = own.get(station.id)
    return found ? [{ station, piles: found }] : []
  })
}

function withPile(wall: WallAnswer, id: string, change: (pile: WallPile) => WallPile): WallAnswer {
  const at = wall.piles.findIndex(pile => pile.id === id)
  const pile = wall.piles[at]
  return pile === undefined ? wall : { ...wall, piles: wall.piles.with(at, change(pile)) }
}

/**
 * Returns the wall after an event of a connector. Everything else stays the same object, so that only one tile renders. A
 * connector that people took out of service stays out, whatever it reports, and an older event changes nothing.
 */
export function withConnector(wall: WallAnswer, news: ConnectorLive): WallAnswer {
  return withPile(wall, news.pileId, pile => {
    const at = pile.connectors.findIndex(one => one.number === news.connector)
    const known = pile.connectors[at]
    if (!known || known.state === 'unavailable' || (known.at !== null && known.at > news.at)) return pile
    const next: WallConnector = { ...known, state: news.state, error: news.error, at: news.at }
    return { ...pile, connectors: pile.connectors.with(at, next) }
  })
}

/** Returns the wall after a pile connected or disconnected. The states of its connectors after a connection are read again. */
export function withConnection(wall: WallAnswer, { id, online, at }: PileLive): WallAnswer {
  return withPile(wall, id, pile => ({
    ...pile,
    online,
    since: at,
    connectors: online
      ? pile.connectors
      : pile.connectors.map(one => (one.state === 'unavailable' ? one : { ...one, state: 'offline', at })),
  }))
}
