import { createHmac } from 'node:crypto'
import { newId, textList, type Tx, uuidList, col } from '@wattyard/server-kit'
import { keyOutcome, type KeyOutcome } from '../../contract/key-outcome.ts'
import type { CommandState } from '../command/command-store.ts'
import { hashKey, KEY_BYTES, makeKey } from './station-key.ts'

export interface NewCredential {
  tenantId: string
  pileId: string
  profile: 'plain' | 'tls'
  /** A key made elsewhere (40 hex digits), for a fleet of our own; a random one when absent. */
  key?: string
}

/**
 * Lets a pile connect: creates its credential, or a new key if it has one.
 *
 * @returns the key, 40 hex digits; only its hash is stored, so the key is visible only here
 */
export async function addCredential(tx: Tx, given: NewCredential): Promise<string> {
  const [key] = await addCredentials(tx, [given])
  if (key === undefined) throw new Error('a credential was asked and none made')
  return key
}

/** Returns the same for many piles, set-based; keys in the order of the piles. */
export async function addCredentials(tx: Tx, list: readonly NewCredential[]): Promise<string[]> {
  if (list.length === 0) return []
  const made = list.map(({ key }) => (key === undefined ? makeKey() : { key, hash: hashKey(key) }))
  await tx.execute(
    `insert into gateway_credential (tenant_id, id, pile_id, key_hash, key_set_at, profile)
     select tenant_id, id, pile_id, key_hash, now(), profile
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[]) as u(tenant_id, id, pile_id, key_hash, profile)
     on conflict (tenant_id, pile_id) do update set key_hash = excluded.key_hash, key_set_at = excluded.key_set_at,
       next_key_hash = null, next_key_command = null, profile = excluded.profile, version = gateway_credential.version + 1, updated_at = now()`,
    [
      list.map(one => one.tenantId),
      list.map(() => newId()),
      list.map(one => one.pileId),
      made.map(one => one.hash),
      list.map(one => one.profile),
    ],
  )
  return made.map(one => one.key)
}

/**
 * Writes a new random key for an existing credential and returns it; a key that was being sent to the pile becomes invalid too.
 */
export async function writeKey(tx: Tx, pile: { tenantId: string; pileId: string }): Promise<string> {
  const { key, hash } = makeKey()
  await tx.execute(
    `update gateway_credential set key_hash = $3, key_set_at = now(), next_key_hash = null, next_key_command = null, version = version + 1, updated_at = now()
     where tenant_id = $1 and pile_id = $2`,
    [pile.tenantId, pile.pileId, hash],
  )
  return key
}

/** Accepts the key that this command sends to the pile, besides the present key, until the pile has answered. */
export async function writeNextKey(
  tx: Tx,
  pile: { tenantId: string; pileId: string; hash: string; command: string },
): Promise<void> {
  await tx.execute(
    `update gateway_credential set next_key_hash = $3, next_key_command = $4, version = version + 1, updated_at = now()
     where tenant_id = $1 and pile_id = $2`,
    [pile.tenantId, pile.pileId, pile.hash, pile.command],
  )
}

/** The pile has presented the key it was sent: the former key becomes invalid. */
export async function takeNextKey(tx: Tx, pile: { tenantId: string; pileId: string; hash: string }): Promise<void> {
  await tx.execute(
    `update gateway_credential set ${TAKE_NEXT} where tenant_id = $1 and pile_id = $2 and next_key_hash = $3`,
    [pile.tenantId, pile.pileId, pile.hash],
  )
}

const TAKE_NEXT =
  'key_hash = next_key_hash, key_set_at = now(), next_key_hash = null, next_key_command = null, version = version + 1, updated_at = now()'
const DROP_NEXT = 'next_key_hash = null, next_key_command = null, version = version + 1, updated_at = now()'

/** Without a clear answer both keys stay. */
const AFTER: Readonly<Partial<Record<KeyOutcome, string>>> = { taken: TAKE_NEXT, dropped: DROP_NEXT }

/** Updates the keys after a pile's answer to a key change, in the transaction that stores the answer. */
export async function followKey(tx: Tx, command: { tenantId: string; id: string; state: CommandState }): Promise<void> {
  const then = AFTER[keyOutcome(command.state)]
  if (then === undefined) return
  await tx.execute(`update gateway_credential set ${then} where tenant_id = $1 and next_key_command = $2`, [
    command.tenantId,
    command.id,
  ])
}

/** Ids of those of these piles whose current key is the given one (40 hex digits). */
export async function pilesWithKeys(
  tx: Tx,
  list: readonly { tenantId: string; pileId: string; key: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    { pile_id: col.uuid },
    `select c.pile_id from unnest($1::uuid[], $2::uuid[], $3::text[]) as k(tenant_id, pile_id, key_hash)
     join gateway_credential c on c.tenant_id = k.tenant_id and c.pile_id = k.pile_id and c.key_hash = k.key_hash`,
    [
      uuidList(list.map(one => one.tenantId)),
      uuidList(list.map(one => one.pileId)),
      textList(list.map(one => hashKey(one.key))),
    ],
  )
  return new Set(rows.map(row => row.pile_id))
}

/**
 * Returns a key that a virtual pile can compute for itself from the installation's fleet secret, so that no list of
 * keys has to be kept: HMAC-SHA256 of the identity, cut to the length of a key.
 */
export function fleetKey(secret: string, identity: string): string {
  return createHmac('sha256', secret).update(identity).digest().subarray(0, KEY_BYTES).toString('hex')
}
