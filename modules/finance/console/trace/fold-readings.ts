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

/** OCPP 2.0.1 sends start, readings and stop under one action; the event type tells them apart. */
function isReading({ action, call, problem }: TracedFrame): boolean {
  if (problem !== null) return false
  return action === 'MeterValues' || (action === 'TransactionEvent' && /"eventType"\s*:\s*"Updated"/.test(call))
}
