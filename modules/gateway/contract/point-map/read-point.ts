import { compare, type Decimal, MAX_PLACES, parseDecimal, wholeNumber } from './decimal.ts'
import { isMeasurand, type Measurand, POINT_PARTS, type PointPart, unitFits } from './measurand.ts'
import {
  AREAS_OF,
  BYTE_ORDERS,
  type MapProtocol,
  type Point,
  type PointColumn,
  type PointRow,
  type PointType,
  REGISTERS_OF,
  typesOf,
} from './point.ts'

/** A problem of one cell. Errors prevent publication, warnings do not. */
export interface PointProblem {
  /** Index of the row, from 0. */
  row: number
  column: PointColumn
  code: PointProblemCode
  level: 'error' | 'warning'
  params?: Readonly<Record<string, string | number>>
}

export const POINT_PROBLEM_CODES = [
  'required',
  'notACode',
  'duplicate',
  'notOneOf',
  'notAnAddress',
  'beyondEnd',
  'overlaps',
  'sameAddress',
  'notABit',
  'notALength',
  'notADecimal',
  'zeroScale',
  'impossibleScale',
  'notAPowerOfTen',
  'wrongUnit',
  'notWritable',
  'notAPeriod',
  'minAboveMax',
  'neverReached',
  'notWords',
  'wordsOfFraction',
  'withoutMeaning',
] as const
export type PointProblemCode = (typeof POINT_PROBLEM_CODES)[number]

type Complain = (
  column: PointColumn,
  code: PointProblemCode,
  params?: PointProblem['params'],
  level?: PointProblem['level'],
) => void

const KEY = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/
const MAX_TEXT_REGISTERS = 64
const MAX_PERIOD_S = 86_400
const ADDRESSES = 65_536
const ONE = wholeNumber(1n)
const ZERO = wholeNumber(0n)
/** Largest and smallest scale; no conversion to a usual unit needs others. */
const LARGEST_SCALE = wholeNumber(1_000_000n)
const SMALLEST_SCALE: Decimal = { digits: 1n, places: 9 }

/**
 * Returns the point of one row as far as the row alone determines it; null, with at least one error, when it is invalid.
 * @param complain called for each problem with its cell
 */
export function readPoint(protocol: MapProtocol, row: PointRow, complain: Complain): Point | null {
  let isWrong = false
  const report: Complain = (column, code, params, level = 'error') => {
    if (level === 'error') isWrong = true
    complain(column, code, params, level)
  }
  const cell = (column: PointColumn): string => row[column]?.trim() ?? ''
  const key = cell('key')
  if (key === '') report('key', 'required')
  else if (!KEY.test(key)) report('key', 'notACode')
  if (cell('name') === '') report('name', 'required')
  const area = chosen(cell('area') || (AREAS_OF[protocol][0] ?? ''), AREAS_OF[protocol], 'area', report)
  const type = area && chosen(cell('type') || (typesOf(area)[0] ?? ''), typesOf(area), 'type', report)
  const place = area && type ? readPlace(area, type, cell, report) : null
  const order = chosen(cell('order') || 'ABCD', BYTE_ORDERS, 'order', report)
  const scale = decimalIn(cell('scale'), 'scale', ONE, report)
  const offset = decimalIn(cell('offset'), 'offset', ZERO, report)
  if (scale) judgeScale(scale, report)
  // Values of a pile are corrected by moving the decimal point only: no digit is lost and nothing is rounded.
  if (scale && protocol.startsWith('ocpp') && !/^10*$/.test(scale.digits.toString())) report('scale', 'notAPowerOfTen')
  const measurand = readMeasurand(cell('measurand'), cell('unit'), report)
  const part = cell('part') === '' ? null : chosen(cell('part'), POINT_PARTS, 'part', report)
  const access = chosen(cell('access') || 'r', ['r', 'rw'] as const, 'access', report)
  if (access === 'rw' && area !== 'holding' && area !== 'coil') report('access', 'notWritable')
  const period_s = wholeIn(cell('period'), 0, 0, MAX_PERIOD_S)
  if (period_s === null) report('period', 'notAPeriod', { max: MAX_PERIOD_S })
  const min = cell('min') === '' ? null : decimalIn(cell('min'), 'min', ZERO, report)
  const max = cell('max') === '' ? null : decimalIn(cell('max'), 'max', ZERO, report)
  if (min && max && compare(min, max) > 0) report('max', 'minAboveMax')
  const words = readWords(cell('words'), type, report)
  if (isWrong || !area || !type || !place || !order || !scale || !offset || !measurand || !access || period_s === null)
    return null
  if (!REGISTERS_OF[type] && cell('order') !== '' && type !== 'text') report('order', 'withoutMeaning', {}, 'warning')
  return {
    key,
    name: cell('name'),
    area,
    type,
    ...place,
    order,
    scale,
    offset,
    unit: cell('unit'),
    measurand,
    part: part as PointPart | null, // chosen among them, or empty
    access,
    period_s,
    min,
    max,
    words,
  }
}

