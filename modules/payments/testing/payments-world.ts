import type { ReversalFollower } from '@wattyard/ledger/server'
import { type Database, internetReach, type LiveBus, type ServerModule } from '@wattyard/server-kit'
import { type Clock, systemClock } from '@wattyard/time'
import type { ChannelPlaces, ChannelWorld } from '../server/index.ts'

/** Key that seals merchants' keys in tests. */
export const TEST_SEAL_KEY = new Uint8Array(32).fill(7)

/** What differs from a world without channels that are asked. */
export interface PaymentsServerOptions {
  live?: LiveBus
  clock?: Clock
  places?: ChannelPlaces
  /** Modules that stand above payments. */
  more?: readonly ServerModule[]
  /** What they follow reversals with, after payments. */
  followers?: readonly ReversalFollower[]
  channelsInUse?: ChannelWorld['channelsInUse']
}

const NOWHERE: ChannelPlaces = { wechatPay: 'https://pay.invalid', reach: internetReach(), ownOrigin: null }

/** Returns the world of payments for a test. */
export function paymentsWorld(db: Database, options: PaymentsServerOptions = {}): ChannelWorld {
  const { live, channelsInUse, clock = systemClock, places = NOWHERE } = options
  return {
    db,
    clock,
    sealKey: TEST_SEAL_KEY,
    places,
    ...(live ? { live } : {}),
    ...(channelsInUse ? { channelsInUse } : {}),
  }
}
