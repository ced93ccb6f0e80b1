import type { StartMethod } from '../../contract/facts.ts'
import type { StartDecision } from '../ports.ts'

/** What is known of a transaction id of one pile: a row of `gateway_transaction`. */
export interface Transaction {
  transactionId: string
  sessionId: string
  /** Whether we made the id (1.6). */
  minted: boolean
  connector: number | null
  startKey: string | null
  tag: string | null
  /** Device time of the start. */
  deviceAt: number | null
  meterStart: bigint | null
  method: StartMethod | null
  remoteStartId: number | null
  /** Our verdict on the start; null until a start has arrived. */
  decision: StartDecision | null
  stopped: boolean
  /** Device time of the first stop; null while there is none, or when the stop did not say. */
  stopAt: number | null
}

/** Whether a pile sends this id when it never received one: libocpp's −1, and 0. */
export function isUnknownId(wireId: string | null): boolean {
  return wireId === '-1' || wireId === '0'
}
