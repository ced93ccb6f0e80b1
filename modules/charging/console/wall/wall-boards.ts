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
  /** Tiles in a row, and how many times they are drawn larger: few piles leave room. */
  readonly columns: number
  readonly zoom: number
}

/** Tiles in a row as large as they are made. */
const COLUMNS = 6
/** Larger ones would say no more. */
const MOST_ZOOM = 3
/** Times larger that tiles have to be before more of them stand in a row: fewer fill the screen better. */
const WORTH_MORE_COLUMNS = 1.1
/** Pixels across for tiles, and what a tile needs at least for its code and power. */
const WIDTH_PX = 1840
const NARROWEST_PX = 245
/** Pixels of a board for tiles, and what a tile and each of its connectors take of it (wall.css, `.ch-board`). */
const ROOM_PX = 790
const TILE_PX = 72
const CONNECTOR_PX = 42

/** Pixels of the highest tile, by the pile with the most connectors. */
const tileHeight = (piles: readonly WallPile[]): number =>
  TILE_PX + Math.max(1, ...piles.map(({ connectors }) => connectors.length)) * CONNECTOR_PX

/** Whole rows of tiles that fit; at least one. */
const perBoard = (height: number): number => COLUMNS * Math.max(1, Math.floor(ROOM_PX / height))

/** Pixels of rows of so many tiles, each as high as its highest. */
function stackHeight(piles: readonly WallPile[], columns: number): number {
  let height = 0
  for (let at = 0; at < piles.length; at += columns) height += tileHeight(piles.slice(at, at + columns))
  return height
}

/** The largest tiles with which all boards fit, by their height and by the width a tile needs; more in a row must be worth it. */
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

/** Stations of the wall as boards without scrolling: a large station takes several, an empty one none. */
export function deviceBoards(wall: WallAnswer): DeviceBoard[] {
  return byStation(wall, wall.piles).flatMap(({ station, piles }) => {
    const size = perBoard(tileHeight(piles))
    const parts = Math.ceil(piles.length / size)
    const boards = Array.from({ length: parts }, (_, index) => piles.slice(index * size, (index + 1) * size))
    // The same on all boards of a station: the last one is not read at another size than the first.
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
