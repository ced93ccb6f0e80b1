import type { FrameRule } from '@wattyard/byte-frame'

/** MODBUS Messaging on TCP/IP V1.0b, section 3.1.3: transaction, protocol 0, length, unit. */
const HEAD = 7
/** Longest PDU, and with its head the longest frame. */
const MAX_PDU = 253
export const MAX_MODBUS_FRAME = HEAD + MAX_PDU
/** Default port of meters and cabinets. */
export const MODBUS_PORT = 502

/** One frame on a TCP connection. */
export interface ModbusFrame {
  /** Chosen by the client and repeated by the device, to match answers to requests. */
  transaction: number
  /** Device at the address: 1 to 247 behind a serial gateway, 0 or 255 for the addressed device itself. */
  unit: number
  pdu: Uint8Array
}

/** Bytes 2 and 3 are the protocol, 0 for Modbus; bytes 4 and 5 are the length of the rest. */
export const modbusRule: FrameRule = {
  maxLength: MAX_MODBUS_FRAME,
  lengthAt(bytes, at) {
    const [high, low] = [bytes[at + 2], bytes[at + 3]]
    if ((high !== undefined && high !== 0) || (low !== undefined && low !== 0)) return 'no'
    const [top, rest] = [bytes[at + 4], bytes[at + 5]]
    if (top === undefined || rest === undefined) return 'more'
    const length = (top << 8) | rest
    return length < 2 || length > MAX_PDU + 1 ? 'no' : length + HEAD - 1
  },
  // TCP has its own checksums, so Modbus over TCP has none.
  isSound: () => true,
}

/** Reads one whole frame; null when the bytes are not exactly one. Never throws. */
export function readFrame(bytes: Uint8Array): ModbusFrame | null {
  if (bytes.length < HEAD + 1 || modbusRule.lengthAt(bytes, 0) !== bytes.length) return null
  return {
    transaction: ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0),
    unit: bytes[6] ?? 0,
    pdu: bytes.slice(HEAD),
  }
}

/** Encodes a frame as bytes. @throws RangeError for a transaction, unit or length that no frame can carry */
export function writeFrame({ transaction, unit, pdu }: ModbusFrame): Uint8Array {
  if (transaction < 0 || transaction > 0xffff || unit < 0 || unit > 0xff)
    throw new RangeError('no such transaction or unit')
  if (pdu.length < 1 || pdu.length > MAX_PDU) throw new RangeError(`${pdu.length} bytes do not fit a frame`)
  const length = pdu.length + 1
  const frame = new Uint8Array(HEAD + pdu.length)
  frame.set([transaction >> 8, transaction & 0xff, 0, 0, length >> 8, length & 0xff, unit])
  frame.set(pdu, HEAD)
  return frame
}
