import type { Palette } from '../theme/palette.ts'
import { type Cluster, type HeatCell, hexagons } from './clusters.ts'
import { drawGround, type PlacedGround } from './ground.ts'
import {
  graticuleStep,
  lngLatOf,
  type MapSize,
  type MapView,
  pixelOf,
  placeAt,
  placeOf,
  type Place,
} from './map-view.ts'

export interface Scene {
  readonly view: MapView
  readonly size: MapSize
  readonly places: readonly Place[]
  readonly spots: readonly Cluster[]
  /** Colour of each point, `#rrggbb`. */
  readonly colours: readonly string[]
  readonly chosen: number | null
  readonly hovered: Cluster | null
  readonly heat: boolean
  readonly ground: PlacedGround | null
  readonly palette: Palette
}

const LINE_PX = 110
export const POINT_PX = 7
/** Distance from the centre of a heat cell to its corner. */
const HEAT_PX = 26
const TURN = 2 * Math.PI

/**
 * Returns the radius of a spot in pixels. A single point is small; a spot of several grows with the logarithm of their number.
 */
export function radiusOf(spot: Cluster): number {
  return spot.members.length === 1 ? POINT_PX : 14 + Math.min(12, 4 * Math.log10(spot.members.length))
}

/** Draws the whole map: ground, graticule over it, heat or spots. Shapes outside the canvas are skipped. */
export function drawMap(context: CanvasRenderingContext2D, scene: Scene): void {
  const { size, palette } = scene
  context.fillStyle = palette.sunken
  context.fillRect(0, 0, size.width, size.height)
  const { view, ground } = scene
  if (ground) drawGround(context, ground, { view, size, fill: palette.surface, line: palette.lineStrong })
  drawGraticule(context, scene)
  if (scene.heat) drawHeat(context, scene)
  else for (const spot of seenSpots(scene)) drawSpot(context, scene, spot)
  drawChosen(context, scene)
}

function seenSpots({ spots, view, size }: Scene): Cluster[] {
  return spots.filter(spot => {
    const { x, y } = pixelOf(spot, view, size)
    return x > -40 && y > -40 && x < size.width + 40 && y < size.height + 40
  })
}

/**
 * Returns the spot at a pixel, the nearest when there are several; `reach` pixels around a spot count as well. Null when there is
 * none.
 */
export function spotAt(
  { spots, view, size }: Pick<Scene, 'spots' | 'view' | 'size'>,
  pixel: Place,
  reach = 4,
): Cluster | null {
  let best: Cluster | null = null
  let distance = Infinity
  for (const spot of spots) {
    const { x, y } = pixelOf(spot, view, size)
    const far = Math.hypot(x - pixel.x, y - pixel.y)
    if (far > radiusOf(spot) + reach || far >= distance) continue
    best = spot
    distance = far
  }
  return best
}

function drawGraticule(context: CanvasRenderingContext2D, { view, size, palette }: Scene): void {
  const step = graticuleStep(view.scale, LINE_PX)
  const from = lngLatOf(placeAt({ x: 0, y: size.height }, view, size))
  const to = lngLatOf(placeAt({ x: size.width, y: 0 }, view, size))
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  context.strokeStyle = palette.line
  context.fillStyle = palette.text3
  context.lineWidth = 1
  context.font = '11px system-ui, sans-serif'
  context.beginPath()
  for (let lng = Math.ceil(from.lng / step) * step; lng <= to.lng; lng += step) {
    const x = Math.round(pixelOf(placeOf({ lng, lat: 0 }), view, size).x) + 0.5
    context.moveTo(x, 0)
    context.lineTo(x, size.height)
    context.fillText(`${Math.abs(lng).toFixed(digits)}°${lng < 0 ? 'W' : 'E'}`, x + 4, 13)
  }
  for (let lat = Math.ceil(from.lat / step) * step; lat <= to.lat; lat += step) {
    const y = Math.round(pixelOf(placeOf({ lng: 0, lat }), view, size).y) + 0.5
    context.moveTo(0, y)
    context.lineTo(size.width, y)
    // The scale bar is at the lower left.
    if (y < size.height - 36) context.fillText(`${Math.abs(lat).toFixed(digits)}°${lat < 0 ? 'S' : 'N'}`, 4, y - 4)
  }
  context.stroke()
}

