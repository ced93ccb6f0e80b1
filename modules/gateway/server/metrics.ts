/** Values kept for percentiles. */
const WINDOW = 1024

/** The last values of a measurement. */
export class Recent {
  readonly #values: number[] = []
  #next = 0

  add(value: number): void {
    this.#values[this.#next] = value
    this.#next = (this.#next + 1) % WINDOW
  }

  /** @param share 0.5 for the median, 0.99 for the 99th percentile; 0 without values */
  at(share: number): number {
    const sorted = this.#values.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  }
}

/** Counters of one gateway since its start; used by `/readyz`, the doctor and the bench. */
export class Metrics {
  /** Calls of piles that were answered, heartbeats included. */
  answered = 0
  heartbeats = 0
  /** Frames in the log. */
  stored = 0
  refused = 0
  repeated = 0
  batches = 0
  readonly batchSize = new Recent()
  readonly commit_ms = new Recent()
  facts = 0
  consumed = 0
  consumerBatches = 0
  readonly consume_ms = new Recent()
  deadLetters = 0
  handshakes = 0
  refusedHandshakes = 0
  droppedEvents = 0
  lastCommitAt = 0
  lastConsumeAt = 0
}

export interface MetricsView {
  connections: number
  openHandshakes: number
  answered: number
  heartbeats: number
  stored: number
  refused: number
  repeated: number
  facts: number
  consumed: number
  batches: number
  batchSize: { median: number; max: number }
  commit_ms: { median: number; p99: number }
  consume_ms: { median: number; p99: number }
  /** Facts that wait for the consumer. */
  lag_facts: number
  lastCommitAt: number
  lastConsumeAt: number
  deadLetters: number
  droppedEvents: number
}
