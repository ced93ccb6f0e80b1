import type { Tx } from '@wattyard/server-kit'
import { notifyOrderScreens } from './change-order.ts'
import { notifyCaseScreens } from './close-cases.ts'
import type { OrderRow } from './order-row.ts'
import type { ChargingPorts } from '../ports.ts'

/** Makes the screens of orders and of cases read again, after the commit. */
export function notifyEveryone(tx: Tx, ports: ChargingPorts, row: OrderRow): void {
  notifyOrderScreens(tx, ports, [row])
  notifyCaseScreens(tx, ports.live, [row])
}
