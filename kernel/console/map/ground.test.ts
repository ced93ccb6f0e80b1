import { describe, expect, it } from 'vitest'
import { convertDatum } from './datum.ts'
import { drawGround, type MapGround, placeGround, simplify } from './ground.ts'
import { pixelOf, placeOf } from './map-view.ts'

const SIZE = { width: 800, height: 600 }
const VIEW = { ...placeOf({ lng: 114, lat: 22.5 }), scale: 256 * 2 ** 10 }
const ground = (some: Partial<MapGround> = {}): MapGround => ({
  name: '测试',
  approvalNumber: 'GS(2024)0650号',
  source: '测试',
  datum: 'gcj02',
  shapes: [{ closed: true, rings: [[113.9, 22.4, 114.1, 22.4, 114.1, 22.6, 113.9, 22.6, 113.9, 22.4]] }],
  ...some,
})

/** Returns a canvas that records what is drawn. */
function paper() {
  const calls: [string, ...unknown[]][] = []
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void calls.push([name, ...args])
  const context = Object.fromEntries(
    ['beginPath', 'moveTo', 'lineTo', 'closePath', 'fill', 'stroke'].map(name => [name, note(name)]),
  )
  return { calls, context: context as unknown as CanvasRenderingContext2D } // the part that drawing a ground uses
}
const draw = (of: MapGround, view = VIEW) => {
  const { calls, context } = paper()
  drawGround(context, placeGround(of), { view, size: SIZE, fill: '#fff', line: '#000' })
  return calls
}

describe('a ground', () => {
  it('lies where its datum says, on a map of GCJ-02', () => {
    const wgs = { lng: 113.912316, lat: 22.543847 }
    const shapes = [{ closed: false, rings: [[wgs.lng, wgs.lat, 114, 22.5]] }]
    const [, , move] = draw(ground({ datum: 'wgs84', shapes })).flatMap(call => (call[0] === 'moveTo' ? call : []))
    const at = pixelOf(placeOf(convertDatum(wgs, 'wgs84', 'gcj02')), VIEW, SIZE)
    expect(move).toBeCloseTo(at.y, 3)
    expect(Math.abs(at.x - pixelOf(placeOf(wgs), VIEW, SIZE).x)).toBeGreaterThan(2)
  })

  it('fills areas with their holes, and no lines', () => {
    const hole = [113.95, 22.45, 114.05, 22.45, 114.05, 22.55, 113.95, 22.55, 113.95, 22.45]
    const withHole = ground({ shapes: [{ closed: true, rings: [...ground().shapes[0]!.rings, hole] }] })
    expect(draw(withHole).filter(([name]) => name === 'fill')).toEqual([['fill', 'evenodd']])
    expect(draw(withHole).filter(([name]) => name === 'moveTo')).toHaveLength(2)
    expect(
      draw(ground({ shapes: [{ closed: false, rings: [[113.9, 22.4, 114.1, 22.6]] }] })).some(
        ([name]) => name === 'fill',
      ),
    ).toBe(false)
  })

  it('is not drawn where it lies outside the map', () => {
    expect(draw(ground(), { ...VIEW, ...placeOf({ lng: -3.7, lat: 40.4 }) })).toEqual([])
  })

  it('leaves out only corners too close to be distinguished', () => {
    const coast = Array.from({ length: 2_001 }, (_, i) => [
      113.5 + i / 2_000,
      22.5 + Math.sin(i / 20) * 0.000_01,
    ]).flat()
    const line = ground({ shapes: [{ closed: false, rings: [coast] }] })
    const corners = (scale: number) => placeGround(line).at(scale)[0]?.rings[0]?.length ?? 0
    expect(corners(256 * 2 ** 8)).toBe(4)
    expect(corners(256 * 2 ** 20)).toBeGreaterThan(200)
    expect(corners(256 * 2 ** 26)).toBe(coast.length)
  })

  it('never strays further from the true line than the tolerance', () => {
    const ring = new Float64Array(
      Array.from({ length: 400 }, (_, i) => [i, 10 * Math.sin(i / 7) + 3 * Math.sin(i)]).flat(),
    )
    const left = simplify(ring, 1)
    expect(left.length).toBeLessThan(ring.length / 2)
    for (let at = 0; at < ring.length; at += 2) {
      let near = Infinity
      for (let piece = 0; piece + 3 < left.length; piece += 2) {
        const [ax, ay, bx, by] = [left[piece]!, left[piece + 1]!, left[piece + 2]!, left[piece + 3]!]
        const along = Math.min(
          1,
          Math.max(
            0,
            ((ring[at]! - ax) * (bx - ax) + (ring[at + 1]! - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2),
          ),
        )
        near = Math.min(near, Math.hypot(ring[at]! - ax - along * (bx - ax), ring[at + 1]! - ay - along * (by - ay)))
      }
      expect(near).toBeLessThanOrEqual(1 + 1e-9)
    }
  })
})
