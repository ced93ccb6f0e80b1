import type { WallAnswer, WallPile } from '../../contract/calls/live.ts'
import { byStation } from './wall-data.ts'

/** Part of a station that fits on one screen. */
export interface DeviceBoard {
  readonly key: string
  readonly name: string
  readonly piles: readonly WallPile[]
  /** Number of this board among those of the station, from 1; `parts` is their count. */
  readonly part: number
  readonly parts: number
  /** Tiles in a row, and the scale of a tile: few piles are drawn larger. */
  readonly columns: number
  readonly zoom: number
}

/** Tiles in a row at scale 1. */
const COLUMNS = 6
/** Largest scale; larger tiles would show nothing more. */
const MOST_ZOOM = 3
/** Factor by which tiles must become larger to justify more of them in a row. */
const WORTH_MORE_COLUMNS = 1.1
/** Width of the tiles' area in pixels, and the smallest width of a tile for its code and power. */
const WIDTH_PX = 1840
const NARROWEST_PX = 245
/** Height of the tiles' area in pixels, and the heights of a tile and of each of its connectors (wall.css, `.ch-board`). */
const ROOM_PX = 790
const TILE_PX = 72
const CONNECTOR_PX = 42

/** Returns the height in pixels of the highest tile: that of the pile with the most connectors. */
const tileHeight = (piles: readonly WallPile[]): number =>
  TILE_PX + Math.max(1, ...piles.map(({ connectors }) => connectors.length)) * CONNECTOR_PX

/** Returns the number of tiles that fit on a board in whole rows; at least one row. */
const perBoard = (height: number): number => COLUMNS * Math.max(1, Math.floor(ROOM_PX / height))

/** Returns the height in pixels of all rows with this number of columns; each row is as high as its highest tile. */
function stackHeight(piles: readonly WallPile[], columns: number): number {
  let height = 0
  for (let at = 0; at < piles.length; at += columns) height += tileHeight(piles.slice(at, at + columns))
  return height
}

/** Returns the largest scale at which all boards fit by height and width. More columns must pay off by WORTH_MORE_COLUMNS. */
function fitted(boards: readonly (readonly WallPile[])[]): Pick<DeviceBoard, 'columns' | 'zoom'> {
  let best = { columns: COLUMNS, zoom: 1 }
  let isFound = false
  for (let columns = 1; columns <= COLUMNS; columns++) {
    const room = ROOM_PX / Math.max(...boards.map(piles => stackHeight(piles, columns)))
    const zoom = Math.floor(100 * Math.min(MOST_ZOOM, room, WIDTH_PX / (columns * NARROWEST_PX))) / 100
    if (zoom < 1 || (isFound && zoom < best.zoom * WORTH_MORE_COLUMNS)) continue
    best = { columns, zoom }
    isFound = true
  }
  return best
}

/** Returns the stations of the wall as boards that need no scrolling: a large station has several, an empty one none. */
export function deviceBoards(wall: WallAnswer): DeviceBoard[] {
  return byStation(wall, wall.piles).flatMap(({ station, piles }) => {
    const size = perBoard(tileHeight(piles))
    const parts = Math.ceil(piles.length / size)
    const boards = Array.from({ length: parts }, (_, index) => piles.slice(index * size, (index + 1) * size))
    // All boards of a station have the same scale.
    const fit = fitted(boards)
    return boards.map((onBoard, index) => ({
      key: `${station.id}:${index}`,
      name: station.name,
      piles: onBoard,
      part: index + 1,
      parts,
      ...fit,
    }))
  })
}
