import { isSecretKey, isStationKey, veilSecrets } from '@wattyard/ocpp-frame'
import { actorOf, audit, invalid, Refusal, type Route, serveCall } from '@wattyard/server-kit'
import { setSecret } from '../../contract/calls/device.ts'
import { command } from '../../contract/command.ts'
import { visiblePiles } from '../piles.ts'
import type { RotateWorld } from './rotate-route.ts'

/**
 * Serves the call that writes a secret setting of a pile. Whoever knows it may act for the pile elsewhere, so the caller confirms
 * their password (trust R-12). The pile's key for this server is none of them: a key that is sent as a setting would lock the pile
 * out, and has a call of its own (decision 392).
 */
export function secretRoute({ gateway, confirmPassword }: Omit<RotateWorld, 'now'>): Route {
  return serveCall(setSecret, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const { pile: id, setting, value } = call.input
      if (isStationKey(setting)) throw new Refusal('gateway.stationKeySetting', { status: 409 })
      if (!isSecretKey(setting)) throw invalid({ setting: { key: 'kernel.field.notOneOf' } })
      const caller = await confirmPassword(call)
      return call.db.tenant(caller.tenantId, async tx => {
        const piles = await visiblePiles(tx, caller, [id])
        const { tenantId, displayName } = caller
        const asked = { kind: 'set-configuration' as const, key: setting, value }
        const [row] = await gateway.queueCommand(tx, { tenantId, piles, command: asked, by: displayName })
        if (row === undefined) throw new Refusal('kernel.notFound', { status: 404 })
        const after = veilSecrets({ piles: [id], key: setting, value })
        await audit(tx, actorOf({ ...call, caller }), [
          { resource: command.name, recordId: row.id, action: 'setConfiguration', after },
        ])
        return { command: row.id }
      })
    },
  })
}
