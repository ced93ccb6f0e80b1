import type { LiveBus, Tx } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import type { ConnectorState } from '@wattyard/gateway/contract'
import type { IdleWord } from '../contract/index.ts'
import type { CommandEnding } from '@wattyard/gateway/server'

/** A pile with its station and tenant. */
export interface PileAsk {
  tenantId: string
  pileId: string
  stationId: string
}

export interface StopAsk extends PileAsk {
  transactionId: string
}

export interface StartAsk extends PileAsk {
  /** Null: the pile chooses. */
  connector: number | null
  /** Number of the card, as it goes over the wire. */
  tag: string
}

/** A start that is stored: its command, and the order that waits for it. */
export interface AskedStart {
  commandId: string
  orderId: string | null
}

/** The last report of a connector. */
export interface ConnectorReport {
  /** `offline` while its pile is not connected. */
  state: ConnectorState
  /** Start of the state, epoch ms. */
  at: number
  /** Last report of idle, even if another followed; null while its pile is not connected. */
  idle: IdleWord | null
}

/** Services of the piles, which the app provides through the gateway. */
export interface PilePort {
  /** Stores a remote stop in `tx`; it is sent after the commit. Returns the command's id, or null when none was stored. */
  stop(tx: Tx, ask: StopAsk, by: string): Promise<string | null>
  /** Stores a remote start in the same way. @throws Refusal for a connector in use, or that the pile does not have */
  start(tx: Tx, ask: StartAsk, by: string): Promise<AskedStart | null>
  /** Requests a meter reading in the same way. */
  askMeter(tx: Tx, ask: PileAsk, connector: number, by: string): Promise<string | null>
  /** Returns the results of commands by id; commands under way are missing. */
  commandEnds(
    tx: Tx,
    commands: readonly { tenantId: string; id: string }[],
  ): Promise<ReadonlyMap<string, CommandEnding>>
  /** Returns connection facts by pile id; piles that never connected are missing. */
  lives(tx: Tx, pileIds: readonly string[]): Promise<ReadonlyMap<string, PileLife>>
  /** Returns the last reports of connectors by `connectorKey`. */
  connectors(tx: Tx, pileIds: readonly string[]): Promise<ReadonlyMap<string, ConnectorReport>>
}

/** Connection of a pile. */
export interface PileLife {
  /** Start of its outage, epoch ms; null while it is connected. */
  offlineSince: number | null
  /** Last registration, epoch ms. */
  bootedAt: number | null
}

/** Returns the tenant's people who have all of some permissions and see a record of an operator and station. */
export type WhoMay = (
  tx: Tx,
  tenantId: string,
  concern: { readonly may: readonly string[]; readonly operatorId: string; readonly stationId: string },
) => Promise<readonly string[]>

export interface ChargingPorts {
  piles: PilePort
  live: LiveBus
  clock: Clock
  /** Absent where there are no people, as in tests of sessions: then anybody may be named. */
  whoMay?: WhoMay
}
