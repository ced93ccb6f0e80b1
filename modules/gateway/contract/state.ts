import type { ConnectorState } from './facts.ts'

/** What a pile is right now. Instants are epoch milliseconds. */
export interface PileState {
  pileId: string
  stationId: string | null
  online: boolean
  protocol: string | null
  connectedAt: number | null
  disconnectedAt: number | null
  lastSeenAt: number | null
  vendor: string | null
  model: string | null
  serial: string | null
  firmware: string | null
  bootedAt: number | null
  firmwareStatus: string | null
  diagnosticsStatus: string | null
  error: string | null
  badFrames: number
  /** Our clock minus the pile's, milliseconds; null before it was measured. */
  skewMs: number | null
}

/** What a connector is right now: `offline` while its pile is not connected, whatever it said last. */
export interface ConnectorView {
  pileId: string
  /** Counted over the whole pile from 1; 0 is the pile itself. */
  connector: number
  state: ConnectorState
  /** What the pile last said. */
  reported: ConnectorState
  error: string | null
  info: string | null
  /** Since when: of the report, or of the loss of the connection. */
  at: number
}

/** The same as screens show it. */
export interface NamedConnector extends ConnectorView {
  /** What people call it: its EVSE, and the connector of it where it has several. */
  name: string
}

/** Data of the live topic `gateway.connector`. */
export interface ConnectorLive {
  /** `<pile id>:<connector>`. */
  id: string
  pileId: string
  connector: number
  state: ConnectorState
  error: string | null
  at: number
}

/** Data of the live topic `gateway.pile`. */
export interface PileLive {
  id: string
  online: boolean
  at: number
}
