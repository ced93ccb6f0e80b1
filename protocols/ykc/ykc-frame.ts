import {
  type ByteOrder,
  type ChecksumVerdict,
  coded,
  crc16Modbus,
  type Field,
  type FrameRule,
  fromHex,
  hexBytes,
  judgeChecksum,
  type Layout,
  type Problem,
  readBody,
  readLayout,
  toHex,
  uint,
  type ValuesOf,
  type Values,
  writeAny,
  writeLayout,
} from '@wattyard/byte-frame'
import { MESSAGES, type YkcName } from './layouts.ts'

export const START = 0x68
/** Bytes before the body: start, length, sequence, encryption, type. */
const HEAD = 6
/** Bytes counted by the length byte besides the body. */
const COUNTED = 4
/** Uncounted bytes: start and length before, checksum after. */
const AROUND = 4
/** Limit of the specification; bodies up to the full range of the length byte are still read (trust R-45: at most 256 bytes). */
export const MAX_COUNTED = 200
export const MAX_YKC_FRAME = 255 + AROUND

const NAMES = Object.fromEntries(Object.entries(MESSAGES).map(([name, { type }]) => [type, name])) as Record<
  number,
  YkcName
> // the table turned round
const HEADER = {
  start: hexBytes(1),
  length: uint(1),
  sequence: hexBytes(2),
  encryption: coded(1, 'ykc.encryption', { 0: 'none', 1: '3des' }),
  type: coded(1, 'ykc.message', NAMES),
}
const TAIL = { checksum: hexBytes(2) }
/** CRCs printed in the examples of the specification, which are wrong for their frames. */
const PRINTED = ['6890', 'C1A9']

interface Head {
  /** Two bytes; an answer has those of its question. */
  sequence: string
  /** 0 none, 1 3DES. */
  encryption: number
}

export type YkcMessage =
  | {
      [N in YkcName]: Head & { name: N; body: ValuesOf<(typeof MESSAGES)[N]['layout']>; surplus: string }
    }[YkcName]
  /** An unknown type, an encrypted message, or a body that is too short. */
  | (Head & { name: 'raw'; type: number; body: string })

export interface YkcReading {
  /** Null when the frame is cut off. */
  message: YkcMessage | null
  /** Name by the message type, even when the body could not be read. */
  name: YkcName | null
  direction: 'up' | 'down' | null
  fields: Field[]
  checksum: ChecksumVerdict | null
  problems: Problem[]
}

/** How frames are found in a stream. Both byte orders of the checksum are accepted: manufacturers differ, and each uses one. */
export const ykcRule: FrameRule = {
  maxLength: MAX_YKC_FRAME,
  lengthAt(bytes, at) {
    if (bytes[at] !== START) return 'no'
    const counted = bytes[at + 1]
    if (counted === undefined) return 'more'
    return counted < COUNTED ? 'no' : counted + AROUND
  },
  isSound: frame => frame.length >= HEAD + 2 && checksumOf(frame).fits !== null,
}

const checksumOf = (frame: Uint8Array) =>
  judgeChecksum('crc16-modbus', frame, { from: 2, to: frame.length - 2 }, frame.length - 2)

/** Reads one frame. Never throws; null when the bytes are no beginning of a frame. */
export function parseYkc(bytes: Uint8Array): YkcReading | null {
  if (bytes[0] !== START) return null
  const problems: Problem[] = []
  const head = readLayout(HEADER, bytes, 0, Math.min(bytes.length, HEAD))
  const length = (bytes[1] ?? 0) + AROUND
  const { values } = head
  if (values === null || length < HEAD + 2 || bytes.length < length) {
    problems.push({ code: 'cut', params: { expected: length, found: bytes.length } })
    const name = values === null ? null : (NAMES[Number(values.type)] ?? null)
    const fields = [...head.fields, ...readKnown(name, bytes, Math.min(HEAD, bytes.length), bytes.length)]
    return { message: null, name, direction: directionOf(name), fields, checksum: null, problems }
  }
  const frame = bytes.subarray(0, length)
  if (bytes.length > length) problems.push({ code: 'bytes-behind', params: { count: bytes.length - length } })
  if (length - AROUND > MAX_COUNTED)
    problems.push({ code: 'too-long', params: { found: length - AROUND, limit: MAX_COUNTED } })
  const checksum = checksumOf(frame)
  if (checksum.fits === null && PRINTED.includes(checksum.found)) problems.push({ code: 'printed-checksum' })
  const end = length - 2
  const body = readMessage(values, frame, end, problems)
  return {
    message: body.message,
    name: body.name,
    direction: directionOf(body.name),
    fields: [...head.fields, ...body.fields, ...readLayout(TAIL, frame, end, length).fields],
    checksum,
    problems,
  }
}

