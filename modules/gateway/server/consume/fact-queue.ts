import type { ConfigurationValue } from '@wattyard/ocpp-frame'
import type { Fact } from '../../contract/facts.ts'

/** Everything the consumer does for one stored frame. */
export interface FrameFacts {
  seq: number
  tenantId: string
  pileId: string
  receivedAt: number
  facts: readonly Fact[]
  /** Configuration values the frame reported. */
  values: readonly ConfigurationValue[]
}

/** Frames that are committed and wait for the consumer, in the order of the stream. */
export class FactQueue {
  readonly #max: number
  #frames: FrameFacts[] = []
  #head = 0
  #facts = 0
  #waiters: (() => void)[] = []
  /** The last stored frame of the stream, facts or not: the cursor may move up to here when all is taken. */
  committedSeq: number

  constructor(max: number, committedSeq: number) {
    this.#max = max
    this.committedSeq = committedSeq
  }

  get facts(): number {
    return this.#facts
  }

  get isEmpty(): boolean {
    return this.#head === this.#frames.length
  }

  push(frame: FrameFacts): void {
    this.#frames.push(frame)
    this.#facts += frame.facts.length
  }

  /** Whole frames with at most `most` facts together, one frame at least. */
  take(most: number): FrameFacts[] {
    const from = this.#head
    let count = 0
    let to = from
    for (; to < this.#frames.length; to++) {
      const size = this.#frames[to]?.facts.length ?? 0
      if (to > from && count + size > most) break
      count += size
    }
    const taken = this.#frames.slice(from, to)
    this.#head = to
    // Taken frames are dropped all at once instead of one shift at a time.
    if (this.#head === this.#frames.length) {
      this.#frames = []
      this.#head = 0
    }
    this.#facts -= count
    if (this.#facts < this.#max) for (const free of this.#waiters.splice(0)) free()
    return taken
  }

  /** Null when there is room; else resolves when the consumer has caught up. */
  room(): Promise<void> | null {
    return this.#facts < this.#max ? null : new Promise(free => this.#waiters.push(free))
  }

  /** Releases everyone who waits for room; used when stopping. */
  release(): void {
    for (const free of this.#waiters.splice(0)) free()
  }
}
