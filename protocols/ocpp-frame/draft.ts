import type { Energy } from '@wattyard/money'

/**
 * Draft facts: the protocol-independent facts of the gateway's contract, as far as a single frame determines them. The gateway
 * adds tenant, pile, frame id, receipt time, clock verdict, session id and our verdict on a start. Field names and units are
 * those of the contract; `draft-facts.test.ts` of the gateway checks that both are equal.
 */
export type DraftFact =
  | DraftPileBooted
  | DraftConnectorStatus
  | DraftSessionStarted
  | DraftMeterRead
  | DraftSessionStopped
  | DraftFaultRaised
  | DraftFirmwareReported
  | DraftDiagnosticsReported

export type StartMethod = 'tag' | 'remote' | 'vin' | 'offline-tag' | 'unknown'
export type StartVerdict = 'accepted' | 'blocked' | 'expired' | 'invalid' | 'concurrent' | 'no-credit'

/** Verdict on a tag, with the values the pile may cache. */
export interface TagVerdict {
  verdict: StartVerdict
  /** How long the pile may cache it, epoch ms; null for no limit. */
  expiresAt: number | null
  /** Tag of the group that this tag belongs to. */
  parentTag: string | null
}

export type ConnectorState =
  | 'offline'
  | 'idle'
  | 'plugged'
  | 'charging'
  | 'suspended'
  | 'finishing'
  | 'reserved'
  | 'unavailable'
  | 'fault'

interface DraftBase {
  /** Device time as sent, epoch ms, uncorrected; null when the frame has none. */
  deviceAt: number | null
}

export interface DraftPileBooted extends DraftBase {
  kind: 'pile-booted'
  vendor: string
  model: string
  serial: string | null
  firmware: string | null
  iccid: string | null
  imsi: string | null
  meterType: string | null
  meterSerial: string | null
  reason: string | null
}

export interface DraftConnectorStatus extends DraftBase {
  kind: 'connector-status'
  connector: number
  state: ConnectorState
  errorCode: string | null
  info: string | null
  vendorErrorCode: string | null
}

interface DraftSessionBase extends DraftBase {
  /** Transaction id on the wire; null when the frame has none (a 1.6 start, or a reading outside any session). */
  transactionId: string | null
  /** Null when the frame does not say (a 1.6 stop, a 2.x event without EVSE); the session has it. */
  connector: number | null
  seqNo: number | null
  offline: boolean
}

export interface DraftSessionStarted extends DraftSessionBase {
  kind: 'session-started'
  tag: string | null
  method: StartMethod
  meterStart: Energy | null
  reservationId: number | null
  /** Number of our remote start that led to this session (2.x), or null. */
  remoteStartId: number | null
}

export interface DraftMeterRead extends DraftSessionBase {
  kind: 'meter-read'
  /** Tag that was shown after the session had begun (2.x, cable first), or null. */
  tag: string | null
  /** That tag was shown to charge, not to stop. */
  begins?: boolean
  /** Number of our remote start that names the payer of a session which the cable had begun (2.x). */
  remoteStartId?: number | null
  samples: Sample[]
}

export interface DraftSessionStopped extends DraftSessionBase {
  kind: 'session-stopped'
  tag: string | null
  meterStop: Energy | null
  reason: string | null
  samples: Sample[]
}

export interface DraftFaultRaised extends DraftBase {
  kind: 'fault-raised'
  connector: number
  code: string
  severity: 'notice' | 'warning' | 'critical'
  text: string | null
}

export interface DraftFirmwareReported extends DraftBase {
  kind: 'firmware-reported'
  status: string
  requestId: number | null
}

export interface DraftDiagnosticsReported extends DraftBase {
  kind: 'diagnostics-reported'
  status: string
  requestId: number | null
  fileName: string | null
}

/** Values sampled at one moment; in a draft `at` is device time, uncorrected. */
export interface Sample {
  at: number
  context: SampleContext
  register: Energy | null
  interval: Energy | null
  powerW: number | null
  currentMa: number | null
  voltageMv: number | null
  socPermille: number | null
  temperatureDeciC: number | null
  other: OtherReading[]
}

export interface OtherReading {
  measurand: string
  phase: string | null
  location: string | null
  unit: string | null
  value: string
}

export type SampleContext = 'begin' | 'end' | 'periodic' | 'clock' | 'trigger' | 'interruption' | 'other'
