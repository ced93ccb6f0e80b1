import { createHmac, timingSafeEqual } from 'node:crypto'

/** Long enough to begin a download, too short to be passed on. */
export const LINK_MS = 60_000

export interface Link {
  id: string
  /** Id of the requester; nobody else can use the link. */
  userId: string
  /** Epoch ms. */
  until: number
}

const signatureOf = (key: Uint8Array, { id, userId, until }: Link): string =>
  createHmac('sha256', key).update(`wattyard backup link v1\n${id}\n${userId}\n${until}`).digest('base64url')

/** Returns the address of the file, valid for one person and one minute. */
export const linkTo = (key: Uint8Array, link: Link): string =>
  `/chg/api/platform/backup/file?id=${link.id}&until=${link.until}&sign=${signatureOf(key, link)}`

/** Returns whether an address was made here, for this person, and is still good. */
export function isGoodLink(key: Uint8Array, link: Link, signature: string, now: number): boolean {
  const wanted = Buffer.from(signatureOf(key, link))
  const given = Buffer.from(signature)
  return (
    given.length === wanted.length && timingSafeEqual(given, wanted) && now <= link.until && link.until <= now + LINK_MS
  )
}
