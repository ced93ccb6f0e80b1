/**
 * 2.0.1 numbers EVSEs and, inside each, connectors; we number connectors within the whole pile. The gateway supplies the mapping
 * for a pile whose EVSEs have several connectors; for all others the EVSE number is the connector number.
 */
export interface ConnectorMap {
  /**
   * Connector number within the pile; 0 is the pile itself, -1 where EVSE or connector are below 0 or above 99. Without a
   * connector number: the connector of the EVSE that is in use.
   */
  connectorOf(evseId: number, connectorId: number | null): number
  evseOf(connector: number): { evseId: number; connectorId: number }
}

/** Chooses the connector of an EVSE when a message names only the EVSE. */
export type ChooseConnector = (numbers: readonly number[]) => number

/** A connector not on the record gets the number `EVSE * 100 + connector`, which no other connector has. */
const UNKNOWN = 100
/** Result for EVSEs and connectors out of range, so that they are never taken for another connector. */
const NONE = -1

/**
 * Map for a pile whose connectors per EVSE are not known: each EVSE is assumed to have one; further ones get numbers of their
 * own.
 */
export const ONE_CONNECTOR_PER_EVSE: ConnectorMap = connectorMap([])

/**
 * Map of a pile from the connector counts of its EVSEs: numbers continue from EVSE to EVSE.
 * @param connectors connector counts of EVSE 1, 2, …
 * @param choose called when an EVSE with several connectors is named without one; default is the first
 */
export function connectorMap(
  connectors: readonly number[],
  choose: ChooseConnector = ([first = 0]) => first,
): ConnectorMap {
  const numbers: number[][] = []
  let total = 0
  for (const count of connectors) {
    numbers.push(Array.from({ length: count }, (_, index) => total + index + 1))
    total += count
  }
  return {
    connectorOf(evseId, connectorId) {
      if (evseId === 0) return 0
      const within99 = (number: number) => number >= 0 && number < UNKNOWN
      if (!within99(evseId) || !within99(connectorId ?? 0)) return NONE
      // Some piles send 0 when they mean no particular connector.
      const within = numbers[evseId - 1]
      if (!connectorId && within !== undefined) return within.length === 1 ? (within[0] ?? 0) : choose(within)
      const known = within?.[(connectorId ?? 1) - 1]
      if (known !== undefined) return known
      return (connectorId ?? 1) <= 1 && evseId > total ? evseId : evseId * UNKNOWN + (connectorId || 1)
    },
    evseOf(connector) {
      const index = numbers.findIndex(within => within.includes(connector))
      const within = numbers[index]
      if (within !== undefined) return { evseId: index + 1, connectorId: within.indexOf(connector) + 1 }
      return connector < UNKNOWN
        ? { evseId: connector, connectorId: 1 }
        : { evseId: Math.floor(connector / UNKNOWN), connectorId: connector % UNKNOWN }
    },
  }
}
