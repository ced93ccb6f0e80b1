/**
 * 2.0.1 counts EVSEs and, inside each, connectors; we count connectors over the whole pile. The gateway brings the
 * mapping of a pile whose EVSEs have several connectors; for all others the EVSE number is the connector number.
 */
export interface ConnectorMap {
  /** Number over the whole pile; 0 is the pile itself, -1 where EVSE or connector are below 0 or above 99. Without a connector of the EVSE it is the one in use. */
  connectorOf(evseId: number, connectorId: number | null): number
  evseOf(connector: number): { evseId: number; connectorId: number }
}

/** The connector of an EVSE that is meant where a message names the EVSE alone. */
export type ChooseConnector = (numbers: readonly number[]) => number

/** A connector that the pile was not known to have is `EVSE * 100 + connector`: never one of the others. */
const UNKNOWN = 100
/** No connector there is: EVSEs and their connectors that no pile can mean are never folded into others. */
const NONE = -1

/** Nobody said how many connectors the EVSEs have: each is believed to have one, further ones are numbers of their own. */
export const ONE_CONNECTOR_PER_EVSE: ConnectorMap = connectorMap([])

/**
 * Map of a pile from its EVSEs and their connector counts: numbers run on from EVSE to EVSE.
 * @param connectors connectors of EVSE 1, 2, …
 * @param choose asked where an EVSE of several connectors is named without one; the first when absent
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
      // Some piles say 0 where they mean no connector in particular.
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
