import type { OcppVersion } from '@wattyard/ocpp-frame'
import type { PileConnection } from '../connection/pile-connection.ts'
import type { PileRuntime } from '../connection/pile-runtime.ts'
import type { StartDecision } from '../ports.ts'
import type { Driver, PileCall } from '../protocol/driver.ts'
import type { Transaction } from './transaction.ts'

/** One frame on its way into the log. */
export interface Incoming {
  /** Connection that waits for the answer; null for our own calls, whose answer has arrived. */
  connection: PileConnection | null
  runtime: PileRuntime
  driver: Driver
  protocol: OcppVersion
  direction: 'in' | 'out'
  /** Place in the stream; given when the frame is taken into a batch. */
  seq: number
  receivedAt: number
  action: string
  messageId: string | null
  frame: string
  /** Text of the answer: known from the start for refusals, found in the batch for everything else. */
  answer: string | null
  problem: string | null
  mended: readonly string[]
  skew_ms: number | null
  /** The readable call; null for refusals, repetitions and our own calls. */
  call: PileCall | null
  /** Found in the batch. */
  sessionId: string | null
  transaction: Transaction | null
  decision: StartDecision | null
}
