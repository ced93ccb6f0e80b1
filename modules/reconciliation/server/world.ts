import type { ChannelDoors } from '@wattyard/payments/server'
import type { Database, LiveBus, Tx } from '@wattyard/server-kit'
import { type BusinessDay, type Clock, systemClock } from '@wattyard/time'

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
}

export const worldOf = ({ db, clock, live, doors, dayOf }: ReconciliationPorts): ReconciliationWorld => ({
  db: db ?? null,
  clock: clock ?? systemClock,
  live: live ?? null,
  doors: doors ?? null,
  dayOf,
})
