/** How the connectors of a pile are divided among its EVSEs; an EVSE charges one vehicle at a time. */
export interface EvseLayout {
  connectorCount: number
  /** The last EVSE has what is left: 3 connectors in twos are an EVSE of two and one of one. */
  connectorsPerEvse: number
}

/** Place of a connector as OCPP 2.0.1 counts: EVSEs of the pile from 1, connectors of the EVSE from 1. */
export interface EvsePlace {
  evse: number
  connector: number
}

/** The gateway's numbers for connectors that a pile has and its record has not: EVSE * 100 + connector. */
const UNKNOWN = 100

/** Connectors of EVSE 1, 2, … */
export function connectorsOfEvses({ connectorCount, connectorsPerEvse }: EvseLayout): number[] {
  const evses = Math.ceil(connectorCount / connectorsPerEvse)
  return Array.from({ length: evses }, (_, i) => Math.min(connectorsPerEvse, connectorCount - i * connectorsPerEvse))
}

/** Where the connector of this number over the pile is. */
export function placeOfConnector(number: number, { connectorCount, connectorsPerEvse }: EvseLayout): EvsePlace {
  if (number >= UNKNOWN) return { evse: Math.floor(number / UNKNOWN), connector: number % UNKNOWN }
  if (number > connectorCount) return { evse: number, connector: 1 }
  return {
    evse: Math.ceil(number / connectorsPerEvse),
    connector: ((number - 1) % connectorsPerEvse) + 1,
  }
}

/** Numbers of the connectors that cannot charge while this one does, itself among them. */
export function connectorsOfSameEvse(number: number, layout: EvseLayout): number[] {
  const { evse } = placeOfConnector(number, layout)
  const all = Array.from({ length: layout.connectorCount }, (_, i) => i + 1)
  const mates = all.filter(one => placeOfConnector(one, layout).evse === evse)
  return mates.includes(number) ? mates : [...mates, number]
}

/** What people call a connector: its EVSE (`2`), and the connector of it where the EVSE has several (`1-2`). */
export function connectorLabel(number: number, layout: EvseLayout): string {
  const { evse, connector } = placeOfConnector(number, layout)
  const several = number >= UNKNOWN || (connectorsOfEvses(layout)[evse - 1] ?? 1) > 1
  return several ? `${evse}-${connector}` : String(evse)
}
