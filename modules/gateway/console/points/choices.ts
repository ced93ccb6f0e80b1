import {
  isMeasurand,
  MEASURAND_NAMES,
  MEASURANDS,
  POINT_PARTS,
  POINT_UNITS,
} from '../../contract/point-map/measurand.ts'
import {
  AREAS_OF,
  BYTE_ORDERS,
  type MapProtocol,
  POINT_ACCESS,
  type PointArea,
  type PointColumn,
  type PointRow,
  typesOf,
} from '../../contract/point-map/point.ts'

const isArea = (protocol: MapProtocol, text: string): text is PointArea => AREAS_OF[protocol].some(one => one === text)

/** Returns the allowed values of a cell; null for free text. */
export function choicesOf(protocol: MapProtocol, column: PointColumn, row: PointRow): readonly string[] | null {
  switch (column) {
    case 'area':
      return AREAS_OF[protocol]
    case 'type': {
      const area = row.area ?? ''
      return isArea(protocol, area) ? typesOf(area) : typesOf(AREAS_OF[protocol][0] ?? 'holding')
    }
    case 'order':
      return BYTE_ORDERS
    case 'measurand':
      return MEASURAND_NAMES
    case 'unit':
      return isMeasurand(row.measurand ?? '') ? MEASURANDS[row.measurand as keyof typeof MEASURANDS] : POINT_UNITS // just checked
    case 'part':
      return ['', ...POINT_PARTS]
    case 'access':
      return POINT_ACCESS
    default:
      return null
  }
}

/** Columns whose values have translations. */
const WORDED: readonly PointColumn[] = ['area', 'type', 'measurand', 'part', 'access']

/** Returns the displayed text of a cell; the value itself if it has no translation. */
export function cellWord(
  t: (key: string) => string,
  has: (key: string) => boolean,
  column: PointColumn,
  text: string,
): string {
  const key = `gateway.point.${column}Value.${text}`
  return text !== '' && WORDED.includes(column) && has(key) ? t(key) : text
}

/** Returns the value whose translation was typed or pasted, or else the text itself. */
export function valueOfWord(
  t: (key: string) => string,
  has: (key: string) => boolean,
  protocol: MapProtocol,
  column: PointColumn,
  text: string,
): string {
  if (!WORDED.includes(column)) return text
  const wanted = text.trim().toLowerCase()
  const all =
    column === 'type' ? AREAS_OF[protocol].flatMap(area => typesOf(area)) : (choicesOf(protocol, column, {}) ?? [])
  return all.find(one => cellWord(t, has, column, one).toLowerCase() === wanted) ?? text
}
