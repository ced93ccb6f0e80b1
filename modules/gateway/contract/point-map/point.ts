import type { Decimal } from './decimal.ts'
import type { Measurand, PointPart } from './measurand.ts'

/** Languages that a map of points can be written for. */
export const MAP_PROTOCOLS = ['modbusTcp', 'dlt645', 'ocpp16', 'ocpp201'] as const
export type MapProtocol = (typeof MAP_PROTOCOLS)[number]

/** Those that the gateway asks by itself; piles of OCPP tell of themselves. */
export const POLLED_PROTOCOLS = ['modbusTcp', 'dlt645'] as const
export type PolledProtocol = (typeof POLLED_PROTOCOLS)[number]
export function isPolled(protocol: string): protocol is PolledProtocol {
  return protocol === 'modbusTcp' || protocol === 'dlt645'
}

/** Where a value stands. `item`: data identifier of DL/T 645. `measurand`: name of a reading of OCPP. */
export const POINT_AREAS = ['holding', 'input', 'coil', 'discrete', 'item', 'measurand'] as const
export type PointArea = (typeof POINT_AREAS)[number]
export const AREAS_OF: Readonly<Record<MapProtocol, readonly PointArea[]>> = {
  modbusTcp: ['holding', 'input', 'coil', 'discrete'],
  dlt645: ['item'],
  ocpp16: ['measurand'],
  ocpp201: ['measurand'],
}

/** `bit` is one bit of a register, `bool` a coil or discrete input, `standard` what the protocol itself says. */
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

/** Registers that a value of a type takes; texts and bits say it themselves. */
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

/** Order of bytes inside a value: `ABCD` is high byte and high register first. */
export const BYTE_ORDERS = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const
export type ByteOrder = (typeof BYTE_ORDERS)[number]

export const POINT_ACCESS = ['r', 'rw'] as const
export type PointAccess = (typeof POINT_ACCESS)[number]

/** Columns of a map, in the order in which they stand in a table and in a spreadsheet. */
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

/** A row as it was typed: drafts are kept while they are still wrong. Empty texts are left out. */
export type PointRow = Readonly<Partial<Record<PointColumn, string>>>

/** Rows of one map, and characters of one cell. */
export const MAX_POINTS = 500
export const MAX_CELL = 400

/** A row that means something. */
export interface Point {
  /** Unique in the map; readings are kept under it. */
  key: string
  name: string
  area: PointArea
  /** Register or bit, counted from 0 as on the wire; 0 for items and measurands. */
  address: number
  /** Registers or bits that it takes. */
  size: number
  /** Identifier of eight hexadecimal digits, or the measurand as the pile names it. */
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
  /** Seconds between two readings; 0 for every time that the source is read. */
  period_s: number
  min: Decimal | null
  max: Decimal | null
  /** Word of each whole number that the device sends. */
  words: ReadonlyMap<string, string>
}
