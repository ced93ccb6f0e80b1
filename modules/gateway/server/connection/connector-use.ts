import { connectorsOfEvses, type EvseLayout } from '@wattyard/assets/contract'
import type { ConnectorState, DraftFact } from '@wattyard/ocpp-frame'
import { type ConnectorMap, connectorMap, ONE_CONNECTOR_PER_EVSE } from '@wattyard/ocpp201'

/** States that mark one connector of an EVSE as the one in use, by priority. */
const IN_USE: readonly ConnectorState[] = ['charging', 'suspended', 'finishing', 'plugged', 'reserved']

/**
 * Which connectors of a pile are in use, by the pile's last reports. A message of 2.0.1 may name an EVSE without the connector
 * (meter values always do): of several connectors, the one with a running transaction is meant, else the one with a cable plugged
 * in.
 */
export class ConnectorUse {
  readonly #states: Map<number, ConnectorState>
  /** Connector by the id of the transaction running at it. */
  readonly #running = new Map<string, number>()

  /** @param states last known states of the connectors */
  constructor(states: ReadonlyMap<number, ConnectorState> = new Map()) {
    this.#states = new Map(states)
  }

  learn(drafts: readonly DraftFact[]): void {
    for (const draft of drafts) {
      if (draft.kind === 'connector-status') this.#learnState(draft.connector, draft.state)
      else if (draft.kind === 'session-started' && draft.connector !== null && draft.transactionId !== null)
        this.#began(draft.transactionId, draft.connector)
      else if (draft.kind === 'session-stopped' && draft.transactionId !== null)
        this.#running.delete(draft.transactionId)
    }
  }

  /** The connector that is meant by an EVSE which has these. */
  choose(numbers: readonly number[]): number {
    const running = [...this.#running.values()].findLast(number => numbers.includes(number))
    if (running !== undefined) return running
    for (const state of IN_USE) {
      const found = numbers.find(number => this.#states.get(number) === state)
      if (found !== undefined) return found
    }
    return numbers[0] ?? 0
  }

  #learnState(connector: number, state: ConnectorState): void {
    this.#states.set(connector, state)
    if (state === 'idle') this.#ended(connector)
  }

  /** A connector has at most one transaction. */
  #began(transactionId: string, connector: number): void {
    this.#ended(connector)
    this.#running.set(transactionId, connector)
  }

  #ended(connector: number): void {
    for (const [transactionId, number] of this.#running) if (number === connector) this.#running.delete(transactionId)
  }
}

export const hasSharedEvses = ({ connectorsPerEvse }: EvseLayout): boolean => connectorsPerEvse > 1

/** Maps connector numbers to and from this pile's numbering; `use` chooses where a message leaves the connector open. */
export function mapOf(layout: EvseLayout, use: ConnectorUse): ConnectorMap {
  return hasSharedEvses(layout)
    ? connectorMap(connectorsOfEvses(layout), numbers => use.choose(numbers))
    : ONE_CONNECTOR_PER_EVSE
}
