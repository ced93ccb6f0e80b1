import { convertDatum, type Datum } from './datum.ts'
import { type MapSize, type MapView, type Place, placeOf } from './map-view.ts'

/** Lines and areas below the points of a map, as the operator supplied them. */
export interface MapGround {
  readonly name: string
  /** Approval number of the map (审图号); maps of China must show it. */
  readonly approvalNumber: string | null
  readonly source: string
  readonly datum: Datum
  /** Rings of alternating longitudes and latitudes in degrees; the second and later rings of an area are holes. */
  readonly shapes: readonly { readonly closed: boolean; readonly rings: readonly (readonly number[])[] }[]
}

/** Alternating x and y on the plane of the map. */
type Ring = Float64Array

interface PlacedShape {
  readonly closed: boolean
  readonly rings: readonly Ring[]
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A ground on the plane, with only the corners that can be told apart at a zoom. */
export interface PlacedGround {
  /** Returns the shapes for a scale (width of the whole world in pixels). */
  at(scale: number): readonly PlacedShape[]
}

/** Largest distance between a simplified line and the true one. */
const TOLERANCE_PX = 0.5
/** Smaller shapes are dropped, because they would be invisible. */
const LEAST_PX = 1
/** Highest cached level of detail; above it, all corners are drawn. */
const MOST_LEVEL = 24

function placeRing(points: readonly number[], datum: Datum): Ring {
  const ring = new Float64Array(points.length)
  for (let at = 0; at < points.length; at += 2) {
    const { x, y } = placeOf(convertDatum({ lng: points[at] ?? 0, lat: points[at + 1] ?? 0 }, datum, 'gcj02'))
    ring[at] = x
    ring[at + 1] = y
  }
  return ring
}

function withBox(closed: boolean, rings: readonly Ring[]): PlacedShape {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = [ring[at] ?? 0, ring[at + 1] ?? 0]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return { closed, rings, left, right, top, bottom }
}

/** Returns the squared distance of a corner from the line between two others. */
function distance2(ring: Ring, at: number, from: number, to: number): number {
  const [ax, ay] = [ring[from * 2] ?? 0, ring[from * 2 + 1] ?? 0]
  const [dx, dy] = [(ring[to * 2] ?? 0) - ax, (ring[to * 2 + 1] ?? 0) - ay]
  const [px, py] = [(ring[at * 2] ?? 0) - ax, (ring[at * 2 + 1] ?? 0) - ay]
  const length2 = dx * dx + dy * dy
  const along = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2))
  return (px - along * dx) ** 2 + (py - along * dy) ** 2
}

/**
 * Returns a line without the corners that lie within `tolerance` of the rest (Douglas and Peucker). The ends stay, so that lines
 * that met still meet.
 */
export function simplify(ring: Ring, tolerance: number): Ring {
  const count = ring.length / 2
  if (count <= 2) return ring
  const kept = new Uint8Array(count)
  kept[0] = kept[count - 1] = 1
  // An explicit stack, because the recursion over a coast line would exceed the call stack.
  const open: [number, number][] = [[0, count - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    let furthest = -1
    let most = tolerance * tolerance
    for (let at = from + 1; at < to; at++) {
      const far = distance2(ring, at, from, to)
      if (far > most) {
        most = far
        furthest = at
      }
    }
    if (furthest < 0) continue
    kept[furthest] = 1
    open.push([from, furthest], [furthest, to])
  }
  return ring.filter((_, at) => kept[at >> 1] === 1)
}

/** Projects a ground onto the plane in the map's datum. A level of detail is computed on first use and cached. */
export function placeGround({ shapes, datum }: MapGround): PlacedGround {
  const whole = shapes.map(({ closed, rings }) =>
    withBox(
      closed,
      rings.map(ring => placeRing(ring, datum)),
    ),
  )
  const levels = new Map<number, readonly PlacedShape[]>()
  return {
    at(scale) {
      const level = Math.ceil(Math.log2(Math.max(1, scale / 256)))
      if (level > MOST_LEVEL) return whole
      const known = levels.get(level)
      if (known) return known
      // The finest scale of the level keeps every line within the tolerance at all its scales.
      const finest = 256 * 2 ** level
      const made = whole
        .filter(({ left, right, top, bottom }) => Math.max(right - left, bottom - top) * finest >= LEAST_PX)
        .map(shape => ({ ...shape, rings: shape.rings.map(ring => simplify(ring, TOLERANCE_PX / finest)) }))
      levels.set(level, made)
      return made
    },
  }
}

const isSeen = (shape: PlacedShape, from: Place, to: Place): boolean =>
  shape.right >= from.x && shape.left <= to.x && shape.bottom >= from.y && shape.top <= to.y

function trace(context: CanvasRenderingContext2D, shape: PlacedShape, view: MapView, size: MapSize): void {
  const [x0, y0] = [size.width / 2 - view.x * view.scale, size.height / 2 - view.y * view.scale]
  for (const ring of shape.rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = [(ring[at] ?? 0) * view.scale + x0, (ring[at + 1] ?? 0) * view.scale + y0]
      if (at === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    if (shape.closed) context.closePath()
  }
}

/** Draws a ground: areas filled, with their holes, and everything outlined. Shapes outside the canvas are skipped. */
export function drawGround(
  context: CanvasRenderingContext2D,
  ground: PlacedGround,
  { view, size, fill, line }: { view: MapView; size: MapSize; fill: string; line: string },
): void {
  const half = { x: size.width / 2 / view.scale, y: size.height / 2 / view.scale }
  const from = { x: view.x - half.x, y: view.y - half.y }
  const to = { x: view.x + half.x, y: view.y + half.y }
  const seen = ground.at(view.scale).filter(shape => isSeen(shape, from, to))
  context.fillStyle = fill
  context.strokeStyle = line
  context.lineWidth = 1
  context.lineJoin = 'round'
  for (const shape of seen) {
    context.beginPath()
    trace(context, shape, view, size)
    if (shape.closed) context.fill('evenodd')
    context.stroke()
  }
}