function drawHeat(context: CanvasRenderingContext2D, { view, size, places, palette }: Scene): void {
  const seen = places.filter(place => {
    const { x, y } = pixelOf(place, view, size)
    return x > -HEAT_PX && y > -HEAT_PX && x < size.width + HEAT_PX && y < size.height + HEAT_PX
  })
  const cells = hexagons(seen, HEAT_PX / view.scale)
  const most = Math.max(1, ...cells.map(({ count }) => count))
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = '600 11px system-ui, sans-serif'
  for (const cell of cells) drawHexagon(context, { cell, at: pixelOf(cell, view, size), most, palette })
  context.textAlign = 'start'
  context.textBaseline = 'alphabetic'
}

interface Hexagon {
  readonly cell: HeatCell
  readonly at: Place
  readonly most: number
  readonly palette: Palette
}

function drawHexagon(context: CanvasRenderingContext2D, { cell, at, most, palette }: Hexagon): void {
  context.beginPath()
  for (let corner = 0; corner < 6; corner++) {
    const angle = (TURN * (corner + 0.5)) / 6
    context.lineTo(at.x + (HEAT_PX - 1) * Math.cos(angle), at.y + (HEAT_PX - 1) * Math.sin(angle))
  }
  context.closePath()
  context.globalAlpha = 0.15 + 0.45 * (cell.count / most)
  context.fillStyle = palette.brand
  context.fill()
  context.globalAlpha = 1
  context.fillStyle = palette.text
  context.fillText(String(cell.count), at.x, at.y)
}

function drawSpot(context: CanvasRenderingContext2D, scene: Scene, spot: Cluster): void {
  const { view, size, palette, colours, hovered } = scene
  const { x, y } = pixelOf(spot, view, size)
  const radius = radiusOf(spot) + (hovered === spot ? 2 : 0)
  context.beginPath()
  context.arc(x, y, radius, 0, TURN)
  context.fillStyle = palette.surface
  context.fill()
  if (spot.members.length === 1) {
    context.beginPath()
    context.arc(x, y, radius - 1.5, 0, TURN)
    context.fillStyle = colours[spot.members[0] ?? 0] ?? palette.idle
    context.fill()
    return
  }
  drawShares(context, { x, y, radius, shares: sharesOf(spot, colours), of: spot.members.length })
  context.fillStyle = palette.text
  context.font = '600 12px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(String(spot.members.length), x, y + 0.5)
  context.textAlign = 'start'
  context.textBaseline = 'alphabetic'
}

function sharesOf(spot: Cluster, colours: readonly string[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  for (const index of spot.members) {
    const colour = colours[index] ?? ''
    shares.set(colour, (shares.get(colour) ?? 0) + 1)
  }
  return shares
}

interface Ring extends Place {
  readonly radius: number
  readonly shares: ReadonlyMap<string, number>
  readonly of: number
}

/** Draws a ring around a spot, in which each state takes the share of its points. */
function drawShares(context: CanvasRenderingContext2D, { x, y, radius, shares, of }: Ring): void {
  context.lineWidth = 4
  let angle = -TURN / 4
  for (const [colour, count] of shares) {
    const end = angle + (TURN * count) / of
    context.beginPath()
    context.arc(x, y, radius - 2, angle, end)
    context.strokeStyle = colour
    context.stroke()
    angle = end
  }
}

function drawChosen(context: CanvasRenderingContext2D, { view, size, places, colours, chosen, palette }: Scene): void {
  const place = chosen === null ? undefined : places[chosen]
  if (!place) return
  const { x, y } = pixelOf(place, view, size)
  // Inside a spot of several points, the chosen one has no mark of its own.
  context.beginPath()
  context.arc(x, y, POINT_PX - 1.5, 0, TURN)
  context.fillStyle = colours[chosen ?? 0] ?? palette.idle
  context.fill()
  context.beginPath()
  context.arc(x, y, POINT_PX + 5, 0, TURN)
  context.lineWidth = 3
  context.strokeStyle = palette.link
  context.stroke()
}
