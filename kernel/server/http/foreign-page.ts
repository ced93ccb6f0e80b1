import { Refusal } from '../refusal.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * Whether a page that is not ours has sent this (trust R-36). Browsers say so by fetch metadata; over plain HTTP they send
 * none, so there the Origin header speaks. Programs send neither.
 */
function isForeignPage({ 'sec-fetch-site': site, origin, host }: Headers): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return typeof origin === 'string' && (!URL.canParse(origin) || new URL(origin).host !== host)
}

/** Refuses what a page that is not ours has sent. */
export function refuseForeignPage(headers: Headers): void {
  if (isForeignPage(headers)) throw new Refusal('kernel.crossSite', { status: 403 })
}
