import type { ConnectorState } from './facts.ts'

/** Data of the live topic `gateway.connector`. */
export interface ConnectorLive {
  /** `<pile id>:<connector>`. */
  id: string
  pileId: string
  connector: number
  state: ConnectorState
  error: string | null
  /** The maker's own code of the fault. */
  vendorError: string | null
  at: number
}

/** Data of the live topic `gateway.pile`. */
export interface PileLive {
  id: string
  online: boolean
  at: number
}
