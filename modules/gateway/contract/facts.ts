import type { CONNECTOR_STATES } from '@wattyard/assets/contract'
import type { Energy } from '@wattyard/money'

/**
 * Neutral facts: what a pile reported, independent of its protocol.
 *
 * A protocol translation turns each inbound frame into zero or more facts; business modules handle facts and never see a
 * protocol. Facts are values: translating the same frame twice gives equal facts, so duplicates can be recognised by content.
 */
export type Fact =
  | PileBooted
  | ConnectorStatus
  | SessionStarted
  | MeterRead
  | SessionStopped
  | FaultRaised
  | FirmwareReported
  | DiagnosticsReported

/** Fields of every fact. Instants are epoch milliseconds, UTC. */
export interface FactBase {
  /** Id of the stored frame that the fact comes from: `<stream>:<seq>`. */
  frame: string
  tenantId: string
  pileId: string
  /** Receipt of the frame by the server. */
  receivedAt: number
  /** Time of the device's clock, or null when the frame carries no time. */
  deviceAt: number | null
  /**
   * Instant for accounting (trust 5.3): device time while the skew is below 60 s, device time corrected by the connection's skew
   * up to 24 h, receipt time beyond.
   */
  at: number
  /** Source of `at`. `manual` means an offline record whose time is unknown. */
  clock: ClockVerdict
}

export type ClockVerdict = 'device' | 'corrected' | 'received' | 'manual'

/** How the driver requested energy; `remote` covers starts by app and console. */
export type StartMethod = 'tag' | 'remote' | 'vin' | 'offline-tag' | 'unknown'

/** Connector states of the T/CEC 102 status table, plus the states that OCPP can distinguish. */
export type ConnectorState = (typeof CONNECTOR_STATES)[number]

export interface PileBooted extends FactBase {
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

export interface ConnectorStatus extends FactBase {
  kind: 'connector-status'
  /** Connector number counted over the whole pile from 1; 0 means the pile itself. */
  connector: number
  state: ConnectorState
  /** Error code of the protocol; null for `NoError`. */
  errorCode: string | null
  info: string | null
  vendorErrorCode: string | null
}

/** Facts of one session share a `sessionId`, which the server chooses when it decides the start. */
export interface SessionFactBase extends FactBase {
  sessionId: string
  connector: number
  /** The pile's sequence number of the event in the session (OCPP 2.x seqNo), or null. */
  seqNo: number | null
  /** The pile stated that it recorded this while offline. */
  offline: boolean
}

export interface SessionStarted extends SessionFactBase {
  kind: 'session-started'
  /** Transaction id of the protocol, chosen by the server (1.6) or by the pile (2.x). */
  transactionId: string
  tag: string | null
  method: StartMethod
  /** Cumulative import register at start, or null when the pile did not send it. */
  meterStart: Energy | null
  reservationId: number | null
  /** Number of the server's remote start that led to this session, where the protocol repeats it (OCPP 2.x). */
  remoteStartId?: number | null
  /** The server's verdict to the pile on this start. */
  verdict: StartVerdict
}

export type StartVerdict = 'accepted' | 'blocked' | 'expired' | 'invalid' | 'concurrent' | 'no-credit'

/** One sampled moment. All numbers are integers in the stated unit, or null when absent. */
export interface Sample {
  /** Epoch ms, corrected like `FactBase.at`. */
  at: number
  context: SampleContext
  /** Cumulative import register, 1e-4 kWh. */
  register: Energy | null
  /** Energy of this interval only, 1e-4 kWh (Energy.Active.Import.Interval). */
  interval: Energy | null
  powerW: number | null
  currentMa: number | null
  voltageMv: number | null
  /** State of charge in permille, to keep half percents. */
  socPermille: number | null
  temperatureDeciC: number | null
  /** All other readings as sent: measurand, phase, unit and the decimal text. */
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

export interface MeterRead extends SessionFactBase {
  kind: 'meter-read'
  /** Tag presented after the session had begun (OCPP 2.x, cable first). `samples` may then be empty. */
  tag?: string | null
  /** The server's verdict on that tag when it was to begin the charge; absent when it was presented for another reason. */
  verdict?: StartVerdict | null
  /** For a reading outside any session, `sessionId` is the empty string. */
  samples: Sample[]
}

export interface SessionStopped extends SessionFactBase {
  kind: 'session-stopped'
  /** The pile's own transaction id (2.x), because the start may be late or lost. */
  transactionId?: string
  tag: string | null
  /** Cumulative import register at stop, or null. */
  meterStop: Energy | null
  /** Reason code of the protocol, e.g. `EVDisconnected`; null when absent. */
  reason: string | null
  /** Readings from the stop frame. */
  samples: Sample[]
}

export interface FaultRaised extends FactBase {
  kind: 'fault-raised'
  connector: number
  code: string
  severity: 'notice' | 'warning' | 'critical'
  text: string | null
}

export interface FirmwareReported extends FactBase {
  kind: 'firmware-reported'
  status: string
  requestId: number | null
}

export interface DiagnosticsReported extends FactBase {
  kind: 'diagnostics-reported'
  status: string
  requestId: number | null
  fileName: string | null
}
