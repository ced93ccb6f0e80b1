import { type Route, serveCall } from '@wattyard/server-kit'
import { readMonitor } from '../../contract/calls/live.ts'
import { Directory } from '../start/directory.ts'
import type { ChargingPorts } from '../ports.ts'
import { runningOrders } from '../supervise/running-orders.ts'

/** Serves `GET /api/charging/monitor`: running sessions in the caller's scope. */
export function monitorRoute(ports: ChargingPorts): Route {
  const directory = new Directory()
  return serveCall(readMonitor, {
    work: 'read',
    handle: async call => ({
      ...(await runningOrders(call, ports, directory)),
      asOf: ports.clock.now(),
    }),
  })
}
