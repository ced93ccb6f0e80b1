import { describe, expect, it } from 'vitest'
import { createClusters, hexagons } from './clusters.ts'
import {
  fitAll,
  graticuleStep,
  lngLatOf,
  MAX_SCALE,
  panBy,
  pixelOf,
  placeAt,
  placeOf,
  scaleBar,
  zoomAt,
} from './map-view.ts'

const SIZE = { width: 800, height: 600 }
const SHENZHEN = { lng: 114.05, lat: 22.54 }

/** Returns the same places each time, over about 300 km. */
function manyPlaces(count: number) {
  return Array.from({ length: count }, (_, index) =>
    placeOf({ lng: 112.5 + ((index * 7919) % 3000) / 1000, lat: 21.8 + ((index * 104_729) % 2500) / 1000 }),
  )
}

describe('the view', () => {
  it('brings a place to a pixel and back', () => {
    const view = { ...placeOf(SHENZHEN), scale: 256 * 2 ** 12 }
    const back = lngLatOf(placeAt(pixelOf(placeOf({ lng: 113.9, lat: 22.6 }), view, SIZE), view, SIZE))
    expect(back.lng).toBeCloseTo(113.9, 9)
    expect(back.lat).toBeCloseTo(22.6, 9)
  })

  it('keeps what is under the pointer while zooming', () => {
    const view = { ...placeOf(SHENZHEN), scale: 256 * 2 ** 10 }
    const pixel = { x: 120, y: 460 }
    const held = placeAt(pixel, view, SIZE)
    const after = placeAt(pixel, zoomAt(view, 2.5, pixel, SIZE), SIZE)
    expect(after.x).toBeCloseTo(held.x, 9)
    expect(after.y).toBeCloseTo(held.y, 9)
  })

  it('stays on the world and within its zoom, whatever is asked', () => {
    const view = { x: 0.5, y: 0.5, scale: 1000 }
    expect(panBy(view, 1e9, -1e9)).toEqual({ x: 0, y: 1, scale: 1000 })
    expect(zoomAt(view, 1e12, { x: 0, y: 0 }, SIZE).scale).toBe(MAX_SCALE)
    expect(zoomAt(view, 0, { x: 0, y: 0 }, SIZE).scale).toBe(256)
  })

  it('shows all places with a margin, one place with its surroundings, and nothing without any', () => {
    const places = manyPlaces(500)
    const view = fitAll(places, SIZE)
    if (!view) throw new Error('no view of 500 places')
    for (const place of places) {
      const { x, y } = pixelOf(place, view, SIZE)
      expect(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height).toBe(true)
    }
    expect(fitAll([placeOf(SHENZHEN)], SIZE)?.scale).toBe(256 * 2 ** 18)
    expect(fitAll([], SIZE)).toBeNull()
  })

  it('has a round scale bar and a graticule that leaves room', () => {
    const { metres, px } = scaleBar(256 * 2 ** 12, 22.5, 120)
    expect(metres).toBe(2000)
    expect(px).toBeLessThanOrEqual(120)
    expect((graticuleStep(256 * 2 ** 12, 90) / 360) * 256 * 2 ** 12).toBeGreaterThanOrEqual(90)
    expect(graticuleStep(256, 90)).toBe(30)
  })
})

describe('clusters', () => {
  it('hold every point once on every level, and split on the way up', () => {
    const at = createClusters(manyPlaces(5000))
    let before = 0
    for (const level of [4, 6, 8, 10, 14]) {
      const spots = at(256 * 2 ** level)
      expect(new Set(spots.flatMap(({ members }) => members)).size).toBe(5000)
      expect(spots.length).toBeGreaterThanOrEqual(before)
      before = spots.length
    }
    expect(before).toBeGreaterThan(1000)
  })

  it('are made once for a level', () => {
    const at = createClusters(manyPlaces(50))
    expect(at(256 * 2 ** 8)).toBe(at(256 * 2 ** 8 * 1.5))
  })

  it('keep points of the very same position together to the end', () => {
    const here = placeOf(SHENZHEN)
    expect(createClusters([here, here])(MAX_SCALE)).toHaveLength(1)
  })
})

describe('hexagons', () => {
  it('count every point once, in the hexagon whose middle is nearest', () => {
    const places = manyPlaces(1000)
    const radius = 0.0005
    const cells = hexagons(places, radius)
    expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
    for (const { x, y } of places) {
      const far = Math.min(...cells.map(cell => Math.hypot(cell.x - x, cell.y - y)))
      expect(far).toBeLessThanOrEqual(radius * 1.000001)
    }
  })
})
