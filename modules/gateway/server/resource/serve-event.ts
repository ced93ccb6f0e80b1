import { veilSecrets } from '@wattyard/ocpp-frame'
import { type CommandHandler, Refusal, serveResource, type ServedResource } from '@wattyard/server-kit'
import { event } from '../../contract/event.ts'
import type { Gateway } from '../create-gateway.ts'

/** Returns the operator's answer to a second connection that waits (trust W17). */
export function serveEvent(gateway: Gateway): ServedResource {
  const onHeld =
    (act: (pileId: string) => boolean): CommandHandler<typeof event, 'admit' | 'refuse'> =>
    async (_call, [row]) => {
      // Closing a socket cannot be rolled back, so it is done last.
      if (!row?.pile_id || !act(row.pile_id)) throw new Refusal('gateway.nothingHeld')
      return {}
    }
  return serveResource(event, {
    allows: (action, row) => (action !== 'admit' && action !== 'refuse') || row.kind === 'held-pending',
    commands: {
      admit: onHeld(pileId => gateway.admitHeld(pileId)),
      refuse: onHeld(pileId => gateway.refuseHeld(pileId)),
    },
    // Events from before a rule about secrets were stored without it.
    decorate: async (_tx, _caller, records) => {
      for (const record of records) Object.assign(record, veilSecrets(record))
    },
  })
}
