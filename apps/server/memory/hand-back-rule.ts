/** What a process holds at one moment, bytes; `busy` is the share of the time since the reading before that its thread worked, 0 to 1. */
export interface MemoryReading {
  /** What the system counts as taken (RSS). */
  resident: number
  /** What the engine says it takes: heap pages in use and buffers. */
  known: number
  busy: number
}

const WORTH_BYTES = 64 * 2 ** 20
/** A collection of the whole heap holds the thread for about 150 ms; nobody should be waiting much just then. */
const CALM = 0.5
const CALM_READINGS = 2
/** After a hand-back, whatever it brought, none for so many readings. */
const REST_READINGS = 30

/**
 * Says when freed heap pages are worth asking back from the engine, which pools them and by itself returns them to the
 * system only with its last means. Pages nobody knows of are compared with the least there ever were, since program and
 * libraries are among them.
 *
 * @returns a function that takes one reading after the other, evenly spaced, and answers whether to collect now
 */
export function handBackRule(): (reading: MemoryReading) => boolean {
  let least = Number.POSITIVE_INFINITY
  let calm = 0
  let rest = 0
  return ({ resident, known, busy }) => {
    const unknown = resident - known
    least = Math.min(least, unknown)
    if (rest > 0) {
      rest--
      return false
    }
    calm = unknown - least >= WORTH_BYTES && busy <= CALM ? calm + 1 : 0
    if (calm < CALM_READINGS) return false
    calm = 0
    rest = REST_READINGS
    return true
  }
}
