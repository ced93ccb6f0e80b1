import { pilesByIds, pilesInScope } from '@wattyard/assets/server'
import { actorOf, audit, col, Refusal, type Route, serveCall, type Tx } from '@wattyard/server-kit'
import {
  listenForPiles,
  listPilesWithoutKey,
  makeFirstKeys,
  MAX_FIRST_KEYS,
  readPileAddress,
} from '../../contract/calls/first-key.ts'
import { credential } from '../../contract/credential.ts'
import { addCredentials } from '../connection/add-credential.ts'
import { heardOf } from '../connection/listen-for-piles.ts'
import { visiblePiles } from '../piles.ts'
import { invalidateCredential } from '../resource/serve-credential.ts'
import type { RotateWorld } from './rotate-route.ts'

export interface FirstKeyWorld extends RotateWorld {
  /** Address at which piles reach the gateway, such as `wss://piles.example`; null when it is the console's. */
  pileAddress: string | null
}

/** Most piles among which those without a key are looked for. */
const MAX_LOOKED_AT = 5_000

async function keyed(tx: Tx, tenantId: string, piles: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    { pile_id: col.uuid },
    'select pile_id from gateway_credential where tenant_id = $1 and pile_id = any($2::uuid[]) and key_hash is not null',
    [tenantId, piles],
  )
  return new Set(rows.map(row => row.pile_id))
}

async function credentialsOf(tx: Tx, tenantId: string, piles: readonly string[]): Promise<string[]> {
  const rows = await tx.query(
    { id: col.uuid },
    'select id from gateway_credential where tenant_id = $1 and pile_id = any($2::uuid[])',
    [tenantId, piles],
  )
  return rows.map(row => row.id)
}

/**
 * Serves the call that makes first keys. Whoever has a key can act as its pile, so the caller confirms their password (trust
 * The keys are in this answer and nowhere else. A pile that has a key is refused: changing it is another call, which ends
 * its connection.
 */
function firstKeysRoute({ gateway, confirmPassword, now }: FirstKeyWorld): Route {
  return serveCall(makeFirstKeys, {
    work: 'raw',
    bodyLimit: 32_768,
    async handle(call) {
      const caller = await confirmPassword(call)
      const { tenantId } = caller
      const { profile } = call.input
      return call.db.tenant(tenantId, async tx => {
        const ids = (await visiblePiles(tx, caller, call.input.piles)).map(one => one.pileId)
        // Two people who do this at once wait for each other here; the second finds the keys of the first.
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`gateway first keys ${tenantId}`])
        if ((await keyed(tx, tenantId, ids)).size > 0) throw new Refusal('gateway.hasKey', { status: 409 })
        const keys = await addCredentials(
          tx,
          ids.map(pileId => ({ tenantId, pileId, profile })),
        )
        await audit(
          tx,
          actorOf({ ...call, caller }),
          (await credentialsOf(tx, tenantId, ids)).map(recordId => ({
            resource: credential.name,
            recordId,
            action: 'makeKey',
          })),
        )
        for (const id of ids) await invalidateCredential(tx, gateway, id)
        const piles = await pilesByIds(tx, ids)
        const list = ids.flatMap((id, at) => {
          const [pile, key] = [piles.get(id), keys[at]]
          if (!pile || key === undefined) return []
          return [{ pile: id, code: pile.code, name: pile.name, identity: pile.identity, protocol: pile.protocol, key }]
        })
        return { list, at: now() }
      })
    },
  })
}

/** Returns the routes that let piles connect for the first time, and say whether they have. */
export function firstKeyRoutes(world: FirstKeyWorld): Route[] {
  return [
    firstKeysRoute(world),
    serveCall(listPilesWithoutKey, {
      work: 'read',
      async handle({ tx, caller, input }) {
        const all = await pilesInScope(tx, caller, { limit: MAX_LOOKED_AT })
        const asked = input.station === undefined ? all : all.filter(one => one.stationId === input.station)
        const have = await keyed(
          tx,
          caller.tenantId,
          asked.map(one => one.id),
        )
        const left = asked.filter(one => !have.has(one.id))
        return {
          list: left
            .slice(0, MAX_FIRST_KEYS)
            .map(({ id, code, name, identity }) => ({ pile: id, code, name, identity })),
          hasMore: left.length > MAX_FIRST_KEYS,
        }
      },
    }),
    serveCall(readPileAddress, { work: 'read', handle: async () => ({ base: world.pileAddress }) }),
    serveCall(listenForPiles, {
      work: 'read',
      async handle({ tx, caller, input: { piles, since = world.now() } }) {
        const ids = (await visiblePiles(tx, caller, piles)).map(one => one.pileId)
        return { since, list: await heardOf(tx, caller.tenantId, ids, since) }
      },
    }),
  ]
}
