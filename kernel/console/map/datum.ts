/** Coordinate systems of positions in China. `field.geoPoint` holds GCJ-02. */
export const DATUMS = ['gcj02', 'wgs84', 'bd09'] as const
export type Datum = (typeof DATUMS)[number]

/** A position in degrees. */
export interface LngLat {
  readonly lng: number
  readonly lat: number
}

/** Krasovsky 1940, the ellipsoid of the GCJ-02 offset: semi-major axis in metres, and squared eccentricity. */
const AXIS_M = 6_378_245
const ECCENTRICITY2 = 0.006_693_421_622_965_943
/** BD-09 computes its own offset on a circle of 3000 parts per radian of a degree. */
const BD_TURN = (Math.PI * 3000) / 180
const BD_LNG = 0.0065
const BD_LAT = 0.006
/** The inverses converge within 1e-9 degrees in five rounds; more than twelve are never needed. */
const MAX_ROUNDS = 12
const SETTLED_DEG = 1e-10

/** Returns whether a position lies in the rectangle in which GCJ-02 differs from WGS-84; elsewhere they are equal. */
function isShifted({ lng, lat }: LngLat): boolean {
  return lng >= 72.004 && lng <= 137.8347 && lat >= 0.8293 && lat <= 55.8271
}

const wave = (value: number, parts: number): number => Math.sin(value * parts * Math.PI)

/** Returns the offset of GCJ-02 from WGS-84 at a position, in degrees. */
function offsetAt({ lng, lat }: LngLat): LngLat {
  const x = lng - 105
  const y = lat - 35
  const root = Math.sqrt(Math.abs(x))
  const shared = (20 * wave(x, 6) + 20 * wave(x, 2)) * (2 / 3)
  const north =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * root +
    shared +
    (20 * wave(y, 1) + 40 * wave(y, 1 / 3)) * (2 / 3) +
    (160 * wave(y, 1 / 12) + 320 * wave(y, 1 / 30)) * (2 / 3)
  const east =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * root +
    shared +
    (20 * wave(x, 1) + 40 * wave(x, 1 / 3)) * (2 / 3) +
    (150 * wave(x, 1 / 12) + 300 * wave(x, 1 / 30)) * (2 / 3)
  const latitude = (lat * Math.PI) / 180
  const magic = 1 - ECCENTRICITY2 * Math.sin(latitude) ** 2
  const meridian = (AXIS_M * (1 - ECCENTRICITY2)) / (magic * Math.sqrt(magic))
  const parallel = (AXIS_M / Math.sqrt(magic)) * Math.cos(latitude)
  return { lat: (north * 180) / (meridian * Math.PI), lng: (east * 180) / (parallel * Math.PI) }
}

function toGcj(point: LngLat): LngLat {
  if (!isShifted(point)) return point
  const offset = offsetAt(point)
  return { lng: point.lng + offset.lng, lat: point.lat + offset.lat }
}

function gcjToBd({ lng, lat }: LngLat): LngLat {
  const radius = Math.hypot(lng, lat) + 0.000_02 * Math.sin(lat * BD_TURN)
  const angle = Math.atan2(lat, lng) + 0.000_003 * Math.cos(lng * BD_TURN)
  return { lng: radius * Math.cos(angle) + BD_LNG, lat: radius * Math.sin(angle) + BD_LAT }
}

/** Returns the position that `forward` maps to `target`, by correcting a guess with its own error. */
function inverse(forward: (point: LngLat) => LngLat, target: LngLat): LngLat {
  let guess = target
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const got = forward(guess)
    const lng = target.lng - got.lng
    const lat = target.lat - got.lat
    guess = { lng: guess.lng + lng, lat: guess.lat + lat }
    if (Math.abs(lng) < SETTLED_DEG && Math.abs(lat) < SETTLED_DEG) break
  }
  return guess
}

/**
 * Converts a position to another coordinate system, in degrees. WGS-84 and GCJ-02 are equal outside the rectangle around China; a
 * conversion there and back is exact to about a millimetre.
 */
export function convertDatum(point: LngLat, from: Datum, to: Datum): LngLat {
  if (from === to) return point
  const gcj = from === 'wgs84' ? toGcj(point) : from === 'bd09' ? inverse(gcjToBd, point) : point
  if (to === 'gcj02') return gcj
  if (to === 'bd09') return gcjToBd(gcj)
  return isShifted(gcj) ? inverse(toGcj, gcj) : gcj
}