function chosen<T extends string>(text: string, among: readonly T[], column: PointColumn, report: Complain): T | null {
  const found = among.find(one => one === text)
  if (found === undefined) report(column, 'notOneOf', { values: among.join(' ') })
  return found ?? null
}

function decimalIn(text: string, column: PointColumn, empty: Decimal, report: Complain): Decimal | null {
  if (text === '') return empty
  const value = parseDecimal(text)
  if (value === null) report(column, 'notADecimal', { places: MAX_PLACES })
  return value
}

function wholeIn(text: string, empty: number, least: number, most: number): number | null {
  if (text === '') return empty
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

function judgeScale(scale: Decimal, report: Complain): void {
  const size: Decimal = { digits: scale.digits < 0n ? -scale.digits : scale.digits, places: scale.places }
  if (size.digits === 0n) report('scale', 'zeroScale')
  else if (compare(size, LARGEST_SCALE) > 0 || compare(size, SMALLEST_SCALE) < 0) report('scale', 'impossibleScale')
}

function readMeasurand(text: string, unit: string, report: Complain): Measurand | null {
  if (text === '') report('measurand', 'required')
  else if (!isMeasurand(text)) report('measurand', 'notOneOf', { values: '' })
  else {
    if (!unitFits(text, unit)) report('unit', 'wrongUnit', { measurand: text, unit })
    return text
  }
  return null
}

/** Parses an address, decimal or hexadecimal with `0x`; null for other texts. */
export function readAddress(text: string): number | null {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  return /^0[xX][0-9a-fA-F]{1,4}$/.test(text) ? Number(text) : null
}

const MEASURAND_NAME = /^[A-Za-z][A-Za-z0-9.]{0,49}$/

function readPlace(
  area: Point['area'],
  type: PointType,
  cell: (column: PointColumn) => string,
  report: Complain,
): Pick<Point, 'address' | 'size' | 'item' | 'bit'> | null {
  const text = cell('address')
  if (text === '') {
    report('address', 'required')
    return null
  }
  if (area === 'item') {
    if (/^[0-9a-fA-F]{8}$/.test(text)) return { address: 0, size: 0, item: text.toUpperCase(), bit: 0 }
    report('address', 'notAnAddress')
    return null
  }
  if (area === 'measurand') {
    if (MEASURAND_NAME.test(text)) return { address: 0, size: 0, item: text, bit: 0 }
    report('address', 'notAnAddress')
    return null
  }
  const address = readAddress(text)
  const bit = wholeIn(cell('bit'), 0, 0, 15)
  const length = wholeIn(cell('length'), type === 'text' ? 0 : 1, 1, MAX_TEXT_REGISTERS)
  const size = type === 'bool' ? 1 : (REGISTERS_OF[type] ?? length ?? 1)
  if (type === 'bit' ? bit === null || cell('bit') === '' : cell('bit') !== '')
    report('bit', type === 'bit' ? 'notABit' : 'withoutMeaning', {}, type === 'bit' ? 'error' : 'warning')
  if (type === 'text' && !length) report('length', 'notALength', { max: MAX_TEXT_REGISTERS })
  if (address === null) report('address', 'notAnAddress')
  else if (address + size > ADDRESSES) report('address', 'beyondEnd')
  return address === null ? null : { address, size, item: '', bit: bit ?? 0 }
}

const WHOLE: ReadonlySet<PointType> = new Set([
  'u16',
  'i16',
  'u32',
  'i32',
  'u64',
  'i64',
  'bcd16',
  'bcd32',
  'bit',
  'bool',
])

/** Parses labels of whole numbers: `0=stopped; 1=running`. */
function readWords(text: string, type: PointType | null, report: Complain): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  if (text === '') return words
  if (type && !WHOLE.has(type)) report('words', 'wordsOfFraction')
  for (const pair of text.split(/[;；\n]/).filter(one => one.trim() !== '')) {
    const [, number, word] = /^\s*(-?\d{1,19})\s*[=:：]\s*(\S.*?)\s*$/.exec(pair) ?? []
    if (number === undefined || word === undefined || words.has(number)) {
      report('words', 'notWords')
      return words
    }
    words.set(number, word)
  }
  return words
}
