import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { handBackRule, type MemoryReading } from './hand-back-rule.ts'

const EVERY_MS = 10_000

/** The engine's own function for a collection; present only with the flag in `scripts/node-flags.json`. */
type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

function readMemory(busy: number): MemoryReading {
  const { rss, heapTotal, external } = process.memoryUsage()
  return { resident: rss, known: heapTotal + external, busy }
}

/**
 * Returns memory to the system after a peak, for as long as the server runs. Does nothing when the engine was started without its
 * collection function.
 * @returns a function that stops it
 */
export function handMemoryBack(log: Logger, every_ms: number = EVERY_MS): () => void {
  const { gc: collect } = globalThis as { gc?: Collect }
  if (!collect) return () => {}
  const isDue = handBackRule()
  let since = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, since)
    since = now
    const before = readMemory(utilization)
    if (!isDue(before)) return
    const started = performance.now()
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    const took_ms = Math.round(performance.now() - started)
    const freed_mb = Math.round((before.resident - readMemory(0).resident) / 2 ** 20)
    log.debug({ freed_mb, took_ms }, 'memory of a rush is handed back')
  }, every_ms)
  timer.unref()
  return () => clearInterval(timer)
}
