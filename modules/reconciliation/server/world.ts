import type { ChannelDoors } from '@wattyard/payments/server'
import type { Database, LiveBus, Tx } from '@wattyard/server-kit'
import { type BusinessDay, type Clock, HOUR_MS, SECOND_MS, systemClock } from '@wattyard/time'

/** What reconciliation needs from the app. */
export interface ReconciliationPorts {
  /** Returns the accounting day of an instant for a tenant. */
  dayOf(tx: Tx, tenantId: string, at: number): Promise<BusinessDay>
  /** Database for work that goes on after a command; without it the beat does it. */
  db?: Database
  clock?: Clock
  live?: LiveBus
  /** Doors of channels that are asked; without them bills are uploaded. */
  doors?: ChannelDoors
}

export interface ReconciliationWorld {
  readonly db: Database | null
  readonly clock: Clock
  readonly live: LiveBus | null
  readonly doors: ChannelDoors | null
  readonly dayOf: ReconciliationPorts['dayOf']
  /** Channels whose comparison failed, and until when they rest. */
  readonly rests: Rests
}

/** Work that failed rests for a while, twice as long each time: it would keep the database busy and fail again. */
export interface Rests {
  isResting(key: string, now: number): boolean
  failed(key: string, now: number): void
  done(key: string): void
}

const FIRST_REST_MS = 30 * SECOND_MS
const MAX_REST_MS = HOUR_MS

export function createRests(): Rests {
  const rests = new Map<string, { until: number; rest_ms: number }>()
  return {
    isResting: (key, now) => (rests.get(key)?.until ?? 0) > now,
    failed(key, now) {
      const rest_ms = Math.min((rests.get(key)?.rest_ms ?? FIRST_REST_MS / 2) * 2, MAX_REST_MS)
      rests.set(key, { until: now + rest_ms, rest_ms })
    },
    done: key => void rests.delete(key),
  }
}

export const worldOf = ({ db, clock, live, doors, dayOf }: ReconciliationPorts): ReconciliationWorld => ({
  db: db ?? null,
  clock: clock ?? systemClock,
  live: live ?? null,
  doors: doors ?? null,
  dayOf,
  rests: createRests(),
})
