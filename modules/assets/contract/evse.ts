/** Distribution of a pile's connectors among its EVSEs. An EVSE charges one vehicle at a time. */
export interface EvseLayout {
  connectorCount: number
  /** The last EVSE gets the remainder: 3 connectors by 2 give an EVSE with two and one with one. */
  connectorsPerEvse: number
}

/** Position of a connector as OCPP 2.0.1 counts it: EVSEs of the pile from 1, connectors of the EVSE from 1. */
export interface EvsePlace {
  evse: number
  connector: number
}

/** Factor of the gateway's numbers for connectors that a pile reports but its record lacks: EVSE * 100 + connector. */
const UNKNOWN = 100

/** Returns the number of connectors of EVSE 1, 2, … */
export function connectorsOfEvses({ connectorCount, connectorsPerEvse }: EvseLayout): number[] {
  const evses = Math.ceil(connectorCount / connectorsPerEvse)
  return Array.from({ length: evses }, (_, i) => Math.min(connectorsPerEvse, connectorCount - i * connectorsPerEvse))
}

/** Returns the position of a connector from its number within the pile. */
export function placeOfConnector(number: number, { connectorCount, connectorsPerEvse }: EvseLayout): EvsePlace {
  if (number >= UNKNOWN) return { evse: Math.floor(number / UNKNOWN), connector: number % UNKNOWN }
  if (number > connectorCount) return { evse: number, connector: 1 }
  return {
    evse: Math.ceil(number / connectorsPerEvse),
    connector: ((number - 1) % connectorsPerEvse) + 1,
  }
}

/** Returns the numbers of all connectors of the EVSE, the given one included. Only one of them can charge at a time. */
export function connectorsOfSameEvse(number: number, layout: EvseLayout): number[] {
  const { evse } = placeOfConnector(number, layout)
  const all = Array.from({ length: layout.connectorCount }, (_, i) => i + 1)
  const mates = all.filter(one => placeOfConnector(one, layout).evse === evse)
  return mates.includes(number) ? mates : [...mates, number]
}

/**
 * Returns the label of a connector: the number of its EVSE (`2`), followed by that of the connector where the EVSE has several
 * (`1-2`).
 */
export function connectorLabel(number: number, layout: EvseLayout): string {
  const { evse, connector } = placeOfConnector(number, layout)
  const several = number >= UNKNOWN || (connectorsOfEvses(layout)[evse - 1] ?? 1) > 1
  return several ? `${evse}-${connector}` : String(evse)
}
