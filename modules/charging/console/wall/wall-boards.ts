import type { WallAnswer, WallPile } from '../../contract/calls/live.ts'
import { byStation } from './wall-data.ts'

/** What one screen holds of a station. */
export interface DeviceBoard {
  readonly key: string
  readonly name: string
  readonly piles: readonly WallPile[]
  /** Of how many boards of the station, from 1. */
  readonly part: number
  readonly parts: number
}

const COLUMNS = 6
/** Pixels of a board for tiles, and what a tile and each of its connectors take of it (wall.css, `.ch-board`). */
const ROOM_PX = 790
const TILE_PX = 72
const CONNECTOR_PX = 42

/** Whole rows of tiles that fit, by the pile with the most connectors; at least one. */
function perBoard(piles: readonly WallPile[]): number {
  const most = Math.max(1, ...piles.map(({ connectors }) => connectors.length))
  return COLUMNS * Math.max(1, Math.floor(ROOM_PX / (TILE_PX + most * CONNECTOR_PX)))
}

/** Stations of the wall as boards without scrolling: a large station takes several, an empty one none. */
export function deviceBoards(wall: WallAnswer): DeviceBoard[] {
  return byStation(wall, wall.piles).flatMap(({ station, piles }) => {
    const size = perBoard(piles)
    const parts = Math.ceil(piles.length / size)
    return Array.from({ length: parts }, (_, index) => ({
      key: `${station.id}:${index}`,
      name: station.name,
      piles: piles.slice(index * size, (index + 1) * size),
      part: index + 1,
      parts,
    }))
  })
}
