import { crc16Modbus, type Piece } from '@wattyard/byte-frame'
import { functionOf } from './functions.ts'

/** MODBUS over Serial Line V1.02, section 2.5.1: unit, at most 253 bytes of PDU, CRC-16 with its low byte first. */
export const MAX_RTU_FRAME = 256
const MIN_RTU_FRAME = 4
const CRC = 2

/** One frame on a serial line. */
export interface RtuFrame {
  /** 1 to 247; 0 is a broadcast and is not answered. */
  unit: number
  pdu: Uint8Array
}

function isSound(bytes: Uint8Array, from: number, to: number): boolean {
  const crc = crc16Modbus(bytes, from, to - CRC)
  return bytes[to - 2] === (crc & 0xff) && bytes[to - 1] === crc >> 8
}

/** Reads one whole frame; null when the bytes are not exactly one with a right checksum. Never throws. */
export function readRtu(bytes: Uint8Array): RtuFrame | null {
  const isFrame = bytes.length >= MIN_RTU_FRAME && bytes.length <= MAX_RTU_FRAME && isSound(bytes, 0, bytes.length)
  return isFrame ? { unit: bytes[0] ?? 0, pdu: bytes.slice(1, -CRC) } : null
}

/** Encodes a frame as bytes. @throws RangeError for a unit or length that no frame can carry */
export function writeRtu({ unit, pdu }: RtuFrame): Uint8Array {
  if (!Number.isInteger(unit) || unit < 0 || unit > 0xff) throw new RangeError('no such unit')
  if (pdu.length < 1 || pdu.length > MAX_RTU_FRAME - 1 - CRC)
    throw new RangeError(`${pdu.length} bytes do not fit a frame`)
  const frame = new Uint8Array(1 + pdu.length + CRC)
  frame[0] = unit
  frame.set(pdu, 1)
  const crc = crc16Modbus(frame, 0, frame.length - CRC)
  frame.set([crc & 0xff, crc >> 8], frame.length - CRC)
  return frame
}

/**
 * Possible lengths of the frame that begins at `at`, shortest first: the function limits them, but does not tell request from
 * answer.
 */
function lengthsAt(bytes: Uint8Array, at: number): number[] {
  const code = bytes[at + 1] ?? 0
  if (code & 0x80) return functionOf(code & 0x7f) === null ? [] : [5]
  if (functionOf(code) === null) return []
  const counted = code <= 4 ? 5 + (bytes[at + 2] ?? 0) : code >= 15 ? 9 + (bytes[at + 6] ?? 0) : 8
  return counted < 8 ? [counted, 8] : [8, counted]
}

function frameAt(bytes: Uint8Array, at: number): number | null {
  const fits = (length: number) =>
    length <= MAX_RTU_FRAME && at + length <= bytes.length && isSound(bytes, at, at + length)
  return lengthsAt(bytes, at).find(fits) ?? null
}

/**
 * Divides complete input into frames and noise. On the line a pause ends a frame; in copied bytes it is lost, so the
 * checksum at one of the function's possible lengths decides. Bytes that form one frame as a whole are accepted with any
 * function.
 */
export function rtuPieces(bytes: Uint8Array): Piece[] {
  if (readRtu(bytes)) return [{ kind: 'frame', from: 0, bytes }]
  const pieces: Piece[] = []
  let begun = 0
  let at = 0
  const flush = () => {
    if (at > begun) pieces.push({ kind: 'noise', from: begun, bytes: bytes.slice(begun, at) })
  }
  while (at < bytes.length) {
    const length = frameAt(bytes, at)
    if (length === null) {
      at++
      continue
    }
    flush()
    pieces.push({ kind: 'frame', from: at, bytes: bytes.slice(at, at + length) })
    at += length
    begun = at
  }
  flush()
  return pieces
}
