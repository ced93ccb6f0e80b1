import type { CONNECTOR_STATES } from '@wattyard/assets/contract'
import type { Energy } from '@wattyard/money'

/**
 * Neutral facts: what a pile told us, whatever language it speaks.
 *
 * A protocol translation turns each inbound frame into zero or more facts; business modules
 * handle facts and never see a protocol. Facts are values: the same frame translated twice
 * gives equal facts, so duplicates can be recognised by content.
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

/** What every fact carries. Instants are epoch milliseconds, UTC. */
export interface FactBase {
  /** Id of the stored frame this fact was read from: `<stream>:<seq>`. */
  frame: string
  tenantId: string
  pileId: string
  /** When our server received the frame. */
  receivedAt: number
  /** What the device's clock said, or null when the frame carries no time. */
  deviceAt: number | null
  /**
   * The instant to account with (trust 5.3): device time while the skew is below 60 s, device time
   * corrected by the connection's skew up to 24 h, receipt time beyond.
   */
  at: number
  /** How `at` was found. `manual` means an offline record whose time nobody can know. */
  clock: ClockVerdict
}

export type ClockVerdict = 'device' | 'corrected' | 'received' | 'manual'

/** How the driver asked for energy; `remote` covers app and console starts. */
export type StartMethod = 'tag' | 'remote' | 'vin' | 'offline-tag' | 'unknown'

/** Connector states of T/CEC 102 table (status), plus the states OCPP can tell apart. */
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
  /** The protocol's own error word, `NoError` left out. */
  errorCode: string | null
  info: string | null
  vendorErrorCode: string | null
}

/** Facts of one session share `sessionId`, chosen by us when the start was decided. */
export interface SessionFactBase extends FactBase {
  sessionId: string
  connector: number
  /** Number of the fact inside the session as the pile counts (OCPP 2.x seqNo), or null. */
  seqNo: number | null
  /** The pile said it recorded this while offline. */
  offline: boolean
}

export interface SessionStarted extends SessionFactBase {
  kind: 'session-started'
  /** Transaction id on the wire: ours (1.6) or the pile's (2.x). */
  transactionId: string
  tag: string | null
  method: StartMethod
  /** Cumulative import register at start, or null when the pile did not give one. */
  meterStart: Energy | null
  reservationId: number | null
  /** Number of our remote start that led to this session, where the protocol repeats it (OCPP 2.x). */
  remoteStartId?: number | null
  /** Verdict we gave the pile for this start. */
  verdict: StartVerdict
}

export type StartVerdict = 'accepted' | 'blocked' | 'expired' | 'invalid' | 'concurrent' | 'no-credit'

/** One sampled moment. All numbers are integers in the stated unit, or null when not sent. */
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
  /** State of charge in permille, so that half percents survive. */
  socPermille: number | null
  temperatureDeciC: number | null
  /** Everything else as sent: measurand, phase, unit and the decimal text. */
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
  /** Tag that was shown after the session had begun (OCPP 2.x, cable first); then `samples` may be empty. */
  tag?: string | null
  /** Our verdict on that tag where it was to begin the charge; absent where it was shown for another reason. */
  verdict?: StartVerdict | null
  /** Null session: a reading outside any session; `sessionId` is then the empty string. */
  samples: Sample[]
}

export interface SessionStopped extends SessionFactBase {
  kind: 'session-stopped'
  /** The pile's own transaction id (2.x): its start may be late or lost. */
  transactionId?: string
  tag: string | null
  /** Cumulative import register at stop, or null. */
  meterStop: Energy | null
  /** The protocol's reason word, e.g. `EVDisconnected`; null when not given. */
  reason: string | null
  /** Readings that came inside the stop frame. */
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
