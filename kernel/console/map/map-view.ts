import type { LngLat } from './datum.ts'

/** A place on the drawn plane: Web Mercator, the world from 0 to 1 on both axes, y downwards. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Visible part of the plane: its centre, and the width of the whole world in CSS pixels. */
export interface MapView extends Place {
  readonly scale: number
}

export interface MapSize {
  readonly width: number
  readonly height: number
}

/** Latitude limit in degrees; Web Mercator goes to infinity towards the poles. */
const MAX_LAT = 85.0511
const EARTH_M = 40_075_016.686
const MIN_SCALE = 256
/** Largest scale, about 4 cm per pixel at the equator. */
export const MAX_SCALE = 256 * 2 ** 22
/** Scale for a single station and its surroundings: 600 m across at the equator on a map of 1,000 px. */
const ONE_SCALE = 256 * 2 ** 18
const FIT_MARGIN_PX = 56

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

export function placeOf({ lng, lat }: LngLat): Place {
  const sine = Math.sin((clamp(lat, -MAX_LAT, MAX_LAT) * Math.PI) / 180)
  return { x: lng / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) }
}

export function lngLatOf({ x, y }: Place): LngLat {
  return { lng: (x - 0.5) * 360, lat: (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI }
}

/** Returns the pixels from the top left corner at which a place is drawn. */
export function pixelOf(place: Place, view: MapView, size: MapSize): Place {
  return {
    x: (place.x - view.x) * view.scale + size.width / 2,
    y: (place.y - view.y) * view.scale + size.height / 2,
  }
}

export function placeAt(pixel: Place, view: MapView, size: MapSize): Place {
  return {
    x: view.x + (pixel.x - size.width / 2) / view.scale,
    y: view.y + (pixel.y - size.height / 2) / view.scale,
  }
}

function kept(view: MapView): MapView {
  return { x: clamp(view.x, 0, 1), y: clamp(view.y, 0, 1), scale: clamp(view.scale, MIN_SCALE, MAX_SCALE) }
}

export function panBy(view: MapView, dx: number, dy: number): MapView {
  return kept({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale })
}

/** Returns the view zoomed by a factor; the place under the pixel stays there. */
export function zoomAt(view: MapView, factor: number, pixel: Place, size: MapSize): MapView {
  const held = placeAt(pixel, view, size)
  const scale = clamp(view.scale * factor, MIN_SCALE, MAX_SCALE)
  return kept({
    scale,
    x: held.x - (pixel.x - size.width / 2) / scale,
    y: held.y - (pixel.y - size.height / 2) / scale,
  })
}

/** Returns the view that shows all places; null when there are none. */
export function fitAll(places: readonly Place[], size: MapSize): MapView | null {
  if (places.length === 0) return null
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of places) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const room = (length: number): number => Math.max(32, length - 2 * FIT_MARGIN_PX)
  const scale = Math.min(room(size.width) / (right - left), room(size.height) / (bottom - top), ONE_SCALE)
  return kept({ x: (left + right) / 2, y: (top + bottom) / 2, scale })
}

/** Returns the width of a pixel in metres at a latitude. */
export function metresPerPixel(scale: number, lat: number): number {
  return (EARTH_M * Math.cos((lat * Math.PI) / 180)) / scale
}

/** Returns the longest round distance in metres (1, 2 or 5 with zeros) that is at most `maxPx` wide, and its width in pixels. */
export function scaleBar(scale: number, lat: number, maxPx: number): { metres: number; px: number } {
  const perPixel = metresPerPixel(scale, lat)
  const metres = roundDown(perPixel * maxPx)
  return { metres, px: metres / perPixel }
}

function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const lead = value / power
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power
}

const STEPS_DEG = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0001] as const

/** Returns the degrees between two lines of the graticule, so that they are at least `minPx` apart. */
export function graticuleStep(scale: number, minPx: number): number {
  let step: number = STEPS_DEG[0]
  for (const one of STEPS_DEG) if ((one / 360) * scale >= minPx) step = one
  return step
}
