import type { ConnectorLive, ConnectorState, PileLive } from '@wattyard/gateway/contract'
import { type WallAnswer, type WallConnector, type WallPile } from '../../contract/calls/live.ts'
import { isReadingLive } from '../../contract/live.ts'

/** What needs a person comes first. */
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

/** A sign beside the colour, so that the wall reads without colours. */
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
  /** `dc`, `ac` …; empty for all. */
  type: string
}

/** Returns whether a pile passes: one of its connectors is in the state, and one of its names holds the text. */
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

/** Whole watts that flow now, and of how many sessions nobody knows it. */
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

/** Piles by station, in the order of the answer's stations; stations without one are left out. */
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
 * Returns the wall after news of a connector; everything else stays the same object, so that only one tile is drawn
 * again. A connector that people took out of service stays out, whatever it reports, and older news changes nothing.
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

/** Returns the wall after a pile came or went. What its connectors do after it came is read anew. */
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
