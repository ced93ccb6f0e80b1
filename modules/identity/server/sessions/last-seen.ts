import { type Database, outsideTransaction } from '@wattyard/server-kit'

/** Notes are written at most this long after they were made. */
const FLUSH_MS = 10_000
/** Time within which a session's activity is recorded only once. */
const GRAIN_MS = 15_000
/** Sessions noted between two flushes at most; one beyond it looks idle for up to a flush longer. */
const MAX_NOTES = 50_000

interface Note {
  tenantId: string
  at: number
}

/**
 * Last activity of sessions, written in batches instead of per request. Each process writes its own records, so this is a timer
 * and not a job.
 */
export class LastSeen {
  readonly #db: Database
  #notes = new Map<string, Note>()
  #timer: NodeJS.Timeout | null = null

  constructor(db: Database) {
    this.#db = db
  }

  /** The later of the stored time and this process's own note (epoch ms). */
  seen(sessionId: string, stored: number): number {
    return Math.max(stored, this.#notes.get(sessionId)?.at ?? 0)
  }

  /** Notes that a session was seen at `now`, last at `seen`, when that is worth a write. */
  note(tenantId: string, sessionId: string, seen: number, now: number): void {
    if (now - seen < GRAIN_MS || (this.#notes.size >= MAX_NOTES && !this.#notes.has(sessionId))) return
    this.#notes.set(sessionId, { tenantId, at: now })
    this.#timer ??= outsideTransaction(() => setTimeout(() => void this.flush().catch(() => {}), FLUSH_MS).unref()) // a failed flush keeps its notes for the next
  }

  /** Writes the notes of sessions that still live. @returns how many there were */
  async flush(): Promise<number> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const notes = this.#notes
    if (notes.size === 0) return 0
    this.#notes = new Map()
    const list = [...notes.values()]
    try {
      await this.#db.platform(tx =>
        tx.execute(
          `update identity_session s set last_seen_at = greatest(s.last_seen_at, seen.at)
           from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as seen(tenant_id, id, at)
           where s.tenant_id = seen.tenant_id and s.id = seen.id and s.ended_at is null`,
          [list.map(note => note.tenantId), [...notes.keys()], list.map(note => new Date(note.at))],
        ),
      )
    } catch (error) {
      for (const [id, note] of this.#notes) notes.set(id, note) // notes made meanwhile are newer
      this.#notes = notes
      throw error
    }
    return list.length
  }
}
