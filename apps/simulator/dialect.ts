import type { Call, OcppVersion, TriggerMessageName } from '@wattyard/ocpp-frame'
import type { Reading } from './charging.ts'
import type { Configuration, SetOutcome } from './configuration.ts'
import type { Answer } from './rpc-socket.ts'

/** Call in its wire format. */
export interface Message {
  action: string
  payload: object
}

export type Phase = 'idle' | 'plugged' | 'charging' | 'suspended' | 'finishing' | 'fault' | 'unavailable' | 'reserved'

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

/** One charge in the memory of the pile. */
export interface PileSession {
  /** The pile's own id; the transaction id in 2.0.1. */
  readonly localId: string
  readonly connector: number
  readonly tag: string
  readonly remoteStartId: number | null
  readonly start: Reading
  /** 1.6: assigned by the server in its answer to the start; null until then. */
  transactionId: string | null
  /** Number of the next 2.0.1 event. */
  seqNo: number
}

/** Circumstances of an event of a session, as far as the protocol transmits them. */
export interface EventNote {
  /** Recorded while there was no connection. */
  offline: boolean
  /** Number of this event within the session. */
  seqNo: number
}

/** Actions on a pile that the server's commands can use. */
export interface PileControls {
  readonly configuration: Configuration
  readonly connectors: number
  /** Starts at one of these connectors, which belong to one EVSE; with null at any connector. */
  remoteStart(tag: string, among: readonly number[] | null, remoteStartId: number | null): boolean
  remoteStop(transactionId: string): boolean
  reset(hard: boolean): boolean
  unlock(connector: number): 'unlocked' | 'unknown'
  /** Applies to these connectors, with null to all. */
  setAvailability(among: readonly number[] | null, operative: boolean): 'accepted' | 'scheduled' | 'rejected'
  setConfiguration(key: string, value: string): SetOutcome
  trigger(message: TriggerMessageName, among: readonly number[] | null): boolean
  /** Starts an upload and returns the name of the file. */
  uploadDiagnostics(requestId: number | null): string
  updateFirmware(requestId: number | null): void
  /** Sends a call of the pile's own after the answer. */
  sendLater(message: Message): void
}

/** Description of a pile in its boot message. */
export interface PileDescription {
  vendor: string
  model: string
  serial: string
  firmware: string
}

/** Messages and answers of a pile in one version of OCPP. */
export interface Dialect {
  readonly version: OcppVersion
  readonly configuration: Configuration
  readonly meterIntervalKey: string
  readonly heartbeatIntervalKey: string
  /** Configuration key of the station key with which the pile signs in. */
  readonly stationKeyKey: string
  boot(description: PileDescription, cause: 'power-up' | 'reset'): Message
  heartbeat(): Message
  status(connector: number, phase: Phase, faultCode: string | null, at: number): Message
  authorize(tag: string): Message
  /** Returns whether the answer to an authorisation allows the tag to charge. */
  isAuthorized(payload: object): boolean
  started(session: PileSession, note: EventNote): Message
  /** Takes the transaction id from the answer to a start. Returns whether the tag may continue to charge. */
  readStarted(session: PileSession, payload: object): boolean
  meter(session: PileSession, reading: Reading, note: EventNote): Message
  stopped(session: PileSession, reading: Reading, cause: StopCause, note: EventNote): Message
  firmwareStatus(status: 'Downloading' | 'Downloaded' | 'Installing' | 'Installed', requestId: number | null): Message
  diagnosticsStatus(status: 'Uploading' | 'Uploaded', requestId: number | null): Message
  answer(call: Call, pile: PileControls): Answer
}
