import { randomInt } from 'node:crypto'
import { invalid, newId, type Tx, col } from '@wattyard/server-kit'
import type { TagKind } from '../contract/index.ts'
import { tagKey } from './find-tags.ts'

export interface NewTag {
  tenantId: string
  memberId: string
  tag: string
  kind: TagKind
  expiresAt: number | null
}

/** Inserts tags. Returns ids in the given order; null where the tenant already has the tag. */
export async function insertTags(tx: Tx, tags: readonly NewTag[]): Promise<(string | null)[]> {
  if (tags.length === 0) return []
  const ids = tags.map(() => newId())
  const rows = await tx.query(
    { id: col.uuid },
    `insert into members_tag (tenant_id, id, tag, kind, member_id, expires_at)
     select tenant_id, id, tag, kind, member_id, expires_at::timestamptz
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[]) as f(tenant_id, id, tag, kind, member_id, expires_at)
     on conflict (tenant_id, tag) do nothing returning id`,
    [
      tags.map(one => one.tenantId),
      ids,
      tags.map(one => tagKey(one.tag)),
      tags.map(one => one.kind),
      tags.map(one => one.memberId),
      tags.map(one => (one.expiresAt === null ? null : new Date(one.expiresAt).toISOString())),
    ],
  )
  const made = new Set(rows.map(row => row.id))
  return ids.map(id => (made.has(id) ? id : null))
}

/** Crockford's base 32: no I, L, O or U, so that a token read aloud stays itself. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** "A" and 15 letters: 75 random bits, and OCPP 1.6 allows 20 characters. */
const APP_TAG_LETTERS = 15

/** Returns a random app tag for a member, which cannot be guessed. */
export function newAppTag(): string {
  let text = 'A'
  for (let i = 0; i < APP_TAG_LETTERS; i++) text += LETTERS[randomInt(LETTERS.length)] ?? ''
  return text
}

/** VINs have 17 characters without I, O and Q (ISO 3779). */
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/
/** Longest card number; OCPP 1.6 allows at most 20 characters. */
const RFID_MAX = 20

/**
 * Checks that a text can be a tag of its kind.
 * @throws Refusal naming `tag`
 */
export function checkTag(tag: string, kind: TagKind): void {
  const key = tagKey(tag)
  if (kind === 'vin' && !VIN.test(key)) throw invalid({ tag: { key: 'members.field.notAVin' } })
  if (kind === 'rfid' && key.length > RFID_MAX)
    throw invalid({ tag: { key: 'kernel.field.tooLong', params: { max: RFID_MAX } } })
}
