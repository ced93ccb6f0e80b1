import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, col } from '@wattyard/server-kit'

const POLL_MS = 100
const LONGEST_MS = 120_000

/** Waits until everything that was stored has become facts and orders, and the events have left. */
export async function untilWorkedThrough(db: Database): Promise<number> {
  const started = performance.now()
  for (;;) {
    const waiting = await db.platform(async tx => {
      const [frames] = await tx.query(
        // The last stored frame of each stream is what the cursor has to reach.
        { waiting: col.boolean },
        `select exists (select from gateway_stream s
         left join gateway_cursor c on c.stream = s.stream and c.consumer = 'charging'
         cross join lateral (select max(f.seq) as seq from gateway_frame f where f.stream = s.stream) as last
         where last.seq > coalesce(c.seq, 0)) as waiting`,
      )
      const [events] = await tx.query(
        { waiting: col.boolean },
        'select exists (select from kernel_outbox where sent_at is null) as waiting',
      )
      return frames?.waiting === true || events?.waiting === true
    })
    if (!waiting) return performance.now() - started
    if (performance.now() - started > LONGEST_MS) throw new Error(`frames or events still wait after ${LONGEST_MS} ms`)
    await sleep(POLL_MS)
  }
}
