import { describe, expect, it } from 'vitest'
import { convertDatum, type Datum, DATUMS, type LngLat } from './datum.ts'

/** Vectors of the public conversion libraries (eviltransform): WGS-84 longitude and latitude, then GCJ-02. */
const PUBLISHED: readonly [number, number, number, number][] = [
  [121.5272106, 31.1774276, 121.531541859215, 31.17530398364597],
  [113.912316, 22.543847, 113.9171764808363, 22.540796131694766],
  [116.377817, 39.911954, 116.38404722455657, 39.91334545536069],
]
/** GCJ-02 longitude and latitude, then BD-09, from the example of coordtransform. */
const BAIDU: readonly [number, number, number, number][] = [[116.404, 39.915, 116.41036949371029, 39.92133699351022]]

/** Degrees: about a decimetre; the libraries use different radii. */
const NEAR = 1e-6

/** Returns the deviation of a position from the expected one, in degrees, on the axis with the larger one. */
function error(got: LngLat, lng: number, lat: number): number {
  return Math.max(Math.abs(got.lng - lng), Math.abs(got.lat - lat))
}

describe('convertDatum', () => {
  it.each(PUBLISHED)('maps %f, %f of WGS-84 to GCJ-02 and back', (lng, lat, gcjLng, gcjLat) => {
    expect(error(convertDatum({ lng, lat }, 'wgs84', 'gcj02'), gcjLng, gcjLat)).toBeLessThan(NEAR)
    expect(error(convertDatum({ lng: gcjLng, lat: gcjLat }, 'gcj02', 'wgs84'), lng, lat)).toBeLessThan(NEAR)
  })

  it.each(BAIDU)('maps %f, %f of GCJ-02 to BD-09 and back', (lng, lat, bdLng, bdLat) => {
    expect(error(convertDatum({ lng, lat }, 'gcj02', 'bd09'), bdLng, bdLat)).toBeLessThan(NEAR)
    expect(error(convertDatum({ lng: bdLng, lat: bdLat }, 'bd09', 'gcj02'), lng, lat)).toBeLessThan(NEAR)
  })

  it('returns to the same position, between any two', () => {
    const place = { lng: 113.93041, lat: 22.53332 }
    for (const from of DATUMS)
      for (const to of DATUMS) {
        const there = convertDatum(place, from, to)
        expect(error(convertDatum(there, to, from), place.lng, place.lat)).toBeLessThan(1e-8)
      }
  })

  it('does not change places outside China between WGS-84 and GCJ-02', () => {
    const madrid = { lng: -3.7038, lat: 40.4168 }
    const pairs: readonly [Datum, Datum][] = [
      ['wgs84', 'gcj02'],
      ['gcj02', 'wgs84'],
    ]
    for (const [from, to] of pairs) expect(convertDatum(madrid, from, to)).toEqual(madrid)
  })
})
