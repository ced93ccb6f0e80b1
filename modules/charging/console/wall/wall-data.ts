import {
  type LiveCounts,
  PILE_LIVES,
  type PileLiveNews,
  type PileLiveStatus,
  type ShownConnectorState,
  type StationLiveStatus,
} from '@wattyard/assets/contract'
import type { ConnectorLive, PileLive } from '@wattyard/gateway/contract'
import { type WallAnswer, type WallConnector, type WallPile } from '../../contract/calls/live.ts'
import { isReadingLive } from '../../contract/live.ts'

/** Sign beside the colour, so that the wall is readable without colours. */
export const STATE_MARK: Readonly<Record<ShownConnectorState, string>> = {
  fault: '!',
  offline: '×',
  never: '?',
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
  /** Live status of a pile; empty for all. */
  state: string
  /** Current type: `dc`, `ac` …; empty for all. */
  type: string
}

/** Returns whether a pile passes the filter: it has the live status, and one of its names contains the text. */
export function passes(pile: WallPile, { text, state, type }: WallFilter): boolean {
  const words = [pile.code, pile.name, ...pile.connectors.flatMap(one => [one.bay ?? '', one.order?.orderNo ?? ''])]
  const wanted = text.trim().toLowerCase()
  return (
    (type === '' || pile.currentType === type) &&
    (state === '' || pile.live === state) &&
    (wanted === '' || words.some(word => word.toLowerCase().includes(wanted)))
  )
}

/** Returns the number of piles in each live status, as home and the lists count them. */
export function countLives(piles: readonly WallPile[]): LiveCounts {
  const counts: Partial<Record<PileLiveStatus, number>> = {}
  for (const { live } of piles) counts[live] = (counts[live] ?? 0) + 1
  return counts
}

/** Returns the live status that an address names; empty for none and for a word that is no status. */
export function liveOf(word: string): PileLiveStatus | '' {
  return PILE_LIVES.find(live => live === word) ?? ''
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
    const { state, error, vendorError, at: since } = news
    // The news has no words of the pile: those of the former report are not about this one.
    const next: WallConnector = { ...known, state, error, vendorError, info: null, at: since }
    return { ...pile, connectors: pile.connectors.with(at, next) }
  })
}

/** Returns the wall after a pile connected or disconnected. The states of its connectors after a connection are read again. */
export function withConnection(wall: WallAnswer, { id, online, at }: PileLive): WallAnswer {
  return withPile(wall, id, pile => ({
    ...pile,
    online,
    connectors: online
      ? pile.connectors
      : pile.connectors.map(one => (one.state === 'unavailable' ? one : { ...one, state: 'offline', at })),
  }))
}

/** Returns the wall after the live status of a pile changed. */
export function withLive(wall: WallAnswer, { id, live, reported, liveSince }: PileLiveNews): WallAnswer {
  return withPile(wall, id, pile => ({ ...pile, live, reported, liveSince }))
}

/** Returns the wall after the live status of a station changed. */
export function withStationLive(wall: WallAnswer, id: string, live: StationLiveStatus): WallAnswer {
  return { ...wall, stations: wall.stations.map(one => (one.id === id ? { ...one, live } : one)) }
}
