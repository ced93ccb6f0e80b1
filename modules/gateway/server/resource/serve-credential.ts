import { pilesByIds } from '@wattyard/assets/server'
import { type Call, invalid, serveResource, type ServedResource } from '@wattyard/server-kit'
import { credential } from '../../contract/credential.ts'
import { writeKey } from '../connection/add-credential.ts'
import { isNetwork } from '../connection/network.ts'
import type { Gateway } from '../create-gateway.ts'

/** The next handshake of the pile reads its credential anew. */
async function tellGateway(call: Call, gateway: Gateway, pileId: string): Promise<string> {
  const identity = (await pilesByIds(call.tx, [pileId])).get(pileId)?.identity ?? ''
  call.tx.afterCommit(() => gateway.credentialChanged(identity))
  return identity
}

export function serveCredential(gateway: Gateway): ServedResource {
  return serveResource(credential, {
    async beforeSave(_call, { input }) {
      const { networks } = input
      if (Array.isArray(networks) && !networks.every(network => isNetwork(String(network))))
        throw invalid({ networks: { key: 'gateway.error.notANetwork' } })
    },
    async afterSave(call, { after }) {
      const pileId = String(after.pile_id)
      await tellGateway(call, gateway, pileId)
      // Who may not connect any more does not stay connected either.
      if (after.enabled === false) call.tx.afterCommit(() => gateway.disconnect(pileId, 'switched off'))
    },
    async beforeDelete(call, row) {
      const pileId = String(row.pile_id)
      await tellGateway(call, gateway, pileId)
      call.tx.afterCommit(() => gateway.disconnect(pileId, 'credential deleted'))
    },
    commands: {
      /** A new key; it is in this answer and nowhere else. The connection stays until the pile ends it. */
      async rotate(call, [row]) {
        if (!row) throw new Error('rotate runs on one row')
        const pileId = String(row.pile_id)
        const key = await writeKey(call.tx, { tenantId: call.caller.tenantId, pileId })
        return { identity: await tellGateway(call, gateway, pileId), key }
      },
    },
  })
}
