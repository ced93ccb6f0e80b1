import { Refusal } from '@wattyard/server-kit'

/**
 * Refuses posts from pages that are not ours: signing somebody in or out is a change too. Plain HTTP
 * carries no fetch metadata, so there the Origin header speaks (trust R-36).
 */
export function refuseForeignPage(headers: Readonly<Record<string, string | string[] | undefined>>): void {
  const { 'sec-fetch-site': site, origin, host } = headers
  const isForeign =
    site === undefined
      ? typeof origin === 'string' && (!URL.canParse(origin) || new URL(origin).host !== host)
      : site !== 'same-origin' && site !== 'none'
  if (isForeign) throw new Refusal('kernel.crossSite', { status: 403 })
}
