import type { LiveBus, Tx } from '@wattyard/server-kit'
import type { BusinessDay, Clock } from '@wattyard/time'

/** A payment of a company, confirmed just now. */
export interface BookedPayment {
  readonly id: string
  readonly channelId: string
  /** Day on which money moved. */
  readonly paidOn: BusinessDay
  readonly actor: string
  readonly actorId: string
}

/** Whoever has compared the days of a channel hears in the same transaction what changed on them. */
export interface PaymentFollower {
  booked(tx: Tx, tenantId: string, payment: BookedPayment): Promise<void>
  /** @param bookedOn day of the journal that takes it back */
  takenBack(tx: Tx, tenantId: string, paymentId: string, bookedOn: BusinessDay): Promise<void>
}

/** What payables need from outside. */
export interface PayablesWorld {
  readonly clock: Clock
  /** Where open screens hear of changes; absent in tests. */
  readonly live?: LiveBus
  readonly follower?: PaymentFollower
}
