import type { Metrics, MetricsView } from './metrics.ts'

/** Returns a moment's view for people and machines; percentiles are over the last 1,024 batches. */
export function viewMetrics(
  metrics: Metrics,
  connections: number,
  openHandshakes: number,
  lag_facts: number,
): MetricsView {
  const { answered, stored, batches, batchSize, commit_ms, consume_ms, deadLetters, droppedEvents } = metrics
  return {
    connections,
    openHandshakes,
    answered,
    heartbeats: metrics.heartbeats,
    stored,
    refused: metrics.refused,
    repeated: metrics.repeated,
    facts: metrics.facts,
    consumed: metrics.consumed,
    batches,
    batchSize: { median: batchSize.at(0.5), max: batchSize.at(1) },
    commit_ms: { median: commit_ms.at(0.5), p99: commit_ms.at(0.99) },
    consume_ms: { median: consume_ms.at(0.5), p99: consume_ms.at(0.99) },
    lag_facts,
    lastCommitAt: metrics.lastCommitAt,
    lastConsumeAt: metrics.lastConsumeAt,
    deadLetters,
    droppedEvents,
  }
}
