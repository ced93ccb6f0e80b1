import { addPile, stationsByIds } from '@wattyard/assets/server'
import { pile, station } from '@wattyard/assets/contract'
import { may, Refusal, rowInScope, serveResource, type ServedResource } from '@wattyard/server-kit'
import { pendingPile } from '../../contract/pending-pile.ts'
import { addCredential } from '../connection/add-credential.ts'
import type { Gateway } from '../create-gateway.ts'

/** @param qrPrefix prefix of the QR codes of a new pile's connectors; the assets module needs it */
export function servePendingPile(gateway: Gateway, qrPrefix: string): ServedResource {
  return serveResource(pendingPile, {
    allows: (action, row) => (action === 'approve' ? row.state !== 'approved' : row.state === 'waiting'),
    commands: {
      /**
       * Creates the pile at a station with the identity it tried to connect with, and a key of ours: what a stranger presented is
       * never used as the key. The key is returned only in this answer.
       * Unlike a new key for an existing pile, this needs no password confirmation: it cannot be used to take over a pile.
       */
      async approve(call, [row], input) {
        if (!row) throw new Error('approve runs on one row')
        if (!may(call.caller, `${pile.name}:create`)) throw new Refusal('kernel.forbidden', { status: 403 })
        const at = await rowInScope(call.tx, call.caller, station, input.station)
        const { tenantId } = call.caller
        const stationCode = (await stationsByIds(call.tx, [at.id])).get(at.id)?.code ?? ''
        const { id: pileId, identity } = await addPile(call.tx, {
          tenantId,
          stationCode,
          identity: row.identity,
          code: input.code,
          name: input.code,
          currentType: input.currentType as 'dc', // one of the words the definition allows
          power_w: input.power,
          connectorCount: input.connectorCount,
          connectorsPerEvse: input.connectorsPerEvse ?? 1,
          protocol: Array.isArray(row.protocols) && row.protocols.includes('ocpp1.6') ? 'ocpp16' : 'ocpp201',
          qrPrefix,
        })
        const key = await addCredential(call.tx, {
          tenantId,
          pileId,
          profile: input.profile === 'plain' ? 'plain' : 'tls',
        })
        await call.tx.execute(
          `update gateway_pending_pile set state = 'approved', pile_id = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
          [tenantId, row.id, pileId],
        )
        call.tx.afterCommit(() => gateway.credentialChanged(identity))
        return { pile: pileId, identity, key }
      },
      async reject(call, rows) {
        await call.tx.execute(
          `update gateway_pending_pile set state = 'rejected', version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
          [call.caller.tenantId, rows.map(row => row.id)],
        )
        return { rejected: rows.length }
      },
    },
  })
}
