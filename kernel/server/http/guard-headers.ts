/** A year. Not for subdomains: those of an operator's domain may be other people's. */
const HSTS = 'max-age=31536000'

/**
 * What every answer carries, whoever makes it (trust R-35): nothing is kept, guessed, framed or told to other sites, and an
 * answer that a browser shows as a page may load nothing. The console's page and its files say their own.
 */
export function guardHeaders(isTls: boolean): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(isTls ? { 'strict-transport-security': HSTS } : {}),
  }
}
