import { outsideTransaction } from '../database/database.ts'

export interface LiveEvent {
  tenantId: string
  /** Module's word for what changed, such as `charging.session`. */
  topic: string
  /** Station the event belongs to, so that a caller limited to stations gets only theirs. */
  stationId: string | null
  /** Whose record it is about, where the topic's records have an owner: who does not reach everybody's hears of their own. */
  ownerId?: string | null
  /** Only this person hears it, whatever else they may read. */
  userId?: string
  /** Everybody of the tenant hears it, whatever they may read: news of what all screens have in common, nothing secret. */
  everybody?: true
  data: unknown
}

export type LiveListener = (event: LiveEvent) => void

/** What screens hear as it happens. Losing an event is allowed: screens re-read on reconnect. */
export interface LiveBus {
  publish(event: LiveEvent): void
  /**
   * @param recent_ms hears first what was published this long ago or later, as far as it is kept (`KEPT_MS`): what a screen has read
   * before it could listen, was changed in between
   */
  subscribe(listener: LiveListener, recent_ms?: number): () => void
}

/** How long events are kept for those who begin to listen, and how many at most; a busy fleet has those of the last seconds. */
export const KEPT_MS = 10_000
const MAX_KEPT = 5_000

/** Returns the bus of one process. Another implementation carries events between processes. */
export function createLiveBus(now: () => number = () => performance.now()): LiveBus {
  const listeners = new Set<LiveListener>()
  /** The oldest first. */
  let kept: { readonly at: number; readonly event: LiveEvent }[] = []
  const keep = (event: LiveEvent): void => {
    const at = now()
    kept.push({ at, event })
    // Thrown away in lots, so that publishing costs the same however many are kept.
    if (kept.length > 2 * MAX_KEPT || (kept[0] && at - kept[0].at > 2 * KEPT_MS))
      kept = kept.slice(-MAX_KEPT).filter(one => at - one.at <= KEPT_MS)
  }
  return {
    publish(event) {
      keep(event)
      if (listeners.size === 0) return
      outsideTransaction(() => {
        for (const listener of listeners) listener(event)
      })
    },
    subscribe(listener, recent_ms = 0) {
      const since = now() - Math.min(recent_ms, KEPT_MS)
      if (recent_ms > 0) for (const { at, event } of kept) if (at >= since) listener(event)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
