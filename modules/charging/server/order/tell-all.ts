import type { Tx } from '@wattyard/server-kit'
import { tellScreens } from './change-order.ts'
import { tellCases } from './close-cases.ts'
import type { OrderRow } from './order-row.ts'
import type { ChargingPorts } from '../ports.ts'

/** Screens of orders and of cases read again, after the commit. */
export function tellAll(tx: Tx, ports: ChargingPorts, row: OrderRow): void {
  tellScreens(tx, ports, [row])
  tellCases(tx, ports.live, [row])
}
