import { fromHex, splitAll } from '@wattyard/byte-frame'
import { dlt645Rule, parseDlt645 } from '@wattyard/dlt645'
import { modbusRule, readFrame, readRequest, readResponse } from '@wattyard/modbus'
import { decodeBit, decodeRegisters, type PointValue } from '../../contract/point-map/decode-point.ts'
import type { MapProtocol, Point, PointArea } from '../../contract/point-map/point.ts'
import { decodeMeter } from './ask-meter.ts'

export type DecodeProblem = 'not-hex' | 'nothing-found' | 'exception' | 'needs-address' | 'not-asked-like-this'

export type Decoded =
  | { ok: true; what: 'registers' | 'bits' | 'frames'; from: number; count: number; values: PointValue[] }
  | { ok: false; problem: DecodeProblem }

interface Block {
  area: PointArea | null
  from: number
  values: number[]
  isBits: boolean
}

/**
 * Values of points from pasted bytes: a block of registers, or whole frames. A Modbus answer does not say where its registers
 * begin, so the request beside it is used, or the given address.
 *
 * @param from register with which a bare block, or an answer without its request, begins
 */
export function decodeText(
  protocol: MapProtocol,
  points: readonly Point[],
  text: string,
  from: number | null,
): Decoded {
  const bytes = bytesOf(text)
  if (bytes === null || bytes.length === 0) return { ok: false, problem: 'not-hex' }
  if (protocol === 'dlt645') return decodeMeterFrames(points, bytes)
  if (protocol !== 'modbusTcp') return { ok: false, problem: 'not-asked-like-this' }
  const frames = splitAll(modbusRule, bytes)
  const isFrames = frames.length > 0 && frames.every(one => one.kind === 'frame')
  if (!isFrames) {
    if (from === null) return { ok: false, problem: 'needs-address' }
    if (bytes.length % 2 !== 0) return { ok: false, problem: 'not-hex' }
    return decodeBlock(points, { area: null, from, values: registersOf(bytes), isBits: false })
  }
  return decodeModbusFrames(
    points,
    frames.map(one => one.bytes),
    from,
  )
}

/** Bytes of hexadecimal digits with common separators. */
function bytesOf(text: string): Uint8Array | null {
  return fromHex(text.replaceAll(/0x/gi, '').replaceAll(/[\s,;:|-]/g, ''))
}

const registersOf = (bytes: Uint8Array): number[] =>
  Array.from({ length: bytes.length >> 1 }, (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0))

const AREAS: Readonly<Record<string, PointArea>> = {
  'read-holding-registers': 'holding',
  'read-input-registers': 'input',
  'read-coils': 'coil',
  'read-discrete-inputs': 'discrete',
}

function decodeModbusFrames(points: readonly Point[], frames: readonly Uint8Array[], from: number | null): Decoded {
  const asked = new Map<number, { address: number; count: number }>()
  let last: Decoded | null = null
  for (const bytes of frames) {
    const frame = readFrame(bytes)
    if (!frame) continue
    const question = readRequest(frame.pdu)
    // A question for registers has five bytes, and no answer of a read has: its second byte counts an even number.
    if (question.ok && 'count' in question.pdu && !asked.has(frame.transaction)) {
      asked.set(frame.transaction, question.pdu)
      continue
    }
    const answer = readResponse(frame.pdu)
    if (!answer.ok) continue
    if (answer.pdu.name === 'exception') {
      last ??= { ok: false, problem: 'exception' }
      continue
    }
    const own = asked.get(frame.transaction)
    const start = own?.address ?? from
    const area = AREAS[answer.pdu.name]
    if (area === undefined) continue
    if (start === null) return { ok: false, problem: 'needs-address' }
    const isBits = 'values' in answer.pdu
    const values =
      'values' in answer.pdu ? answer.pdu.values.map(Number) : 'registers' in answer.pdu ? answer.pdu.registers : []
    const part = decodeBlock(points, {
      area,
      from: start,
      values: values.slice(0, own?.count ?? values.length),
      isBits,
    })
    last =
      last?.ok && part.ok ? { ...part, values: [...last.values, ...part.values], count: last.count + part.count } : part
  }
  return last ?? { ok: false, problem: 'nothing-found' }
}

function decodeBlock(points: readonly Point[], { area, from, values, isBits }: Block): Decoded {
  const inside = points.filter(
    point =>
      (area === null ? point.area === 'holding' || point.area === 'input' : point.area === area) &&
      point.address >= from &&
      point.address + point.size <= from + values.length,
  )
  return {
    ok: true,
    what: isBits ? 'bits' : 'registers',
    from,
    count: values.length,
    values: inside.map(point =>
      isBits ? decodeBit(point, values[point.address - from] === 1) : decodeRegisters(point, values, from),
    ),
  }
}

function decodeMeterFrames(points: readonly Point[], bytes: Uint8Array): Decoded {
  const frames = splitAll(dlt645Rule, bytes).filter(one => one.kind === 'frame')
  const values: PointValue[] = []
  for (const { bytes: frame } of frames) {
    const { message, control } = parseDlt645(frame) ?? {}
    if (!message || !control?.isAnswer || control.isRefusal) continue
    const item = itemOf(frame)
    for (const point of points) if (point.item === item) values.push(decodeMeter(point, frame))
  }
  return frames.length === 0
    ? { ok: false, problem: 'nothing-found' }
    : { ok: true, what: 'frames', from: 0, count: frames.length, values }
}

/** Identifier of an answer as it is written: high byte first, without the 0x33 offset of the line. */
function itemOf(frame: Uint8Array): string {
  return Array.from(frame.slice(10, 14).toReversed(), byte => ((byte - 0x33) & 0xff).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
