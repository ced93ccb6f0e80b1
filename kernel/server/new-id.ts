import { randomFillSync } from 'node:crypto'
import { ID } from '@wattyard/calls'

const pool = Buffer.alloc(16 * 256)
let used = pool.length
let lastMs = 0
let counter = 0

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** An instant may be ahead of our clock by this much; ids of the whole process would stay where one wild instant had led them. */
const AHEAD_MS = 60_000

/**
 * Returns a UUIDv7 (RFC 9562 §5.7): ordered by time, with a 12-bit counter inside the millisecond so that
 * ids of one process are strictly ascending, and 62 random bits. Ids are made in the application, so
 * the database can be a distributed one.
 *
 * @param at epoch ms of our own clock, never one that a device or a file tells; what is ahead of the clock is brought
 * back to it
 */
export function newId(at: number = Date.now()): string {
  const clock = Date.now()
  const now = at > clock + AHEAD_MS ? clock : at
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  if (now > lastMs) {
    lastMs = now
    counter = (pool[used]! & 0x07) << 8 // the pool is filled; a random start leaves room to count up
  } else if (++counter > 0xfff) {
    // More than 4,096 ids in one millisecond: borrow the next one rather than lose the order.
    lastMs++
    counter = 0
  }
  const b = pool.subarray(used, (used += 16))
  const ms = lastMs
  const high = Math.floor(ms / 0x1_0000_0000)
  const low = ms >>> 0
  const h = (byte: number) => HEX[byte & 0xff]
  return (
    `${h(high >> 8)}${h(high)}${h(low >>> 24)}${h(low >>> 16)}-${h(low >>> 8)}${h(low)}-` +
    `${h(0x70 | (counter >> 8))}${h(counter)}-` +
    `${h(0x80 | (b[8]! & 0x3f))}${h(b[9]!)}-${h(b[10]!)}${h(b[11]!)}${h(b[12]!)}${h(b[13]!)}${h(b[14]!)}${h(b[15]!)}` // 16 bytes were taken
  )
}

/**
 * Ids made from now on are above this one, which was made before: by a process that ended, on a clock that was ahead. What goes
 * by the order of ids, such as the chain of the books, would take new ones for late ones.
 *
 * @returns ms by which it is ahead of our clock; 0 when it is not
 */
export function continueIdsAfter(id: string): number {
  const made = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  if (made >= lastMs) {
    lastMs = made + 1
    counter = 0
  }
  return Math.max(0, made - Date.now())
}

/** Ids begin anew by the clock: for tests that share a process with others, whose clock was ahead. */
export function restartIds(): void {
  lastMs = 0
  counter = 0
}

/** Returns the smallest id that could have been made at an instant: what is older has a smaller one. */
export function firstIdAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export const isId = (text: string): boolean => ID.test(text)
