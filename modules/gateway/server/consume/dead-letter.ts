import { newId, type Tx } from '@wattyard/server-kit'
import { writeEvents } from '../state/event-log.ts'
import type { FrameFacts } from './fact-queue.ts'

/** Marks a frame that the consumer cannot handle, and logs an event. The frame stays; `replayFrame` tries it again. */
export async function deadLetter(tx: Tx, stream: number, frame: FrameFacts, error: unknown): Promise<void> {
  const problem = `consumer: ${error instanceof Error ? error.message : String(error)}`
    .replaceAll('\0', '')
    .slice(0, 500)
  await tx.execute('update gateway_frame set problem = $3 where stream = $1 and seq = $2', [stream, frame.seq, problem])
  const { tenantId, pileId } = frame
  const event = { kind: 'dead-letter' as const, tenantId, pileId, stationId: null, identity: null, ip: null }
  await writeEvents(tx, [
    { ...event, detail: `${stream}:${frame.seq} ${problem}`, at: Date.now(), id: newId(), times: 1, taken: true },
  ])
}
