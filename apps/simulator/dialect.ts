import type { Call, OcppVersion, TriggerMessageName } from '@wattyard/ocpp-frame'
import type { Reading } from './charging.ts'
import type { Configuration, SetOutcome } from './configuration.ts'
import type { Answer } from './rpc-socket.ts'

/** A call as it goes on the wire. */
export interface Message {
  action: string
  payload: object
}

export type Phase = 'idle' | 'plugged' | 'charging' | 'suspended' | 'finishing' | 'fault' | 'unavailable'

export type StopCause =
  | 'local'
  | 'remote'
  | 'unplugged'
  | 'full'
  | 'fault'
  | 'emergency'
  | 'power-loss'
  | 'soft-reset'
  | 'hard-reset'
  | 'unlock'
  | 'deauthorized'

/** One charge as the pile remembers it. */
export interface PileSession {
  /** The pile's own name for it; the transaction id in 2.0.1. */
  readonly localId: string
  readonly connector: number
  readonly tag: string
  readonly remoteStartId: number | null
  readonly start: Reading
  /** 1.6: given by the server in its answer to the start; null until then. */
  transactionId: string | null
  /** Number of the next 2.0.1 event. */
  seqNo: number
}

/** How an event of a session came about, as far as the wire says it. */
export interface EventNote {
  /** Recorded while there was no connection. */
  offline: boolean
  /** Number of this event inside the session. */
  seqNo: number
}

/** What a command of the server can do to a pile. */
export interface PileControls {
  readonly configuration: Configuration
  readonly connectors: number
  /** At one of these connectors, which are of one EVSE; at any where null. */
  remoteStart(tag: string, among: readonly number[] | null, remoteStartId: number | null): boolean
  remoteStop(transactionId: string): boolean
  reset(hard: boolean): boolean
  unlock(connector: number): 'unlocked' | 'unknown'
  /** Of these connectors, or of all where null. */
  setAvailability(among: readonly number[] | null, operative: boolean): 'accepted' | 'scheduled' | 'rejected'
  setConfiguration(key: string, value: string): SetOutcome
  trigger(message: TriggerMessageName, among: readonly number[] | null): boolean
  /** Starts an upload and returns the file's name. */
  uploadDiagnostics(requestId: number | null): string
  updateFirmware(requestId: number | null): void
  /** Sends a call of its own after the answer. */
  sendLater(message: Message): void
}

/** What a pile tells about itself. */
export interface PileDescription {
  vendor: string
  model: string
  serial: string
  firmware: string
}

/** One version's way of saying what a pile has to say, and of hearing what it is told. */
export interface Dialect {
  readonly version: OcppVersion
  readonly configuration: Configuration
  readonly meterIntervalKey: string
  readonly heartbeatIntervalKey: string
  /** What holds the key that it signs in with. */
  readonly stationKeyKey: string
  boot(description: PileDescription, cause: 'power-up' | 'reset'): Message
  heartbeat(): Message
  status(connector: number, phase: Phase, faultCode: string | null, at: number): Message
  authorize(tag: string): Message
  /** Whether the answer to an authorisation lets the tag charge. */
  isAuthorized(payload: object): boolean
  started(session: PileSession, note: EventNote): Message
  /** Takes the answer to a start: the transaction id, and whether the tag may go on charging. */
  readStarted(session: PileSession, payload: object): boolean
  meter(session: PileSession, reading: Reading, note: EventNote): Message
  stopped(session: PileSession, reading: Reading, cause: StopCause, note: EventNote): Message
  firmwareStatus(status: 'Downloading' | 'Downloaded' | 'Installing' | 'Installed', requestId: number | null): Message
  diagnosticsStatus(status: 'Uploading' | 'Uploaded', requestId: number | null): Message
  answer(call: Call, pile: PileControls): Answer
}
