import { dlt645Rule, type Dlt645Reading, encodeDlt645, parseDlt645 } from '@wattyard/dlt645'
import { type Decimal, wholeNumber } from '../../contract/point-map/decimal.ts'
import { finish, type PointValue } from '../../contract/point-map/decode-point.ts'
import type { Point } from '../../contract/point-map/point.ts'
import type { Exchange } from './exchange.ts'
import { ReadProblem } from './read-problem.ts'

/** DL/T 645-2007 5.1: up to four FE wake a meter and its line before a frame. */
const WAKE = [0xfe, 0xfe, 0xfe, 0xfe]
const READ = 0x11
/** Identifier and checksum with end mark, around the value. */
const HEAD = 14
const TAIL = 2
const SHIFT = 0x33

export { dlt645Rule }

export interface MeterLine {
  /** The frame that answers a question for an identifier of eight digits. @throws ReadProblem */
  read(item: string): Promise<Uint8Array>
}

/** Reads one meter over a transparent serial server. @param address twelve digits */
export function meterLine(exchange: Exchange, address: string): MeterLine {
  return {
    async read(item) {
      const frame = encodeDlt645({ address, control: READ, data: { di: item }, surplus: '' })
      const answer = await exchange.ask(Uint8Array.from([...WAKE, ...frame]), bytes => isAnswer(bytes, address, item))
      const { control } = readMeter(answer)
      if (control?.isRefusal) throw new ReadProblem('refused')
      // A value in several frames is a block; points are single values.
      if (control?.hasMore) throw new ReadProblem('bad-answer')
      return answer
    },
  }
}

function readMeter(bytes: Uint8Array): Dlt645Reading {
  const reading = parseDlt645(bytes)
  if (!reading?.message) throw new ReadProblem('bad-answer')
  return reading
}

/** Whether the bytes are this meter's answer for this identifier; some serial servers echo what they are sent. */
function isAnswer(bytes: Uint8Array, address: string, item: string): boolean {
  const reading = parseDlt645(bytes)
  const { message, control } = reading ?? {}
  if (!message || !control?.isAnswer || control.name !== 'read' || message.address !== address) return false
  return control.isRefusal || identifierIn(bytes) === item
}

function plainData(bytes: Uint8Array): Uint8Array {
  return bytes.slice(HEAD, -TAIL).map(byte => (byte - SHIFT) & 0xff)
}

function identifierIn(bytes: Uint8Array): string {
  return hexOf(bytes.slice(HEAD - 4, HEAD).map(byte => (byte - SHIFT) & 0xff))
}

/** Hex digits with the high byte first; the low byte comes first on the line. */
function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes.toReversed(), byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

/** Value of a point from the frame that answered for its identifier. */
export function decodeMeter(point: Point, bytes: Uint8Array): PointValue {
  const hex = hexOf(plainData(bytes))
  const none = (doubt: 'notBcd' | 'notANumber'): PointValue => ({
    key: point.key,
    value: null,
    raw: `0x${hex}`,
    word: null,
    doubt,
  })
  if (point.type === 'text') return { key: point.key, value: hex, raw: hex, word: null, doubt: null }
  if (point.type === 'bcd') return /^\d+$/.test(hex) ? finish(point, wholeNumber(BigInt(hex)), hex) : none('notBcd')
  const sent = standardValue(bytes)
  if (sent === null) return none('notANumber')
  return finish(point, sent, hex)
}

/** Value of a frame according to the standard: a single number of a known identifier. */
function standardValue(bytes: Uint8Array): Decimal | null {
  const { message, fields } = readMeter(bytes)
  const values = Object.entries(message?.data ?? {}).filter(([key]) => key !== 'di')
  const [[key, value] = []] = values
  if (values.length !== 1 || typeof value !== 'number') return null
  return { digits: BigInt(value), places: fields.find(field => field.path === key)?.decimals ?? 0 }
}
