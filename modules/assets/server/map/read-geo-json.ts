import { z } from 'zod'

/** Most coordinates of one ground: a frame of a map draws them while somebody drags it. */
export const MAX_POINTS = 50_000
/** Most lines and areas of one ground. */
export const MAX_SHAPES = 5_000
/** A decimetre. */
const DECIMALS = 6

/** A line, or an area with the holes in it: rings of longitudes and latitudes in turn, degrees. */
export interface GroundShape {
  closed: boolean
  rings: number[][]
}

/** What is wrong with a file; a word at `assets.mapPackFault.<fault>`. */
export const GROUND_FAULTS = ['notGeoJson', 'otherGeometry', 'coordinates', 'tooMuch', 'empty'] as const
export type GroundFault = (typeof GROUND_FAULTS)[number]

const number = z.number()
const position = z
  .array(number)
  .min(2)
  .max(4)
  .refine(([lng = NaN, lat = NaN]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90, { error: 'coordinates' })
const line = z.array(position).min(2)
const ring = z.array(position).min(4)
/** Points carry no ground, and collections inside each other have no end. */
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('LineString'), coordinates: line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(line) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
])
type Geometry = z.infer<typeof geometry>

const feature = z.object({ type: z.literal('Feature'), geometry: z.unknown() })
const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(feature) })

const KINDS: ReadonlySet<unknown> = new Set(['LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'])

/** Geometries of a document, unread; a feature without a place has none. */
function geometriesOf(document: unknown): unknown[] | null {
  const many = collection.safeParse(document)
  if (many.success) return many.data.features.map(one => one.geometry).filter(one => one !== null)
  const one = feature.safeParse(document)
  if (one.success) return one.data.geometry === null ? [] : [one.data.geometry]
  return document !== null && typeof document === 'object' && 'coordinates' in document ? [document] : null
}

const flat = (positions: readonly (readonly number[])[]): number[] =>
  positions.flatMap(([lng = 0, lat = 0]) => [Number(lng.toFixed(DECIMALS)), Number(lat.toFixed(DECIMALS))])

function shapesOf({ type, coordinates }: Geometry): GroundShape[] {
  switch (type) {
    case 'LineString':
      return [{ closed: false, rings: [flat(coordinates)] }]
    case 'MultiLineString':
      return [{ closed: false, rings: coordinates.map(flat) }]
    case 'Polygon':
      return [{ closed: true, rings: coordinates.map(flat) }]
    case 'MultiPolygon':
      return coordinates.map(rings => ({ closed: true, rings: rings.map(flat) }))
  }
}

/** Counts the coordinates of shapes. */
export function countPoints(shapes: readonly GroundShape[]): number {
  return shapes.reduce((sum, { rings }) => sum + rings.reduce((points, one) => points + one.length / 2, 0), 0)
}

/** Reads the lines and areas of a GeoJSON file, or says what is wrong with it. */
export function readGeoJson(content: Buffer): GroundShape[] | GroundFault {
  let document: unknown
  try {
    document = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return 'notGeoJson'
  }
  const geometries = geometriesOf(document)
  if (geometries === null) return 'notGeoJson'
  if (geometries.length > MAX_SHAPES) return 'tooMuch'
  const shapes: GroundShape[] = []
  for (const one of geometries) {
    if (!KINDS.has((one as { type?: unknown } | undefined)?.type)) return 'otherGeometry'
    const read = geometry.safeParse(one)
    if (!read.success) return 'coordinates'
    shapes.push(...shapesOf(read.data))
    if (shapes.length > MAX_SHAPES || countPoints(shapes.slice(-1)) > MAX_POINTS) return 'tooMuch'
  }
  if (shapes.length === 0) return 'empty'
  return countPoints(shapes) > MAX_POINTS ? 'tooMuch' : shapes
}

/** The rectangle in which maps of China lie; the same in which GCJ-02 differs from WGS-84. */
const CHINA = { west: 72.004, east: 137.8347, south: 0.8293, north: 55.8271 }

/** Tells whether any coordinate lies where maps need an approval number. */
export function touchesChina(shapes: readonly GroundShape[]): boolean {
  return shapes.some(({ rings }) =>
    rings.some(one =>
      one.some((lng, at) => {
        const lat = one[at + 1] ?? NaN
        return at % 2 === 0 && lng >= CHINA.west && lng <= CHINA.east && lat >= CHINA.south && lat <= CHINA.north
      }),
    ),
  )
}
