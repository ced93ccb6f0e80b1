import type { Price } from '@wattyard/money'
import type { Caller, Language, LiveBus, Tx } from '@wattyard/server-kit'
import type { ConnectorState, EvseLayout } from '../contract/index.ts'

/** Prices of a station for its fast (DC) and slow (AC) piles. */
export interface StationPrices {
  readonly fast: Price | null
  readonly slow: Price | null
}

/** Services that assets needs from other modules; the app provides them. */
export interface AssetsPorts {
  /** Returns the running sessions by station id; stations without one may be missing. From charging. */
  runningSessions(tx: Tx, stationIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Returns the sum of the present power of running sessions by station id, in watts; stations without one may be missing. From charging. */
  powerNow?(tx: Tx, stationIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Returns the prices in force by station id, for callers who may read prices; stations without one may be missing. From pricing. */
  pricesNow?(tx: Tx, caller: Caller, stationIds: readonly string[]): Promise<ReadonlyMap<string, StationPrices>>
  /** Returns which of the piles have ever charged. Those are retired, not deleted. From charging. */
  pilesWithHistory(tx: Tx, pileIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns connector states by `connectorKey`; connectors without reports may be missing. From gateway. */
  connectorStates(tx: Tx, pileIds: readonly string[]): Promise<ReadonlyMap<string, ConnectorState>>
  /** Returns which of the models have point maps or polled devices. From gateway; none when absent. */
  modelsInUse?(tx: Tx, modelIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Returns the piles of the tenant that sent these names at their last boot. From gateway. */
  pilesReporting?(tx: Tx, vendor: string, model: string): Promise<readonly string[]>
  /** Returns the names of those offices that are operators, by office id. From identity. */
  operatorNames(tx: Tx, officeIds: readonly string[], language?: Language): Promise<ReadonlyMap<string, string>>
  /** Text of a QR code before the connector's public code, such as `https://charge.example/c/`. */
  qrPrefix: string
  /** Called after the commit when the EVSEs of a pile have changed. For gateway. */
  evsesChanged?(pile: EvseLayout & { id: string; identity: string }): void
  /** Bus for live updates; no updates when absent. */
  live?: LiveBus
}

/** Returns a connector in answers of `connectorStates`. */
export function connectorKey(pileId: string, number: number): string {
  return `${pileId}#${number}`
}
