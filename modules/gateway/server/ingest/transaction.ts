import type { StartMethod } from '../../contract/facts.ts'
import type { StartDecision } from '../ports.ts'

/** What is known of a transaction id of one pile: a row of `gateway_transaction`. */
export interface Transaction {
  transactionId: string
  sessionId: string
  /** We made the id (1.6). */
  minted: boolean
  connector: number | null
  startKey: string | null
  tag: string | null
  /** Device time of the start. */
  deviceAt: number | null
  meterStart: bigint | null
  method: StartMethod | null
  remoteStartId: number | null
  /** Our verdict on the start; null while no start has come. */
  decision: StartDecision | null
  stopped: boolean
  /** Device time of the first stop; null while there is none, or when it did not say. */
  stopAt: number | null
}

/** Ids that piles send when they never got one: libocpp's −1, and 0. */
export function isUnknownId(wireId: string | null): boolean {
  return wireId === '-1' || wireId === '0'
}
