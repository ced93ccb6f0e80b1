import { describe, expect, it } from 'vitest'
import type { WallAnswer, WallPile } from '../../contract/calls/live.ts'
import { deviceBoards } from './wall-boards.ts'

function aPile(id: string, stationId: string, connectors: number): WallPile {
  const connector = { number: 1, name: '1', bay: null, kind: null, state: 'idle', error: null, at: null, order: null }
  return {
    id,
    stationId,
    code: id,
    name: id,
    connectors: Array.from({ length: connectors }, () => connector),
  } as unknown as WallPile // only the fields that boards read
}

function aWall(piles: WallPile[]): WallAnswer {
  const stations = ['north', 'south', 'empty'].map(id => ({ id, name: id, zone: 'Asia/Shanghai' }))
  return { stations, piles, capped: false, asOf: 0 } as unknown as WallAnswer // as above
}

describe('boards of the device wall', () => {
  it('give every station with piles a board', () => {
    const boards = deviceBoards(aWall([aPile('a', 'south', 2), aPile('b', 'north', 2)]))
    expect(boards.map(({ name, part, parts }) => [name, part, parts])).toEqual([
      ['north', 1, 1],
      ['south', 1, 1],
    ])
  })

  it('split a large station, without losing a pile', () => {
    const piles = Array.from({ length: 70 }, (_, index) => aPile(`p${index}`, 'north', 2))
    const boards = deviceBoards(aWall(piles))
    expect(boards.map(board => board.piles.length)).toEqual([30, 30, 10])
    expect(boards.flatMap(board => board.piles)).toEqual(piles)
    expect(new Set(boards.map(({ key }) => key)).size).toBe(3)
  })

  it('make the tiles of few piles larger, as far as they fit', () => {
    const sizes = (count: number, connectors: number) =>
      deviceBoards(aWall(Array.from({ length: count }, (_, index) => aPile(`p${index}`, 'north', connectors)))).map(
        ({ columns, zoom }) => [columns, zoom],
      )
    expect(sizes(1, 2)).toEqual([[1, 3]])
    expect(sizes(2, 2)).toEqual([[2, 3]])
    expect(sizes(8, 2)).toEqual([[4, 1.87]])
    expect(sizes(20, 2)).toEqual([[5, 1.26]])
    // A row is as high as its highest tile, and three rows fill more of the screen than two with hardly larger tiles.
    const mixed = [2, 2, 2, 2, 1, 1, 1, 1].map((connectors, index) => aPile(`p${index}`, 'north', connectors))
    expect(deviceBoards(aWall(mixed))).toMatchObject([{ columns: 3, zoom: 1.85 }])
    expect(sizes(30, 2)).toEqual([[6, 1.01]])
    // The last board of a station has the size of the others.
    const [first, ...others] = sizes(70, 2)
    expect(others).toEqual([first, first])
    expect(sizes(3, 20)).toEqual([[6, 1]])
  })

  it('put fewer piles on a board when they have many connectors', () => {
    const piles = Array.from({ length: 12 }, (_, index) => aPile(`p${index}`, 'north', 20))
    expect(deviceBoards(aWall(piles)).map(board => board.piles.length)).toEqual([6, 6])
  })
})
