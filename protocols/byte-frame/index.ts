export {
  type ByteOrder,
  type ChecksumRule,
  type ChecksumVerdict,
  crc16Modbus,
  judgeChecksum,
  sumOf,
} from './checksum.ts'
export type { Field, FieldProblem, Problem, Raw, Unit } from './field.ts'
export { fromHex, toHex } from './hex.ts'
export { jsonFields, MAX_JSON_FIELDS } from './json-fields.ts'
export { ascii, bits, coded, cp56Time, digits, hexBytes, type Scalar, uint } from './kinds.ts'
export { bcd } from './bcd.ts'
export {
  type BodyReading,
  type Kind,
  type Layout,
  layoutSize,
  type LayoutReading,
  readBody,
  readLayout,
  type Repeat,
  repeat,
  type Values,
  type ValuesOf,
  writeAny,
  writeLayout,
} from './layout.ts'
export { createSplitter, type FrameRule, type Piece, type PieceKind, splitAll, type Splitter } from './splitter.ts'
