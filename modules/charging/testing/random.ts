/** A seeded random generator (mulberry32): the same seed gives the same numbers on every machine. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number
  /** Whole number, both ends included. */
  int(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  /** A shuffled copy. */
  shuffle<T>(list: readonly T[]): T[]
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    int,
    chance: probability => next() < probability,
    pick: list => list[int(0, list.length - 1)] ?? list[0],
    shuffle: <T>(list: readonly T[]): T[] => {
      const copy = [...list]
      for (let index = copy.length - 1; index > 0; index--) {
        const other = int(0, index)
        const a = copy[index]
        const b = copy[other]
        if (a === undefined || b === undefined) continue
        copy[index] = b
        copy[other] = a
      }
      return copy
    },
  }
}
