import { idInput } from '@wattyard/calls'
import { type Route, route } from '@wattyard/server-kit'
import { z } from 'zod'
import type { MonitorAnswer } from '../../contract/index.ts'
import { Directory } from '../start/directory.ts'
import type { ChargingPorts } from '../ports.ts'
import { runningOrders } from '../supervise/running-orders.ts'

/** `GET /api/charging/monitor`: sessions under way in the caller's scope. */
export function monitorRoute(ports: ChargingPorts): Route {
  const directory = new Directory()
  return route({
    method: ['GET', 'POST'],
    path: '/api/charging/monitor',
    access: 'charging.order:read',
    input: z.strictObject({ station: idInput.optional() }),
    work: 'read',
    summary: 'sessions under way',
    handle: async (call): Promise<MonitorAnswer> => ({
      ...(await runningOrders(call, ports, directory, call.input.station)),
      asOf: ports.clock.now(),
    }),
  })
}