const directionOf = (name: YkcName | null) => (name === null ? null : MESSAGES[name].direction)
const layoutOf = (name: YkcName): Layout => MESSAGES[name].layout
const RAW = { data: hexBytes('rest') }

function readKnown(name: YkcName | null, bytes: Uint8Array, from: number, to: number): Field[] {
  return name === null ? readLayout(RAW, bytes, from, to).fields : readBody(layoutOf(name), bytes, from, to).fields
}

function readMessage(
  values: ValuesOf<typeof HEADER>,
  frame: Uint8Array,
  end: number,
  problems: Problem[],
): { message: YkcMessage; name: YkcName | null; fields: Field[] } {
  const type = Number(values.type)
  const head = { sequence: values.sequence, encryption: Number(values.encryption) }
  const name = NAMES[type] ?? null
  const rawMessage: YkcMessage = { ...head, name: 'raw', type, body: toHex(frame, HEAD, end) }
  const rawFields = () => (end > HEAD ? readLayout(RAW, frame, HEAD, end).fields : [])
  if (head.encryption !== 0) {
    problems.push({ code: 'encrypted' })
    return { message: rawMessage, name, fields: rawFields() }
  }
  if (name === null) {
    problems.push({ code: 'unknown-type', params: { type: toHex(Uint8Array.of(type)) } })
    return { message: rawMessage, name, fields: rawFields() }
  }
  const body = readBody(layoutOf(name), frame, HEAD, end)
  if (body.values === null) {
    problems.push({ code: 'body-too-short', params: { found: end - HEAD } })
    return { message: rawMessage, name, fields: body.fields }
  }
  if (body.surplus !== '') problems.push({ code: 'body-too-long', params: { count: body.surplus.length / 2 } })
  // The values were read by the layout of this very name.
  return {
    message: { ...head, name, body: body.values, surplus: body.surplus } as YkcMessage,
    name,
    fields: body.fields,
  }
}

/**
 * Encodes a message as bytes. `order` is the checksum byte order of the pile, as found in what it sent.
 *
 * @throws RangeError for a value its field cannot hold or a body that is too long; anything that was read can be written
 */
export function encodeYkc(message: YkcMessage, order: ByteOrder = 'low-first'): Uint8Array {
  const body = bodyOf(message)
  const counted = body.length + COUNTED
  if (counted > 255) throw new RangeError(`a body of ${body.length} bytes does not fit a frame`)
  const type = message.name === 'raw' ? message.type : MESSAGES[message.name].type
  const frame = new Uint8Array(counted + AROUND)
  const { sequence, encryption } = message
  const head = { start: toHex(Uint8Array.of(START)), length: counted, sequence, encryption, type }
  frame.set(writeLayout(HEADER, head))
  frame.set(body, HEAD)
  const crc = crc16Modbus(frame, 2, frame.length - 2)
  const [first, second] = order === 'low-first' ? [crc & 0xff, crc >> 8] : [crc >> 8, crc & 0xff]
  frame.set([first, second], frame.length - 2)
  return frame
}

function bodyOf(message: YkcMessage): Uint8Array {
  if (message.name === 'raw') return mustBeHex(message.body)
  const known = writeAny(layoutOf(message.name), message.body as Values) // of this name's layout by its type
  const surplus = mustBeHex(message.surplus)
  const body = new Uint8Array(known.length + surplus.length)
  body.set(known)
  body.set(surplus, known.length)
  return body
}

function mustBeHex(text: string): Uint8Array {
  const bytes = fromHex(text)
  if (bytes === null) throw new RangeError('not hexadecimal')
  return bytes
}
