import type { PileConnection } from '../connection/pile-connection.ts'
import type { Incoming } from './incoming.ts'

/** Log entry of a call of ours and its answer. */
export function loggedCommand(
  connection: PileConnection,
  call: { action: string; messageId: string; frame: string; answer: string | null; at: number; problem: string | null },
): Incoming {
  const { runtime, driver } = connection
  return {
    connection: null,
    runtime,
    driver,
    protocol: driver.version,
    direction: 'out',
    seq: 0,
    receivedAt: call.at,
    action: call.action,
    messageId: call.messageId,
    frame: call.frame,
    answer: call.answer,
    problem: call.problem,
    mended: [],
    skew_ms: runtime.skew.ms,
    call: null,
    sessionId: null,
    transaction: null,
    decision: null,
  }
}
