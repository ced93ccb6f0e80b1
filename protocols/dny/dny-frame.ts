import {
  type ChecksumVerdict,
  coded,
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
  type ValuesOf,
  writeAny,
  writeLayout,
} from '@wattyard/byte-frame'
import { type DnyName, MESSAGES } from './layouts.ts'

const START = [0x44, 0x4e, 0x59] as const
const LINK = [0x6c, 0x69, 0x6e, 0x6b] as const
/** Digits on a SIM card; telecom cards begin with 89. */
const ICCID_LENGTH = 20
const HEAD = 12
/** Start and length, which the length does not count. */
const UNCOUNTED = 5
/** Physical id, message id, command and checksum. */
const LEAST_COUNTED = 9
/** Longest frame. The protocol allows 256 bytes after the length; some hosts combine several ports in one frame. */
export const MAX_DNY_FRAME = 512 + UNCOUNTED

const NAMES = Object.entries(MESSAGES) as [DnyName, (typeof MESSAGES)[DnyName]][] // the table's own keys
const COMMANDS = Object.fromEntries(NAMES.map(([name, { command }]) => [command, name.replace(/-answer$/, '')]))
const HEADER = {
  start: hexBytes(3),
  length: uint(2),
  // As it is printed on the device.
  physicalId: hexBytes(4, { reversed: true }),
  messageId: hexBytes(2, { reversed: true }),
  command: coded(1, 'dny.message', COMMANDS),
}
const TAIL = { checksum: hexBytes(2) }
const TEXT = { text: hexBytes('rest') }

interface Head {
  physicalId: string
  messageId: string
}

export type DnyMessage =
  | {
      [N in DnyName]: Head & { name: N; body: ValuesOf<(typeof MESSAGES)[N]['layout']>; surplus: string }
    }[DnyName]
  | (Head & { name: 'raw'; command: number; body: string })
  /** Keep-alive of the link, four letters. */
  | { name: 'link' }
  /** Number of the SIM card, sent first on a connection. */
  | { name: 'iccid'; iccid: string }

export interface DnyReading {
  message: DnyMessage | null
  name: DnyName | 'link' | 'iccid' | null
  fields: Field[]
  checksum: ChecksumVerdict | null
  problems: Problem[]
}

const isDigit = (byte: number) => (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46)
const isLink = (frame: Uint8Array) => frame.length === LINK.length && LINK.every((byte, i) => frame[i] === byte)
const isIccid = (frame: Uint8Array) =>
  frame.length === ICCID_LENGTH && frame[0] === 0x38 && frame[1] === 0x39 && frame.every(isDigit)

/** How many bytes of `wanted` are found at `at`; -1 when one differs. */
function matched(bytes: Uint8Array, at: number, wanted: readonly number[]): number {
  let count = 0
  for (const byte of wanted) {
    const found = bytes[at + count]
    if (found === undefined) return count
    if (found !== byte) return -1
    count++
  }
  return count
}

function lengthAt(bytes: Uint8Array, at: number): number | 'no' | 'more' {
  const start = matched(bytes, at, START)
  if (start === START.length) {
    const low = bytes[at + 3]
    const high = bytes[at + 4]
    if (low === undefined || high === undefined) return 'more'
    const counted = low + high * 256
    return counted < LEAST_COUNTED ? 'no' : counted + UNCOUNTED
  }
  if (start > 0) return 'more'
  const link = matched(bytes, at, LINK)
  if (link > 0) return link === LINK.length ? link : 'more'
  const eightNine = matched(bytes, at, [0x38, 0x39])
  if (eightNine < 1) return 'no'
  const digits = bytes.subarray(at, at + ICCID_LENGTH)
  if (!digits.every(isDigit)) return 'no'
  return digits.length === ICCID_LENGTH ? ICCID_LENGTH : 'more'
}

const checksumOf = (frame: Uint8Array) =>
  judgeChecksum('sum16', frame, { from: 0, to: frame.length - 2 }, frame.length - 2)
const beginsFrame = (bytes: Uint8Array) => matched(bytes, 0, START) === START.length

export const dnyRule: FrameRule = {
  maxLength: MAX_DNY_FRAME,
  lengthAt,
  isSound: frame => (beginsFrame(frame) ? checksumOf(frame).fits === 'low-first' : isLink(frame) || isIccid(frame)),
  // Card numbers also occur in the bodies of frames.
  isCertain: beginsFrame,
}

