import { type Database, type Tx, col } from '@wattyard/server-kit'
import { readCursor, writeCursor } from './consume/cursor.ts'

const CHUNK = 5_000
/** Chunks one run may look at, so that a long neglected table does not hold the job for hours. */
const MAX_CHUNKS = 400
/** Remembers how far a stream has been searched, so that frames kept for ever are not read again every hour. */
const CONSUMER = 'forget-frames'

/**
 * Deletes frames older than the retention period (trust R-69: raw messages 180 days), oldest first and in chunks, each in
 * a transaction of its own. Frames of a session stay for ever: bills are proved by them. So do frames that were not worked
 * through yet, and the last one of a stream, from which numbering goes on.
 *
 * @returns how many frames were deleted
 */
export async function forgetFrames(db: Database, before: number, signal?: AbortSignal): Promise<number> {
  const streams = await db.platform(
    tx => tx.query({ stream: col.integer }, 'select stream from gateway_stream order by 1'),
    {
      readOnly: true,
    },
  )
  let deleted = 0
  let chunks = 0
  for (const { stream } of streams)
    for (let more = true; more && chunks < MAX_CHUNKS && !signal?.aborted; chunks++) {
      const chunk = await db.platform(tx => forgetChunk(tx, stream, before))
      deleted += chunk.deleted
      more = chunk.more
    }
  return deleted
}

async function forgetChunk(tx: Tx, stream: number, before: number): Promise<{ deleted: number; more: boolean }> {
  const from = await readCursor(tx, CONSUMER, stream)
  // Numbers ascend with time, so the primary key finds the oldest without another index.
  const [part] = await tx.query(
    { until: col.bigint.orNull, looked: col.bigint },
    `select max(seq) filter (where received_at < $3) as until, count(*) as looked from (
       select seq, received_at from gateway_frame where stream = $1 and seq > $2
         and seq <= (select coalesce(min(seq), 0) from gateway_cursor where stream = $1 and consumer <> '${CONSUMER}')
         and seq < (select max(seq) from gateway_frame where stream = $1)
       order by seq limit ${CHUNK}) as oldest`,
    [stream, from, new Date(before)],
  )
  if (part === undefined || part.until === null) return { deleted: 0, more: false }
  const until = Number(part.until)
  const deleted = await tx.execute(
    'delete from gateway_frame where stream = $1 and seq > $2 and seq <= $3 and session_id is null and received_at < $4',
    [stream, from, until, new Date(before)],
  )
  await writeCursor(tx, CONSUMER, stream, until)
  return { deleted, more: Number(part.looked) === CHUNK }
}
