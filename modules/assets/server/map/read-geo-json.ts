/** Most coordinates of one map file, so that it can be drawn in one frame while somebody drags the map. */
export const MAX_POINTS = 50_000
/** Most lines and areas of one map file. */
export const MAX_SHAPES = 5_000
/** A decimetre. */
const DECIMALS = 6

/** A line, or an area with holes. Longitude and latitude alternate in each ring, in degrees. */
export interface GroundShape {
  closed: boolean
  rings: number[][]
}

/** Errors of a map file; the text is at `assets.mapPackFault.<fault>`. */
export const GROUND_FAULTS = ['notGeoJson', 'otherGeometry', 'coordinates', 'tooMuch', 'empty'] as const
export type GroundFault = (typeof GROUND_FAULTS)[number]

/** Stops the reading at the first error, so that a large faulty file costs no more than a small one. */
class Faulty extends Error {
  readonly fault: GroundFault

  constructor(fault: GroundFault) {
    super(fault)
    this.fault = fault
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isTyped = <T extends string>(value: unknown, type: T): value is { readonly type: T } =>
  isObject(value) && 'type' in value && value.type === type

/** Number of coordinates that may still follow. */
interface Room {
  points: number
}

/** @throws Faulty */
function listOf(value: unknown, least: number): readonly unknown[] {
  if (!isList(value) || value.length < least) throw new Faulty('coordinates')
  return value
}

/** Returns longitude and latitude. A height and further values are dropped. */
function positionOf(value: unknown): [lng: number, lat: number] {
  const all = listOf(value, 2)
  const [lng, lat] = all
  if (all.length > 4 || !all.every(one => Number.isFinite(one))) throw new Faulty('coordinates')
  if (typeof lng !== 'number' || typeof lat !== 'number' || Math.abs(lng) > 180 || Math.abs(lat) > 90)
    throw new Faulty('coordinates')
  return [Number(lng.toFixed(DECIMALS)), Number(lat.toFixed(DECIMALS))]
}

function lineOf(value: unknown, least: number, room: Room): number[] {
  const positions = listOf(value, least)
  room.points -= positions.length
  if (room.points < 0) throw new Faulty('tooMuch')
  return positions.flatMap(positionOf)
}

/** One shape of lines or rings; none of an empty list, as programs write it for a feature without a place. */
function shapeOf(value: unknown, { closed, room }: { closed: boolean; room: Room }): GroundShape[] {
  const rings = listOf(value, 0).map(one => lineOf(one, closed ? 4 : 2, room))
  return rings.length === 0 ? [] : [{ closed, rings }]
}

/** Points carry no ground, and collections inside each other have no end. */
function shapesOf(geometry: unknown, room: Room): GroundShape[] {
  const coordinates = isObject(geometry) && 'coordinates' in geometry ? geometry.coordinates : null
  if (isTyped(geometry, 'LineString')) return shapeOf([coordinates], { closed: false, room })
  if (isTyped(geometry, 'MultiLineString')) return shapeOf(coordinates, { closed: false, room })
  if (isTyped(geometry, 'Polygon')) return shapeOf(coordinates, { closed: true, room })
  if (isTyped(geometry, 'MultiPolygon'))
    return listOf(coordinates, 0).flatMap(area => shapeOf(area, { closed: true, room }))
  throw new Faulty('otherGeometry')
}

/** Geometry of a feature, unread; null for one without a place. */
function geometryOf(feature: unknown): unknown {
  if (!isTyped(feature, 'Feature') || !('geometry' in feature)) throw new Faulty('notGeoJson')
  return feature.geometry
}

/** Geometries of a document, unread. */
function geometriesOf(document: unknown): unknown[] {
  if (isTyped(document, 'FeatureCollection')) {
    if (!('features' in document) || !isList(document.features)) throw new Faulty('notGeoJson')
    return document.features.map(geometryOf).filter(one => one !== null)
  }
  if (isTyped(document, 'Feature')) return [geometryOf(document)].filter(one => one !== null)
  if (isObject(document) && 'coordinates' in document) return [document]
  throw new Faulty('notGeoJson')
}

/** Counts the coordinates of shapes. */
export function countPoints(shapes: readonly GroundShape[]): number {
  return shapes.reduce((sum, { rings }) => sum + rings.reduce((points, one) => points + one.length / 2, 0), 0)
}

function documentOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    throw new Faulty('notGeoJson')
  }
}

/** Returns the lines and areas of a GeoJSON file, or its first error. */
export function readGeoJson(content: Buffer): GroundShape[] | GroundFault {
  try {
    const geometries = geometriesOf(documentOf(content))
    if (geometries.length > MAX_SHAPES) return 'tooMuch'
    const room = { points: MAX_POINTS }
    const shapes: GroundShape[] = []
    for (const one of geometries) {
      shapes.push(...shapesOf(one, room))
      if (shapes.length > MAX_SHAPES) return 'tooMuch'
    }
    return shapes.length === 0 ? 'empty' : shapes
  } catch (error) {
    if (error instanceof Faulty) return error.fault
    throw error
  }
}

/** The rectangle in which maps of China lie; the same in which GCJ-02 differs from WGS-84. */
const CHINA = { west: 72.004, east: 137.8347, south: 0.8293, north: 55.8271 }

/** Least and greatest of every second number from an index on. */
function spanOf(ring: readonly number[], from: 0 | 1): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity]
  for (let at = from; at < ring.length; at += 2) {
    const value = ring[at] ?? NaN
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
}

/**
 * Returns whether a shape's bounding box touches the rectangle around China, where maps need an approval number. Comparing boxes
 * also catches shapes without a corner inside, such as an area around all of China.
 */
export function touchesChina(shapes: readonly GroundShape[]): boolean {
  return shapes.some(({ rings }) =>
    rings.some(ring => {
      const [west, east] = spanOf(ring, 0)
      const [south, north] = spanOf(ring, 1)
      return west <= CHINA.east && east >= CHINA.west && south <= CHINA.north && north >= CHINA.south
    }),
  )
}
