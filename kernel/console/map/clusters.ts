import type { Place } from './map-view.ts'

/** A drawn spot: one point, or several that are too close to be told apart. */
export interface Cluster extends Place {
  /** Indexes into the places. */
  readonly members: readonly number[]
}

/** Points closer than this belong to one spot. */
const CELL_PX = 56
/** Returns the zoom level of a scale; each level is twice the one before. Spots split as the level grows. */
const levelOf = (scale: number): number => Math.floor(Math.log2(scale / 256))

/**
 * Returns a function that groups places into spots for a view's scale. The spots of a level are cached, so that panning is cheap;
 * the same level always gives the same spots, whatever part of the map is seen.
 */
export function createClusters(places: readonly Place[]): (scale: number) => readonly Cluster[] {
  const levels = new Map<number, readonly Cluster[]>()
  return scale => {
    const level = levelOf(scale)
    let known = levels.get(level)
    if (!known) {
      known = group(places, CELL_PX / (256 * 2 ** level))
      levels.set(level, known)
    }
    return known
  }
}

interface Growing {
  x: number
  y: number
  readonly members: number[]
}

/**
 * Adds each point to the nearest earlier spot within `reach`, or begins a spot; a grid of that cell width finds the candidates.
 */
function group(places: readonly Place[], reach: number): readonly Cluster[] {
  const cells = new Map<string, Growing[]>()
  const all: Growing[] = []
  places.forEach(({ x, y }, index) => {
    const column = Math.floor(x / reach)
    const row = Math.floor(y / reach)
    const near = nearest(cells, { x, y, column, row, reach })
    if (near) {
      near.members.push(index)
      return
    }
    const begun: Growing = { x, y, members: [index] }
    all.push(begun)
    const key = `${column}:${row}`
    const cell = cells.get(key)
    if (cell) cell.push(begun)
    else cells.set(key, [begun])
  })
  for (const spot of all) settle(spot, places)
  return all
}

interface Seek extends Place {
  readonly column: number
  readonly row: number
  readonly reach: number
}

function nearest(cells: ReadonlyMap<string, Growing[]>, { x, y, column, row, reach }: Seek): Growing | undefined {
  let best: Growing | undefined
  let distance = reach
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++)
      for (const one of cells.get(`${column + dx}:${row + dy}`) ?? []) {
        const far = Math.hypot(one.x - x, one.y - y)
        if (far >= distance) continue
        best = one
        distance = far
      }
  return best
}

/** Moves a spot to the middle of its points. */
function settle(spot: Growing, places: readonly Place[]): void {
  let x = 0
  let y = 0
  for (const index of spot.members) {
    x += places[index]?.x ?? 0
    y += places[index]?.y ?? 0
  }
  spot.x = x / spot.members.length
  spot.y = y / spot.members.length
}

/** A cell of the heat layer: the centre of a hexagon with a corner at the top, and the number of points in it. */
export interface HeatCell extends Place {
  readonly count: number
}

/** Counts points by hexagon. `radius` is the distance from centre to corner, in the units of the places. */
export function hexagons(places: readonly Place[], radius: number): readonly HeatCell[] {
  const width = Math.sqrt(3) * radius
  const rise = 1.5 * radius
  const cells = new Map<string, { x: number; y: number; count: number }>()
  for (const { x, y } of places) {
    // A point lies in the hexagon with the nearest centre, which is in one of the two rows around it.
    const low = Math.floor(y / rise)
    const [first, second] = [low, low + 1].map(row => {
      const shift = row % 2 === 0 ? 0 : width / 2
      const column = Math.round((x - shift) / width)
      return { key: `${column}:${row}`, x: column * width + shift, y: row * rise }
    })
    if (!first || !second) continue
    const cell = Math.hypot(first.x - x, first.y - y) <= Math.hypot(second.x - x, second.y - y) ? first : second
    const known = cells.get(cell.key)
    if (known) known.count++
    else cells.set(cell.key, { x: cell.x, y: cell.y, count: 1 })
  }
  return [...cells.values()]
}
