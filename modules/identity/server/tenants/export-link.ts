import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a link to an export is good (trust R-55). */
export const LINK_MS = 10 * 60_000

/** Scope of a link: one export, one person, until one instant. */
export interface LinkTo {
  exportId: string
  userId: string
  /** Epoch ms. */
  until: number
}

function signatureOf(secret: Uint8Array, { exportId, userId, until }: LinkTo): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['tenant-export', exportId, userId, until]))
    .digest()
}

/** Returns the query of a download link. */
export function signLink(secret: Uint8Array, to: LinkTo): string {
  const sig = signatureOf(secret, to).toString('base64url')
  return new URLSearchParams({ id: to.exportId, until: String(to.until), sig }).toString()
}

/** Returns whether a link was made by us for this person and is still good. */
export function isGoodLink(secret: Uint8Array, to: LinkTo, sig: string, now: number): boolean {
  const given = Buffer.from(sig, 'base64url')
  const wanted = signatureOf(secret, to)
  return given.length === wanted.length && timingSafeEqual(given, wanted) && now < to.until && to.until <= now + LINK_MS
}
