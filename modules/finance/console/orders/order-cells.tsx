import { type CellSlotProps, NO_VALUE } from '@wattyard/console-kit'

/** Draws the connector's name: its EVSE, and its number on the EVSE when there are several. */
export function ConnectorCell({ record }: CellSlotProps) {
  return <>{typeof record.connectorName === 'string' ? record.connectorName : NO_VALUE}</>
}
