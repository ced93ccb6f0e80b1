import {
  bits,
  type ChecksumVerdict,
  digits,
  type Field,
  type FrameRule,
  fromHex,
  hexBytes,
  judgeChecksum,
  type Layout,
  type Problem,
  readBody,
  readLayout,
  sumOf,
  toHex,
  uint,
  type Values,
  writeAny,
  writeLayout,
} from '@wattyard/byte-frame'
import { type Identifier, identifierOf } from './identifiers.ts'

const START = 0x68
const END = 0x16
const HEAD = 10
/** Head, checksum and end mark. */
const AROUND = 12
/** DL/T 645-2007 5.2.4: 200 bytes when reading, 50 when writing. */
export const MAX_DATA = 200
export const MAX_DLT645_FRAME = MAX_DATA + AROUND
/** Added to every byte of data on the line. */
const SHIFT = 0x33

const HEADER = {
  start: hexBytes(1),
  // Twelve digits as on the meter; all AA is every meter, all 99 a broadcast.
  address: digits(6, { reversed: true }),
  again: hexBytes(1),
  control: hexBytes(1),
  length: uint(1),
}
const CHECKSUM = { checksum: hexBytes(1) }
const MARK = { end: hexBytes(1) }

const FUNCTIONS = {
  0x08: 'set-clock',
  0x11: 'read',
  0x12: 'read-next',
  0x13: 'read-address',
  0x14: 'write',
  0x15: 'write-address',
  0x16: 'freeze',
  0x17: 'set-speed',
  0x18: 'set-password',
  0x19: 'clear-demand',
  0x1a: 'clear-meter',
  0x1b: 'clear-events',
  0x1c: 'switch',
} as const
export type Dlt645Function = (typeof FUNCTIONS)[keyof typeof FUNCTIONS]
const isFunction = (code: number): code is keyof typeof FUNCTIONS => Object.hasOwn(FUNCTIONS, code)

/** Meaning of a control byte. */
export interface Control {
  name: Dlt645Function | null
  /** Sent by the meter. */
  isAnswer: boolean
  /** The meter refuses the request. */
  isRefusal: boolean
  /** The answer continues in further frames. */
  hasMore: boolean
}

export function readControl(byte: number): Control {
  const code = byte & 0x1f
  return {
    name: isFunction(code) ? FUNCTIONS[code] : null,
    isAnswer: (byte & 0x80) !== 0,
    isRefusal: (byte & 0x40) !== 0,
    hasMore: (byte & 0x20) !== 0,
  }
}

export interface Dlt645Message {
  /** Twelve digits, or raw bytes where they are none (`0xAAAAAAAAAAAA`). */
  address: string
  control: number
  /** Values of the data by the layout that control byte and identifier give; null when the data do not fit it. */
  data: Values | null
  /** Data after the known fields, without the 0x33 offset. */
  surplus: string
}

export interface Dlt645Reading {
  message: Dlt645Message | null
  control: Control | null
  identifier: Identifier | null
  fields: Field[]
  checksum: ChecksumVerdict | null
  problems: Problem[]
}

export const dlt645Rule: FrameRule = {
  maxLength: MAX_DLT645_FRAME,
  lengthAt(bytes, at) {
    if (bytes[at] !== START) return 'no'
    const again = bytes[at + 7]
    if (again === undefined) return 'more'
    if (again !== START) return 'no'
    const length = bytes[at + 9]
    if (length === undefined) return 'more'
    return length > MAX_DATA ? 'no' : length + AROUND
  },
  isSound: frame => frame.at(-1) === END && checksumOf(frame).fits !== null,
}

const checksumOf = (frame: Uint8Array) =>
  judgeChecksum('sum8', frame, { from: 0, to: frame.length - 2 }, frame.length - 2)

const ERRORS = bits(1, 'dlt645.error', [
  'other',
  'no-data',
  'not-authorised',
  'no-speed',
  'year-zones',
  'day-slots',
  'rates',
])
const di = { di: hexBytes(4, { reversed: true }) }
const secured = { password: hexBytes(4), operator: hexBytes(4, { reversed: true }) }
const moment = (size: number) => ({ moment: digits(size, { reversed: true }) })

/** Layout of the data; null where only the bytes are known. `first` is the identifier, if the data begin with one. */
function layoutOf(control: Control, first: string): Layout | null {
  if (control.isRefusal) return { error: ERRORS }
  switch (control.name) {
    case 'read':
    case 'read-next':
      return control.isAnswer ? { ...di, ...identifierOf(first)?.layout } : di
    case 'read-address':
      return control.isAnswer ? { meterAddress: digits(6, { reversed: true }) } : {}
    case 'write':
      return control.isAnswer ? {} : { ...di, ...secured }
    case 'write-address':
      return control.isAnswer ? {} : { meterAddress: digits(6, { reversed: true }) }
    case 'set-clock':
      return moment(6)
    case 'freeze':
      return control.isAnswer ? {} : moment(4)
    case 'set-speed':
      return { speed: hexBytes(1) }
    case 'clear-demand':
    case 'clear-meter':
    case 'switch':
      return control.isAnswer ? {} : secured
    case 'clear-events':
      return control.isAnswer ? {} : { ...secured, ...di }
    case 'set-password':
      return control.isAnswer
        ? { newPassword: hexBytes(4) }
        : { ...di, password: hexBytes(4), newPassword: hexBytes(4) }
    case null:
      return null
  }
}

