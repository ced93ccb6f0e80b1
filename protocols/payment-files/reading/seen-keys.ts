/** Most keys that are remembered: 96 MiB. A file has a day of one merchant. */
export const MAX_KEYS = 4_000_000

const START_SLOTS = 4_096
/** Two halves of a hash and the line. */
const LANES = 3

export interface SeenKeys {
  /** Returns the line of an equal key, or 0 after noting this one; −1 when there are too many to note. */
  lineOf(key: string, line: number): number
}

/**
 * Remembers keys by a hash of 64 bits in 12 bytes each: a million keys of 30 characters would be 80 MB as a set of texts. Two
 * different keys of a million are taken for equal once in 37 million files.
 */
export function createSeenKeys(): SeenKeys {
  let slots = new Uint32Array(START_SLOTS * LANES)
  let room = START_SLOTS
  let used = 0

  function place(into: Uint32Array, size: number, high: number, low: number): number {
    let slot = low & (size - 1)
    for (;;) {
      const at = slot * LANES
      const isFree = into[at + 2] === 0
      if (isFree || (into[at] === high && into[at + 1] === low)) return at
      slot = (slot + 1) & (size - 1)
    }
  }

  function grow(): void {
    const size = room * 2
    const larger = new Uint32Array(size * LANES)
    for (let at = 0; at < slots.length; at += LANES) {
      if (slots[at + 2] === 0) continue
      const to = place(larger, size, slots[at] ?? 0, slots[at + 1] ?? 0)
      larger.set(slots.subarray(at, at + LANES), to)
    }
    slots = larger
    room = size
  }

  return {
    lineOf(key, line) {
      if (used >= MAX_KEYS) return -1
      if (used * 2 >= room) grow()
      const { high, low } = hashOf(key)
      const at = place(slots, room, high, low)
      const known = slots[at + 2] ?? 0
      if (known !== 0) return known
      slots[at] = high
      slots[at + 1] = low
      slots[at + 2] = line
      used += 1
      return 0
    },
  }
}

/** Two rounds over the same text with different multipliers (cyrb53), mixed at the end. */
function hashOf(key: string): { high: number; low: number } {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return { high: high >>> 0, low: low >>> 0 }
}
