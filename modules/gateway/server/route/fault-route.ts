import { pile, station } from '@wattyard/assets/contract'
import { rowInScope, type Route, serveCall } from '@wattyard/server-kit'
import { readFaults } from '../../contract/calls/fault.ts'
import { faultsOf } from '../state/read-faults.ts'

/** Returns the route `GET /api/device/fault/list`: faults and outages of a station or a pile. */
export function faultRoute(now: () => number): Route {
  return serveCall(readFaults, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const { kind, id } = input
      await rowInScope(tx, caller, kind === 'pile' ? pile : station, id)
      return { ...(await faultsOf(tx, { tenantId: caller.tenantId, kind, id })), asOf: now() }
    },
  })
}
