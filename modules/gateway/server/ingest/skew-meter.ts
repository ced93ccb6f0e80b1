/** Measurements the median is taken of. */
const WINDOW = 9

/**
 * Our clock minus the pile's: the median of the last measurements of this connection; before the first one, the value of the last
 * connection, else null (trust 5.3).
 */
export class SkewMeter {
  #ms: number | null
  readonly #samples: number[] = []
  #next = 0

  constructor(known_ms: number | null) {
    this.#ms = known_ms
  }

  get ms(): number | null {
    return this.#ms
  }

  measure(skew_ms: number): void {
    this.#samples[this.#next] = skew_ms
    this.#next = (this.#next + 1) % WINDOW
    const sorted = this.#samples.toSorted((a, b) => a - b)
    this.#ms = sorted[sorted.length >>> 1] ?? null
  }

  /** Starts the measurements of a new connection, keeping the known value until the first one. */
  restart(): void {
    this.#samples.length = 0
    this.#next = 0
  }
}
