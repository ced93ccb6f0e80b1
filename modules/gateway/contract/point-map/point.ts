import type { Decimal } from './decimal.ts'
import type { Measurand, PointPart } from './measurand.ts'

/** Protocols that a point map can be written for. */
export const MAP_PROTOCOLS = ['modbusTcp', 'dlt645', 'ocpp16', 'ocpp201'] as const
export type MapProtocol = (typeof MAP_PROTOCOLS)[number]

/** Protocols that the gateway polls. OCPP piles report on their own. */
export const POLLED_PROTOCOLS = ['modbusTcp', 'dlt645'] as const
export type PolledProtocol = (typeof POLLED_PROTOCOLS)[number]
export function isPolled(protocol: string): protocol is PolledProtocol {
  return protocol === 'modbusTcp' || protocol === 'dlt645'
}

/** Location of a value. `item`: data identifier of DL/T 645. `measurand`: name of an OCPP reading. */
export const POINT_AREAS = ['holding', 'input', 'coil', 'discrete', 'item', 'measurand'] as const
export type PointArea = (typeof POINT_AREAS)[number]
export const AREAS_OF: Readonly<Record<MapProtocol, readonly PointArea[]>> = {
  modbusTcp: ['holding', 'input', 'coil', 'discrete'],
  dlt645: ['item'],
  ocpp16: ['measurand'],
  ocpp201: ['measurand'],
}

/** `bit` is one bit of a register, `bool` a coil or discrete input, `standard` the type that the protocol defines. */
export const POINT_TYPES = [
  'u16',
  'i16',
  'u32',
  'i32',
  'u64',
  'i64',
  'f32',
  'f64',
  'bcd16',
  'bcd32',
  'bit',
  'bool',
  'text',
  'standard',
  'bcd',
] as const
export type PointType = (typeof POINT_TYPES)[number]

/** Number of registers of a value by type. Texts and bit areas define their own size. */
export const REGISTERS_OF: Readonly<Partial<Record<PointType, number>>> = {
  u16: 1,
  i16: 1,
  bcd16: 1,
  bit: 1,
  u32: 2,
  i32: 2,
  f32: 2,
  bcd32: 2,
  u64: 4,
  i64: 4,
  f64: 4,
}

const REGISTER_TYPES = Object.keys(REGISTERS_OF) as PointType[] // its keys are types
export function typesOf(area: PointArea): readonly PointType[] {
  if (area === 'coil' || area === 'discrete') return ['bool']
  if (area === 'item') return ['standard', 'bcd', 'text']
  return area === 'measurand' ? ['standard'] : [...REGISTER_TYPES, 'text']
}

/** Byte order of a value: `ABCD` is high byte and high register first. */
export const BYTE_ORDERS = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const
export type ByteOrder = (typeof BYTE_ORDERS)[number]

export const POINT_ACCESS = ['r', 'rw'] as const
export type PointAccess = (typeof POINT_ACCESS)[number]

/** Columns of a map, in the order of table and spreadsheet. */
export const POINT_COLUMNS = [
  'key',
  'name',
  'area',
  'address',
  'bit',
  'type',
  'length',
  'order',
  'scale',
  'offset',
  'unit',
  'measurand',
  'part',
  'access',
  'period',
  'min',
  'max',
  'words',
] as const
export type PointColumn = (typeof POINT_COLUMNS)[number]

/** A row as typed; drafts may contain errors. Empty texts are omitted. */
export type PointRow = Readonly<Partial<Record<PointColumn, string>>>

/** Most rows of one map, and most characters of one cell. */
export const MAX_POINTS = 500
export const MAX_CELL = 400

/** A valid row. */
export interface Point {
  /** Unique in the map; readings are stored under it. */
  key: string
  name: string
  area: PointArea
  /** Register or bit, counted from 0 as on the wire; 0 for items and measurands. */
  address: number
  /** Number of registers or bits. */
  size: number
  /** Identifier of eight hexadecimal digits, or the pile's name of the measurand. */
  item: string
  bit: number
  type: PointType
  order: ByteOrder
  scale: Decimal
  offset: Decimal
  unit: string
  measurand: Measurand
  part: PointPart | null
  access: PointAccess
  /** Seconds between two readings; 0 for every reading of the source. */
  period_s: number
  min: Decimal | null
  max: Decimal | null
  /** Labels by the whole number that the device sends. */
  words: ReadonlyMap<string, string>
}
