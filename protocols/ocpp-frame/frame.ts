import type { ExactNumbers, JsonObject } from './json.ts'

/** Subprotocol names as negotiated on the WebSocket. */
export type OcppVersion = 'ocpp1.6' | 'ocpp2.0.1'

/** Longest frame that is parsed, in UTF-16 units; the socket enforces the same number in bytes. */
export const MAX_FRAME_LENGTH = 65_536
/** OCPP-J 4.1.4: a message id has at most 36 characters. */
export const MESSAGE_ID_LENGTH = 36
/** Ids up to here are answered all the same and noted as a quirk. */
export const MAX_MESSAGE_ID_LENGTH = 128
export const MAX_ACTION_LENGTH = 64
/** OCPP-J 2.0.1 §4.2.3: the id of a CALLERROR whose message id could not be read. */
export const UNREADABLE_MESSAGE_ID = '-1'

/** OCPP-J message type numbers; 5 and 6 are from 2.1 and are read so that they can be refused by name. */
export const MESSAGE_TYPE = { call: 2, result: 3, error: 4, resultError: 5, send: 6 } as const

export type FrameQuirk = 'long-message-id' | 'short-call-error'

interface Payload {
  payload: JsonObject
  /** The payload as it was written: for hashing and for the trace. */
  payloadText: string
  /** Numbers a double cannot hold, or null when there are none. */
  exact: ExactNumbers | null
  quirks: readonly FrameQuirk[]
}

export interface Call extends Payload {
  type: 'call'
  id: string
  action: string
}

/** A CALL that needs no answer (OCPP 2.1). */
export interface Send extends Payload {
  type: 'send'
  id: string
  action: string
}

export interface CallResult extends Payload {
  type: 'result'
  id: string
}

export interface CallError {
  type: 'error'
  id: string
  code: string
  description: string
  details: JsonObject
  quirks: readonly FrameQuirk[]
}

/** The other side refuses our CALLRESULT (OCPP 2.1). */
export interface CallResultError extends Omit<CallError, 'type'> {
  type: 'result-error'
}

export type FrameReason =
  | 'too-long'
  | 'too-deep'
  | 'not-json'
  | 'duplicate-key'
  | 'number-out-of-range'
  | 'not-a-frame'
  | 'unknown-message-type'
  | 'bad-message-id'
  | 'bad-action'
  | 'bad-payload'
  | 'bad-length'

export interface FrameProblem {
  type: 'problem'
  reason: FrameReason
  /** The message id when it could be read, so that the sender can match our refusal. */
  id: string | null
  /** The message type number when it could be read. */
  messageType: number | null
  /** True when the frame may have been a CALL: only then a CALLERROR may be sent, or two peers would refuse for ever. */
  answerable: boolean
  description: string
}

export type Frame = Call | CallResult | CallError | Send | CallResultError
