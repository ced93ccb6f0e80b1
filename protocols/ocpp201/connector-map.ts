/**
 * 2.0.1 counts EVSEs and, inside each, connectors; we count connectors over the whole pile. The gateway brings the
 * mapping of a pile whose EVSEs have several connectors; for all others the EVSE number is the connector number.
 */
export interface ConnectorMap {
  /** Number over the whole pile; 0 is the pile itself. */
  connectorOf(evseId: number, connectorId: number | null): number
  evseOf(connector: number): { evseId: number; connectorId: number }
}

export const ONE_CONNECTOR_PER_EVSE: ConnectorMap = {
  connectorOf: evseId => evseId,
  evseOf: connector => ({ evseId: connector, connectorId: 1 }),
}

/**
 * Map of a pile from its EVSEs and their connector counts: numbers run on from EVSE to EVSE.
 * @param connectors connectors of EVSE 1, 2, …
 */
export function connectorMap(connectors: readonly number[]): ConnectorMap {
  const first: number[] = []
  let next = 1
  for (const count of connectors) {
    first.push(next)
    next += count
  }
  return {
    connectorOf: (evseId, connectorId) => {
      const start = first[evseId - 1]
      return evseId === 0 || start === undefined ? evseId : start + (connectorId ?? 1) - 1
    },
    evseOf: connector => {
      const index = first.findLastIndex(start => start <= connector)
      const start = first[index]
      return start === undefined
        ? { evseId: connector, connectorId: 1 }
        : { evseId: index + 1, connectorId: connector - start + 1 }
    },
  }
}
