import type { Language, LiveBus, Tx } from '@wattyard/server-kit'
import type { ConnectorState, EvseLayout } from '../contract/index.ts'

/**
 * What assets has to ask of modules below it in the order of the house; the app gives the answers
 * when it wires the modules.
 */
export interface AssetsPorts {
  /** Sessions that run now, by station id; stations without one may be missing. From charging. */
  runningSessions(tx: Tx, stationIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Which of the piles have ever charged: they are retired, not deleted. From charging. */
  pilesWithHistory(tx: Tx, pileIds: readonly string[]): Promise<ReadonlySet<string>>
  /** What connectors are doing, by `connectorKey`; those without news may be missing. From gateway. */
  connectorStates(tx: Tx, pileIds: readonly string[]): Promise<ReadonlyMap<string, ConnectorState>>
  /** Which of the models have maps of points or devices that are read by them. From gateway; none when absent. */
  modelsInUse?(tx: Tx, modelIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Piles of the tenant that introduced themselves with these words when they booted last. From gateway. */
  pilesReporting?(tx: Tx, vendor: string, model: string): Promise<readonly string[]>
  /** Names by office id of those offices that are operators. From identity. */
  operatorNames(tx: Tx, officeIds: readonly string[], language?: Language): Promise<ReadonlyMap<string, string>>
  /** What a connector's QR code says before its public code, such as `https://charge.example/c/`. */
  qrPrefix: string
  /** A pile's connectors are divided otherwise among its EVSEs; called after the commit. For gateway. */
  evsesChanged?(pile: EvseLayout & { id: string; identity: string }): void
  /** Where screens hear of changes; nobody listens when absent. */
  live?: LiveBus
}

/** Returns a connector in answers of `connectorStates`. */
export function connectorKey(pileId: string, number: number): string {
  return `${pileId}#${number}`
}
