import type { TracedFrame } from '../../contract/index.ts'

/** A row of the messages: one frame, or a run of readings that opens. */
export type FrameRow =
  | { readonly kind: 'frame'; readonly frame: TracedFrame }
  | { readonly kind: 'readings'; readonly frames: readonly TracedFrame[] }

/** Shorter runs stand as single rows: folding them would save no room. */
const LEAST_IN_RUN = 3

/** Folds runs of meter readings into one row each; order is kept. A rejected reading stands alone, so that its reason is seen. */
export function foldReadings(frames: readonly TracedFrame[]): FrameRow[] {
  const rows: FrameRow[] = []
  let run: TracedFrame[] = []
  const endRun = (): void => {
    if (run.length >= LEAST_IN_RUN) rows.push({ kind: 'readings', frames: run })
    else rows.push(...run.map(frame => ({ kind: 'frame' as const, frame })))
    run = []
  }
  for (const frame of frames) {
    if (isReading(frame)) {
      run.push(frame)
      continue
    }
    endRun()
    rows.push({ kind: 'frame', frame })
  }
  endRun()
  return rows
}

function isReading(frame: TracedFrame): boolean {
  if (frame.problem !== null) return false
  return frame.action === 'MeterValues' || eventOf(frame) === 'Updated'
}

const EVENTS = ['Started', 'Updated', 'Ended'] as const

/**
 * Returns what an OCPP 2.0.1 transaction event tells: it sends start, readings and stop under one action. Null for other messages.
 */
export function eventOf({ action, call }: TracedFrame): (typeof EVENTS)[number] | null {
  if (action !== 'TransactionEvent') return null
  const type = /"eventType"\s*:\s*"(\w+)"/.exec(call)?.[1]
  return EVENTS.find(one => one === type) ?? null
}
