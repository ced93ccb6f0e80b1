import type { Clock } from '@wattyard/time'

/** What payables need from outside. */
export interface PayablesWorld {
  readonly clock: Clock
}