/** Reads one frame, a keep-alive or a card number. Never throws; null for anything else. */
export function parseDny(bytes: Uint8Array): DnyReading | null {
  if (isLink(bytes)) return textReading({ name: 'link' }, bytes)
  if (isIccid(bytes)) return textReading({ name: 'iccid', iccid: String.fromCharCode(...bytes) }, bytes)
  if (!beginsFrame(bytes)) return null
  const problems: Problem[] = []
  const head = readLayout(HEADER, bytes, 0, Math.min(bytes.length, HEAD))
  const length = (bytes[3] ?? 0) + (bytes[4] ?? 0) * 256 + UNCOUNTED
  if (head.values === null || length < HEAD + 2 || bytes.length < length) {
    problems.push({ code: 'cut', params: { expected: length, found: bytes.length } })
    const rest = readLayout(TEXT, bytes, head.end, bytes.length).fields
    return { message: null, name: null, fields: [...head.fields, ...rest], checksum: null, problems }
  }
  if (bytes.length > length) problems.push({ code: 'bytes-behind', params: { count: bytes.length - length } })
  const frame = bytes.subarray(0, length)
  const end = length - 2
  const body = readMessage(head.values, frame, end, problems)
  return {
    message: body.message,
    name: body.message.name === 'raw' ? null : body.message.name,
    fields: [...head.fields, ...body.fields, ...readLayout(TAIL, frame, end, length).fields],
    checksum: checksumOf(frame),
    problems,
  }
}

function textReading(message: DnyMessage & { name: 'link' | 'iccid' }, bytes: Uint8Array): DnyReading {
  const { fields } = readLayout({ [message.name]: hexBytes('rest') }, bytes, 0, bytes.length)
  const text = String.fromCharCode(...bytes)
  return {
    message,
    name: message.name,
    fields: fields.map(field => ({ ...field, value: text })),
    checksum: null,
    problems: [],
  }
}

function readMessage(
  values: ValuesOf<typeof HEADER>,
  frame: Uint8Array,
  end: number,
  problems: Problem[],
): { message: DnyMessage; fields: Field[] } {
  const { physicalId, messageId } = values
  const command = Number(values.command)
  const found = NAMES.find(([, kind]) => kind.command === command && end - HEAD >= kind.size)
  const raw = (fields: Field[]): { message: DnyMessage; fields: Field[] } => ({
    message: { name: 'raw', physicalId, messageId, command, body: toHex(frame, HEAD, end) },
    fields,
  })
  if (!found) {
    problems.push({ code: 'unknown-type', params: { type: toHex(Uint8Array.of(command)) } })
    return raw(end > HEAD ? readLayout({ data: hexBytes('rest') }, frame, HEAD, end).fields : [])
  }
  const [name, kind] = found
  const layout: Layout = kind.layout
  const body = readBody(layout, frame, HEAD, end)
  if (body.values === null) {
    problems.push({ code: 'body-too-short', params: { found: end - HEAD } })
    return raw(body.fields)
  }
  // Newer devices have more fields in the same command: they are shown, and are no complaint.
  // The values were read by the layout of this very name.
  const message = { name, physicalId, messageId, body: body.values, surplus: body.surplus } as unknown as DnyMessage
  return { message, fields: body.fields }
}

/**
 * Encodes a message as bytes. Anything that was read can be written.
 * @throws RangeError for a value its field cannot hold
 */
export function encodeDny(message: DnyMessage): Uint8Array {
  if (message.name === 'link') return Uint8Array.from(LINK)
  if (message.name === 'iccid') return new TextEncoder().encode(message.iccid)
  const { physicalId, messageId } = message
  const command = message.name === 'raw' ? message.command : MESSAGES[message.name].command
  const body = bodyOf(message)
  const counted = body.length + LEAST_COUNTED
  if (counted + UNCOUNTED > MAX_DNY_FRAME) throw new RangeError(`a body of ${body.length} bytes does not fit a frame`)
  const frame = new Uint8Array(counted + UNCOUNTED)
  frame.set(writeLayout(HEADER, { start: '444E59', length: counted, physicalId, messageId, command }))
  frame.set(body, HEAD)
  const sum = sumOf(frame, 0, frame.length - 2)
  frame.set([sum & 0xff, (sum >> 8) & 0xff], frame.length - 2)
  return frame
}

function bodyOf(message: Exclude<DnyMessage, { name: 'link' | 'iccid' }>): Uint8Array {
  const known =
    message.name === 'raw' ? new Uint8Array() : writeAny(MESSAGES[message.name].layout, message.body as Values) // of this name's layout by its type
  const rest = fromHex(message.name === 'raw' ? message.body : message.surplus)
  if (rest === null) throw new RangeError('not hexadecimal')
  return Uint8Array.from([...known, ...rest])
}
