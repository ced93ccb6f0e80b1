import type { Energy } from '@wattyard/money'
import type { TagVerdict } from '@wattyard/ocpp-frame'
import type { Tx } from '@wattyard/server-kit'
import type { Fact, StartMethod } from '../contract/facts.ts'

/**
 * What a pile waits for:
 *
 * - `authorize`: a tag was presented, no session yet;
 * - `start`: a session begins (or began, when `offline`);
 * - `tag`: a tag was presented inside a session (OCPP 2.x, cable first, or a stop by tag).
 */
export interface StartRequest {
  kind: 'authorize' | 'start' | 'tag'
  tenantId: string
  pileId: string
  stationId: string
  /** Null for `authorize` and where the pile does not say. */
  connector: number | null
  /** Tag as sent; null when the pile started without one. */
  tag: string | null
  method: StartMethod
  /** Session chosen for the start; null for `authorize`. */
  sessionId: string | null
  /** Our remote start that led to this one, when known. */
  remoteStartId: number | null
  reservationId: number | null
  meterStart: Energy | null
  /** Instant to account with, epoch ms. */
  at: number
  offline: boolean
}

/** What the pile is told about the tag of a start. */
export type StartDecision = TagVerdict

/**
 * Decides starts, set-based, inside the transaction that stores the frames: it must be short and must not open a transaction of
 * its own. The answer has the length and order of the requests. For a session that was decided before it is not called again; the
 * stored verdict is repeated.
 */
export interface StartDecider {
  decide(tx: Tx, requests: readonly StartRequest[]): Promise<readonly StartDecision[]>
  /**
   * Called when a remote start is requested, in the transaction that stores the command, before it is sent. When the pile starts,
   * it uses the session named here. Throwing a refusal keeps the command from being stored.
   */
  place?(tx: Tx, order: PlacedStart): Promise<void>
}

/** A remote start that was requested and has not happened yet. */
export interface PlacedStart {
  tenantId: string
  pileId: string
  stationId: string
  /** Null when the pile may choose. */
  connector: number | null
  tag: string
  /** Session that the pile's start will use. */
  sessionId: string
  commandId: string
}

/**
 * Processes facts. Called in one platform transaction that also moves the cursor, so its effects happen exactly once; facts of a
 * frame come together, and frames in the order they were stored. Throwing makes the batch smaller until the frame that cannot be
 * handled is found; that one becomes a dead letter.
 */
export interface FactConsumer {
  handle(tx: Tx, facts: readonly Fact[]): Promise<void>
}
