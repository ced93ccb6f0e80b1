import type { LiveBus } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'

/** What payables need from outside. */
export interface PayablesWorld {
  readonly clock: Clock
  /** Where open screens hear of changes; absent in tests. */
  readonly live?: LiveBus
}
