import type {
  BuiltCommand,
  Call,
  CommandOutcome,
  ConfigurationValue,
  DraftFact,
  ErrorKind,
  JsonObject,
  OcppVersion,
  PileCommand,
  ReadContext,
} from '@wattyard/ocpp-frame'
import type { ConnectorMap } from '@wattyard/ocpp201'
import type { StartDecision } from '../ports.ts'

/** How a call concerns a session. */
export interface SessionUse {
  phase: 'start' | 'update' | 'stop'
  /** Transaction id on the wire; null for a 1.6 start and for readings without one. */
  wireId: string | null
  /** Natural key of a 1.6 start (trust 5.5); null where the wire id identifies the session by itself (2.x). */
  startKey: string | null
  /** The pile makes the ids (2.x): an unknown id is a session of its own at once. */
  idsOfPile: boolean
}

/** A call of a pile, read and translated, whatever its protocol. */
export interface PileCall {
  action: string
  drafts: readonly DraftFact[]
  session: SessionUse | null
  /** What has to be decided before the answer: see `StartRequest.kind`. */
  ask: 'authorize' | 'start' | 'tag' | null
  /** Tag that the decision is about. */
  tag: string | null
  /** Whether the answer has to contain a verdict on the tag. */
  answersTag: boolean
  /** Device time of a message that is never queued by the pile: used to measure the clock skew. */
  liveAt: number | null
  /** Configuration values the call reports (2.x). */
  values: readonly ConfigurationValue[]
  mended: readonly string[]
}

/** What an answer may need to know. */
export interface Outcome {
  now: number
  heartbeat_s: number
  /** Answer to a boot; `pending` while the duplicate rule has not decided about this connection. Absent: accepted. */
  boot?: 'accepted' | 'pending'
  decision: StartDecision | null
  /** Transaction id given to a 1.6 start. */
  transactionId: string | null
}

export type ReadPileCall =
  | { ok: true; call: PileCall }
  | { ok: false; kind: ErrorKind; description: string; mended: readonly string[] }

/** One protocol of piles. Pure: bytes and values in, values out. A new protocol is a new driver. */
export interface Driver {
  version: OcppVersion
  read(call: Call, context: ReadContext, map: ConnectorMap): ReadPileCall
  /** Payload of the answer. */
  answer(call: PileCall, outcome: Outcome): object
  buildCommand: (command: PileCommand, map: ConnectorMap) => BuiltCommand
  readAnswer: (command: PileCommand, payload: JsonObject) => CommandOutcome
}

/** The empty answer, shared by every call that needs nothing more. */
export const PLAIN_ANSWER: object = Object.freeze({})

/** The verdict when there was nothing to decide. */
export const ACCEPTED: StartDecision = Object.freeze({ verdict: 'accepted', expiresAt: null, parentTag: null })

export const NO_VALUES: readonly ConfigurationValue[] = Object.freeze([])
