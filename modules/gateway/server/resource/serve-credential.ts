import { pilesByIds } from '@wattyard/assets/server'
import { invalid, serveResource, type ServedResource, type Tx } from '@wattyard/server-kit'
import { credential } from '../../contract/credential.ts'
import { isNetwork } from '../connection/network.ts'
import type { Gateway } from '../create-gateway.ts'

/** Makes the next handshake of the pile read its credential again. */
export async function invalidateCredential(tx: Tx, gateway: Gateway, pileId: string): Promise<string> {
  const identity = (await pilesByIds(tx, [pileId])).get(pileId)?.identity ?? ''
  tx.afterCommit(() => gateway.credentialChanged(identity))
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
      const pileId = after.pile_id
      await invalidateCredential(call.tx, gateway, pileId)
      // A pile that may no longer connect is disconnected as well.
      if (after.enabled === false) call.tx.afterCommit(() => gateway.disconnect(pileId, 'switched off'))
    },
    async beforeDelete(call, row) {
      const pileId = row.pile_id
      await invalidateCredential(call.tx, gateway, pileId)
      call.tx.afterCommit(() => gateway.disconnect(pileId, 'credential deleted'))
    },
  })
}
