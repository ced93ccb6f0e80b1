import type { Database, LiveBus } from '@wattyard/server-kit'
import type { FactConsumer } from '../ports.ts'
import { parseFrameId } from '../state/read-frames.ts'
import { applyStates } from '../state/apply-states.ts'
import { FRAME_COLUMNS, translateStored, STORED_FRAME } from './recover-frames.ts'

/**
 * Tries a dead letter again after the cause has been fixed: the frame is translated again and handled in one transaction that
 * also clears the mark. False when the frame is not a dead letter.
 *
 * @throws whatever the consumer throws; the frame then stays a dead letter
 */
export async function replayFrame(db: Database, live: LiveBus, consumer: FactConsumer, id: string): Promise<boolean> {
  const { stream, seq } = parseFrameId(id)
  const publish = await db.platform(async tx => {
    const rows = await tx.query(
      STORED_FRAME,
      `select ${FRAME_COLUMNS} from gateway_frame where stream = $1 and seq = $2 and problem like 'consumer:%' for update`,
      [stream, seq],
    )
    if (rows.length === 0) return null
    const frames = await translateStored(tx, stream, rows)
    const after = await applyStates(tx, frames, live, () => null)
    await consumer.handle(
      tx,
      frames.flatMap(frame => frame.facts),
    )
    await tx.execute('update gateway_frame set problem = null where stream = $1 and seq = $2', [stream, seq])
    return after
  })
  publish?.()
  return publish !== null
}
