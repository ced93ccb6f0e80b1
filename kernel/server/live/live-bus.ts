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
  subscribe(listener: LiveListener): () => void
}

/** Returns the bus of one process. Another implementation carries events between processes. */
export function createLiveBus(): LiveBus {
  const listeners = new Set<LiveListener>()
  return {
    publish(event) {
      if (listeners.size === 0) return
      outsideTransaction(() => {
        for (const listener of listeners) listener(event)
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
