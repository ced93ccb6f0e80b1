import { pile, station } from '@wattyard/assets/contract'
import { rowInScope, type Route, serveCall, shownTo } from '@wattyard/server-kit'
import { type FaultNow, readFaults } from '../../contract/calls/fault.ts'
import { faultsOf } from '../state/read-faults.ts'

/** Returns the route `GET /api/device/fault/list`: faults and outages of a station or a pile. */
export function faultRoute(now: () => number): Route {
  return serveCall(readFaults, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const { kind, id } = input
      await rowInScope(tx, caller, kind === 'pile' ? pile : station, id)
      const faults = await faultsOf(tx, { tenantId: caller.tenantId, kind, id })
      // What a pile says of a fault is free text, into which makers write what they like.
      const shown = <F extends FaultNow>(fault: F) => ({
        ...fault,
        // The maker's own code where a pile gives none of the protocol.
        code: shownTo(caller, 'words', fault.code),
        vendorCode: shownTo(caller, 'words', fault.vendorCode),
        info: shownTo(caller, 'words', fault.info),
      })
      return { ...faults, now: faults.now.map(shown), ended: faults.ended.map(shown), asOf: now() }
    },
  })
}
