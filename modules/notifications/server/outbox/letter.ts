import { type Recipient, recipients } from '@wattyard/identity/server'
import {
  type Letter,
  type LetterKind,
  type LetterPost,
  type LetterWay,
  newId,
  seal,
  type Tx,
  unseal,
  type Words,
} from '@wattyard/server-kit'
import type { OutsideChannel } from '../../contract/index.ts'
import { openChannels } from '../channels/stored-channel.ts'
import { kindWord } from '../kinds.ts'
import type { Messenger } from '../world.ts'
import { addressOf, type RenderedDelivery } from './render-delivery.ts'

export interface LetterPostWorld {
  kinds(): readonly LetterKind[]
  messenger(): Messenger | null
  sealKey: Uint8Array
  now(): number
}

type Sealed = Pick<Letter, 'kind' | 'params' | 'secrets' | 'path'>

const VEIL = '••••••••'

const ownerOf = (tenantId: string, id: string): string => `notifications letter ${tenantId}/${id}`

/** Returns a letter as stored after it was sent: with its secrets masked. */
export const veiled = ({ kind, params, secrets }: Sealed): Sealed => ({
  kind,
  params,
  secrets: Object.fromEntries(Object.keys(secrets).map(key => [key, VEIL])),
  path: null,
})

/**
 * Returns the sealed letter of a row; null after it was sent or cancelled.
 * @throws Error when the key is another one
 */
export function openLetter(
  sealKey: Uint8Array,
  row: { tenant_id: string; id: string; sealed_letter: Uint8Array | null },
): Sealed | null {
  if (row.sealed_letter === null) return null
  // Only this module seals letters.
  return JSON.parse(unseal(sealKey, ownerOf(row.tenant_id, row.id), row.sealed_letter).toString('utf8')) as Sealed
}

export function renderLetter(
  { translate }: Words,
  { language }: Pick<Recipient, 'language'>,
  { kind, params, secrets, path }: Sealed,
): RenderedDelivery {
  const gaps = { ...params, ...secrets }
  return {
    title: translate(language, kindWord(kind, 'title'), gaps),
    body: translate(language, kindWord(kind, 'text'), gaps),
    path,
  }
}

async function insertLetter(
  tx: Tx,
  { sealKey, now }: LetterPostWorld,
  tenantId: string,
  way: OutsideChannel,
  letter: Letter,
): Promise<void> {
  const at = now()
  const id = newId(at)
  const { kind, personId, params, secrets, path, until } = letter
  const sealed = seal(sealKey, ownerOf(tenantId, id), Buffer.from(JSON.stringify({ kind, params, secrets, path })))
  // An unsent letter of the same kind is replaced, because its secret is no longer valid. The row is replaced with its id, since
  // the seal is bound to the id.
  await tx.execute(
    `delete from notifications_delivery
     where tenant_id = $1 and person_id = $2 and kind = $3 and channel = $4 and state = 'waiting' and letter_until is not null`,
    [tenantId, personId, kind, way],
  )
  await tx.execute(
    `insert into notifications_delivery (tenant_id, id, created_at, updated_at, channel, state, kind, person_id, messages, attempts, due_at,
       sealed_letter, letter_until)
     values ($1, $2, $3, $3, $4, 'waiting', $5, $6, 1, 0, $3, $7, $8)`,
    [tenantId, id, new Date(at), way, kind, personId, sealed, new Date(until)],
  )
}

/** Returns the sender of letters. It uses every channel that is on, fits the kind and has an address of the person. */
export function letterPost(world: LetterPostWorld): LetterPost {
  return {
    async post(tx, tenantId, letter) {
      const kind = world.kinds().find(one => one.name === letter.kind)
      if (!kind) throw new Error(`no module declares letters of kind ${letter.kind}`)
      const messenger = world.messenger()
      const [person] = await recipients(tx, tenantId, [letter.personId], messenger?.name ?? null)
      if (!person) return []
      const open = await openChannels(tx, messenger, tenantId)
      const ways = kind.ways.filter((way): way is LetterWay => open.has(way) && addressOf(person, way) !== null)
      for (const way of ways) await insertLetter(tx, world, tenantId, way, letter)
      return ways
    },
  }
}
