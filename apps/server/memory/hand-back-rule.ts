/**
 * Memory of the process at one moment, in bytes. `busy` is the share of time, 0 to 1, that its thread worked since the reading
 * before.
 */
export interface MemoryReading {
  /** Memory that the system counts (RSS). */
  resident: number
  /** Memory that the engine reports: heap pages in use and buffers. */
  known: number
  busy: number
}

const WORTH_BYTES = 64 * 2 ** 20
/** Largest `busy` for a collection: collecting the whole heap blocks the thread for about 150 ms. */
const CALM = 0.5
const CALM_READINGS = 2
/** Number of readings after a hand-back in which none follows, whatever it freed. */
const REST_READINGS = 30

/**
 * Creates the rule that tells when freed heap pages are worth reclaiming. The engine pools them, and returns them to the system
 * by itself only in a last-resort collection. Unaccounted pages are compared with their lowest amount so far, because program and
 * libraries are among them.
 * @returns a function that takes evenly spaced readings and returns whether to collect now
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
