import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { OWN } from '../fairness/requester.ts'

/** Whose stream it is. Without a stamp it is held to what the first look finds. */
export type Listener = Pick<Caller, 'tenantId' | 'sessionId' | 'stamp'>

/** Of these sessions, those that are still good, by id, each with the stamp that its caller would have now. */
export type SessionsAlive = (db: Database, of: readonly Listener[]) => Promise<ReadonlyMap<string, string>>

/** How long a stream may outlive its session; trust R-10 wants a second at most, at every process. */
const LOOK_EVERY_MS = 500

export interface SessionWatch {
  /** Has `end` called when the session is over, or may something else than it might. @returns what ends the watching */
  watch(db: Database, of: Listener, end: () => void): () => void
}

/**
 * Ends streams with their sessions: one question to the database for all open streams of this process, twice a second
 * and only while there are any. Whatever ended the session, and at whichever process, is seen there; news of each cause
 * would have to be sent by everybody who ends one, and to every process.
 */
export function watchSessions(alive: SessionsAlive, every_ms = LOOK_EVERY_MS): SessionWatch {
  const watched = new Map<symbol, { of: Listener; end: () => void; rights: string | null }>()
  let timer: NodeJS.Timeout | null = null
  let isLooking = false

  async function look(db: Database): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const asked = [...watched]
      const good = await alive(
        db,
        asked.map(([, { of }]) => of),
      )
      for (const [key, one] of asked) {
        const rights = good.get(one.of.sessionId)
        // What the stream may tell was settled when it began: under other rights it begins anew, within two seconds.
        const isSame = rights !== undefined && (one.rights === null || one.rights === rights)
        if (isSame) one.rights = rights
        else if (watched.delete(key)) one.end()
      }
    } catch {
      // A database that is away says nothing of sessions; the next look asks again, and every stream ends by its age.
    } finally {
      isLooking = false
    }
  }

  return {
    watch(db, of, end) {
      const key = Symbol('stream')
      // Not what the first look finds: a right that was taken between the call and that look would be kept.
      watched.set(key, { of, end, rights: of.stamp?.() ?? null })
      // One question for everybody's streams is the product's own work, not that of whoever opened the first.
      const ours = db.as(OWN)
      timer ??= setInterval(() => void look(ours), every_ms).unref()
      return () => {
        watched.delete(key)
        if (watched.size > 0 || !timer) return
        clearInterval(timer)
        timer = null
      }
    },
  }
}
