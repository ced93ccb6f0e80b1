import type { LiveBus, Tx } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import type { ConnectorState } from '@wattyard/gateway/contract'
import type { IdleWord } from '../contract/index.ts'
import type { CommandEnding } from '@wattyard/gateway/server'

/** A pile to speak to, about one of its orders. */
export interface PileAsk {
  tenantId: string
  pileId: string
  stationId: string
}

export interface StopAsk extends PileAsk {
  transactionId: string
}

/** What a connector said last. */
export interface ConnectorReport {
  /** `offline` while its pile is not connected. */
  state: ConnectorState
  /** Since when, epoch ms. */
  at: number
  /** When it said last that it is idle, also if it has said something else since; null while its pile is not connected. */
  idle: IdleWord | null
}

/** What charging asks of the piles; the app answers it with the gateway. */
export interface PilePort {
  /** Writes a remote stop down in `tx`; it goes out after the commit. The command's id, or null when none was written. */
  stop(tx: Tx, ask: StopAsk, by: string): Promise<string | null>
  /** Asks for a meter reading, in the same way. */
  askMeter(tx: Tx, ask: PileAsk, connector: number, by: string): Promise<string | null>
  /** How commands ended, by id; those under way are missing. */
  commandEnds(
    tx: Tx,
    commands: readonly { tenantId: string; id: string }[],
  ): Promise<ReadonlyMap<string, CommandEnding>>
  /** Whether piles are there, by pile id; those that never connected are missing. */
  lives(tx: Tx, pileIds: readonly string[]): Promise<ReadonlyMap<string, PileLife>>
  /** What connectors said last, by `connectorKey`. */
  connectors(tx: Tx, pileIds: readonly string[]): Promise<ReadonlyMap<string, ConnectorReport>>
}

/** Whether a pile is there. */
export interface PileLife {
  /** Since when it is unreachable; null while it is connected. */
  offlineSince: number | null
  /** When it registered last. */
  bootedAt: number | null
}

export interface ChargingPorts {
  piles: PilePort
  live: LiveBus
  clock: Clock
}
