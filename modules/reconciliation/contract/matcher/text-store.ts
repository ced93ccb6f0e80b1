/** Bytes that are taken at once. No text is longer. */
const CHUNK_SHIFT = 18
const CHUNK_BYTES = 1 << CHUNK_SHIFT
const START_ROOM = 64
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Texts by their place, from 1; 0 stands for none. */
export interface TextStore {
  /**
   * Keeps a text and returns its place; equal texts get places of their own.
   * @throws RangeError for a text of more than 256 KiB: no line of a file is as long
   */
  append(text: string): number
  /** Returns the place of an equal text, or keeps this one: equal texts have equal places. */
  intern(text: string): number
  /** Returns the place of an equal interned text, or 0. */
  find(text: string): number
  textAt(place: number): string | null
  count(): number
}

/**
 * Keeps texts as bytes outside the heap. Kept as strings, each would have 20 bytes more, and those that were cut out of a file
 * would keep the piece of the file alive.
 */
export function createTextStore(): TextStore {
  const chunks: Uint8Array[] = []
  let free = CHUNK_BYTES
  let starts = new Uint32Array(START_ROOM)
  let lengths = new Uint32Array(START_ROOM)
  let hashes = new Uint32Array(0)
  let slots = new Uint32Array(0)
  let interned = 0
  let count = 0
  let scratch = new Uint8Array(256)

  /** Writes the bytes of a text into the scratch and returns their number. */
  function encode(text: string): number {
    if (scratch.length < text.length * 3) scratch = new Uint8Array(text.length * 6)
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 0x7f) return encoder.encodeInto(text, scratch).written
      scratch[i] = code
    }
    return text.length
  }

  function keep(length: number): number {
    if (length > CHUNK_BYTES) throw new RangeError(`a text of ${length} bytes`)
    if (free + length > CHUNK_BYTES || chunks.length === 0) {
      chunks.push(new Uint8Array(CHUNK_BYTES))
      free = 0
    }
    const chunk = chunks.at(-1)
    for (let i = 0; i < length; i++) if (chunk) chunk[free + i] = scratch[i] ?? 0
    count += 1
    if (count >= starts.length) {
      starts = enlarged(starts)
      lengths = enlarged(lengths)
    }
    starts[count] = (chunks.length - 1) * CHUNK_BYTES + free
    lengths[count] = length
    free += length
    return count
  }

  function hash(length: number): number {
    let value = 0x811c9dc5
    for (let i = 0; i < length; i++) value = Math.imul(value ^ (scratch[i] ?? 0), 0x01000193)
    value = Math.imul(value ^ (value >>> 15), 0x85ebca6b)
    return (value ^ (value >>> 13)) >>> 0
  }

  function isScratch(place: number, length: number): boolean {
    if (lengths[place] !== length) return false
    const start = starts[place] ?? 0
    const chunk = chunks[start >>> CHUNK_SHIFT]
    const from = start & (CHUNK_BYTES - 1)
    for (let i = 0; i < length; i++) if (chunk?.[from + i] !== scratch[i]) return false
    return true
  }

  /** Returns the slot of the text in the scratch: its own, or a free one. */
  function slotOf(wanted: number, length: number): number {
    let slot = wanted & (slots.length - 1)
    for (;;) {
      const place = slots[slot] ?? 0
      if (place === 0 || (hashes[place] === wanted && isScratch(place, length))) return slot
      slot = (slot + 1) & (slots.length - 1)
    }
  }

  function growSlots(): void {
    const larger = new Uint32Array(Math.max(START_ROOM, slots.length * 2))
    for (const place of slots) {
      if (place === 0) continue
      let slot = (hashes[place] ?? 0) & (larger.length - 1)
      while (larger[slot] !== 0) slot = (slot + 1) & (larger.length - 1)
      larger[slot] = place
    }
    slots = larger
  }

  return {
    append: text => keep(encode(text)),
    intern(text) {
      // More than two thirds full, free slots would lie far apart.
      if (interned * 3 >= slots.length * 2) growSlots()
      const length = encode(text)
      const wanted = hash(length)
      const slot = slotOf(wanted, length)
      const known = slots[slot] ?? 0
      if (known !== 0) return known
      const place = keep(length)
      while (hashes.length < starts.length) hashes = enlarged(hashes)
      hashes[place] = wanted
      slots[slot] = place
      interned += 1
      return place
    },
    find(text) {
      if (slots.length === 0) return 0
      const length = encode(text)
      return slots[slotOf(hash(length), length)] ?? 0
    },
    textAt(place) {
      if (place === 0) return null
      const start = starts[place] ?? 0
      const from = start & (CHUNK_BYTES - 1)
      const chunk = chunks[start >>> CHUNK_SHIFT]
      return decoder.decode(chunk?.subarray(from, from + (lengths[place] ?? 0)))
    },
    count: () => count,
  }
}

/** Returns the numbers in an array of twice the room. */
export function enlarged(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(START_ROOM, numbers.length * 2))
  larger.set(numbers)
  return larger
}