/** Identifiers that the data of this frame begin with. */
const beginsWithIdentifier = ({ name, isRefusal }: Control) =>
  !isRefusal && (name === 'read' || name === 'read-next' || name === 'write')

/** Reads one frame, without the FE bytes that wake a meter. Never throws; null when no frame begins here. */
export function parseDlt645(bytes: Uint8Array): Dlt645Reading | null {
  if (bytes[0] !== START || (bytes.length > 7 && bytes[7] !== START)) return null
  const problems: Problem[] = []
  const head = readLayout(HEADER, bytes, 0, Math.min(bytes.length, HEAD))
  const length = (bytes[9] ?? 0) + AROUND
  if (head.values === null || bytes.length < length) {
    problems.push({ code: 'cut', params: { expected: length, found: bytes.length } })
    const rest = readLayout({ rest: hexBytes('rest') }, bytes, head.end, bytes.length).fields
    return {
      message: null,
      control: null,
      identifier: null,
      fields: [...head.fields, ...rest],
      checksum: null,
      problems,
    }
  }
  if (bytes.length > length) problems.push({ code: 'bytes-behind', params: { count: bytes.length - length } })
  if (length > MAX_DLT645_FRAME)
    problems.push({ code: 'too-long', params: { found: length - AROUND, limit: MAX_DATA } })
  const frame = bytes.subarray(0, length)
  if (frame.at(-1) !== END) problems.push({ code: 'wrong-end', params: { found: toHex(frame, length - 1) } })
  const byte = frame[8] ?? 0
  const control = readControl(byte)
  if (control.name === null) problems.push({ code: 'unknown-type', params: { type: toHex(frame, 8, 9) } })
  const end = length - 2
  const plain = unshifted(frame, end)
  const first = beginsWithIdentifier(control) && end >= HEAD + 4 ? toHex(plain.slice(HEAD, HEAD + 4).toReversed()) : ''
  const data = readData(layoutOf(control, first), frame, plain, end, problems)
  return {
    message: { address: head.values.address, control: byte, ...data.content },
    control,
    identifier: identifierOf(first),
    fields: [
      ...head.fields,
      ...data.fields,
      ...readLayout(CHECKSUM, frame, end, end + 1).fields,
      ...readLayout(MARK, frame, end + 1, length).fields,
    ],
    checksum: checksumOf(frame),
    problems,
  }
}

/** The frame with its data as they are meant. */
function unshifted(frame: Uint8Array, end: number): Uint8Array {
  return frame.map((byte, at) => (at >= HEAD && at < end ? (byte - SHIFT) & 0xff : byte))
}

function readData(
  layout: Layout | null,
  frame: Uint8Array,
  plain: Uint8Array,
  end: number,
  problems: Problem[],
): { content: Pick<Dlt645Message, 'data' | 'surplus'>; fields: Field[] } {
  const body = layout && readBody(layout, plain, HEAD, end)
  const fields = body ? body.fields : end > HEAD ? readLayout({ data: hexBytes('rest') }, plain, HEAD, end).fields : []
  if (body?.values === null) problems.push({ code: 'body-too-short', params: { found: end - HEAD } })
  const content =
    body && body.values !== null
      ? { data: body.values, surplus: body.surplus }
      : { data: null, surplus: toHex(plain, HEAD, end) }
  // The value has the offset removed; the raw bytes are those on the line.
  return { content, fields: fields.map(field => ({ ...field, raw: toHex(frame, field.from, field.to) })) }
}

/** Bytes of a message. Anything that was read can be written. @throws RangeError for a value its field cannot hold */
export function encodeDlt645(message: Dlt645Message): Uint8Array {
  const { address, control, data } = message
  const first = typeof data?.['di'] === 'string' ? data['di'] : ''
  const layout = data && layoutOf(readControl(control), first)
  const known = layout && data ? writeAny(layout, data) : new Uint8Array()
  const surplus = fromHex(message.surplus)
  if (surplus === null) throw new RangeError('not hexadecimal')
  const content = Uint8Array.from([...known, ...surplus], byte => (byte + SHIFT) & 0xff)
  if (content.length > 255) throw new RangeError(`${content.length} bytes of data do not fit a frame`)
  const start = toHex(Uint8Array.of(START))
  const head = { start, address, again: start, control: toHex(Uint8Array.of(control)), length: content.length }
  const frame = new Uint8Array(content.length + AROUND)
  frame.set(writeLayout(HEADER, head))
  frame.set(content, HEAD)
  frame[frame.length - 2] = sumOf(frame, 0, frame.length - 2) & 0xff
  frame[frame.length - 1] = END
  return frame
}
