import type { OcppVersion } from '@wattyard/ocpp-frame'
import {
  actorOf,
  audit,
  type Caller,
  type RawCall,
  Refusal,
  type Route,
  rowInScope,
  type Tx,
  serveCall,
} from '@wattyard/server-kit'
import { rotateKey } from '../../contract/calls/device.ts'
import { credential } from '../../contract/credential.ts'
import { writeKey, writeNextKey } from '../connection/add-credential.ts'
import { makeKey } from '../connection/station-key.ts'
import type { Gateway } from '../create-gateway.ts'
import { visiblePiles } from '../piles.ts'
import { invalidateCredential } from '../resource/serve-credential.ts'

export interface RotateWorld {
  gateway: Gateway
  /** Asks the caller to confirm their password. @throws Refusal on `password` */
  confirmPassword: (call: RawCall<{ password: string; key: string }>) => Promise<Caller>
  now: () => number
}

/** Where each version stores the key of its pile (OCPP 1.6 security whitepaper, A00; 2.0.1 part 2, A01). */
const KEY_OF: Readonly<Record<OcppVersion, string>> = {
  'ocpp1.6': 'AuthorizationKey',
  'ocpp2.0.1': 'SecurityCtrlr.BasicAuthPassword',
}

/** Refuses while a key is being sent: only the pile's answer tells whether it has the new key or the present one. */
async function mustNotBeUnderWay(tx: Tx, pileId: string): Promise<void> {
  const open = await tx.query(
    `select from gateway_credential k join gateway_command c on c.tenant_id = k.tenant_id and c.id = k.next_key_command
     where k.tenant_id = $1 and k.pile_id = $2 and c.ended_at is null`,
    [tx.tenantId, pileId],
  )
  if (open.length > 0) throw new Refusal('gateway.keyUnderWay', { status: 409 })
}

/**
 * Serves the call that makes a new station key. Whoever has the key can act as the pile, so the caller confirms their password
 * (trust R-12). The key is returned only in this answer. With `send` the pile is told over its connection, and its present key
 * stays valid until it has accepted the new one; without, the present key becomes invalid at once and connections that use it are
 * closed (decision 341).
 */
export function rotateRoute({ gateway, confirmPassword, now }: RotateWorld): Route {
  const send = async (tx: Tx, caller: Caller, pile: { pileId: string; stationId: string }) => {
    const { tenantId, displayName } = caller
    const version = gateway.versionOf(pile.pileId)
    if (version === null) throw new Refusal('gateway.pileAway', { status: 409 })
    await mustNotBeUnderWay(tx, pile.pileId)
    const { key, hash } = makeKey()
    const command = { kind: 'set-configuration' as const, key: KEY_OF[version], value: key }
    const [row] = await gateway.queueCommand(tx, { tenantId, piles: [pile], command, by: displayName })
    if (row === undefined) throw new Error('a command to one pile is one')
    await writeNextKey(tx, { tenantId, pileId: pile.pileId, hash, command: row.id })
    return { key, command: row.id }
  }
  return serveCall(rotateKey, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const caller = await confirmPassword(call)
      return call.db.tenant(caller.tenantId, async tx => {
        const row = await rowInScope(tx, caller, credential, call.input.id, { lock: true })
        const pileId = row.pile_id
        const made = call.input.send
          ? await send(tx, caller, await pileOf(tx, caller, pileId))
          : { key: await writeKey(tx, { tenantId: caller.tenantId, pileId }) }
        const entry = { resource: credential.name, recordId: row.id, action: 'rotate' }
        await audit(tx, actorOf({ ...call, caller }), [entry])
        return { identity: await invalidateCredential(tx, gateway, pileId), ...made, at: now() }
      })
    },
  })
}

async function pileOf(tx: Tx, caller: Caller, pileId: string): Promise<{ pileId: string; stationId: string }> {
  const [pile] = await visiblePiles(tx, caller, [pileId])
  if (pile === undefined) throw new Refusal('kernel.notFound', { status: 404 })
  return pile
}
