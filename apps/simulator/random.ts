/** Seeded random numbers. The same seed gives the same fleet, so that a demo and a failing test can be repeated. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform integer, both ends inclusive. */
  integer(min: number, max: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** Returns true with this probability. */
  chance(probability: number): boolean
  /** Returns an independent generator, so that the events of one pile do not depend on those of another. */
  fork(name: string): Random
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    // mulberry32: 32 bits of state, passes the usual tests, and needs ten lines.
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    integer,
    pick: list => list[integer(0, list.length - 1)] ?? list[0],
    chance: probability => next() < probability,
    fork: name => createRandom(hashName(name, seed)),
  }
}

/** Returns the FNV-1a hash of the name, started from the seed. */
function hashName(name: string, seed: number): number {
  let hash = (2_166_136_261 ^ seed) >>> 0
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 16_777_619) >>> 0
  return hash
}
