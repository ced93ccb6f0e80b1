/**
 * Where to go after signing in: the full address asked for, if it is a page of this console. Anything else (another
 * origin, a script, the login page itself) becomes the start page (trust R-37).
 */
export function redirectTarget(asked: string | null): string {
  if (
    asked === null ||
    !asked.startsWith('/') ||
    asked.startsWith('//') ||
    asked.includes('\\') ||
    asked.length > 2_000
  )
    return '/'
  const url = new URL(asked, 'http://console.invalid')
  // Dots are gone only now: what is left of `/.//host` would name a host.
  if (url.pathname.startsWith('//')) return '/'
  if (url.host !== 'console.invalid' || url.pathname === '/login' || url.pathname.startsWith('/redirect')) return '/'
  return url.pathname + url.search + url.hash
}

/** The secret of an invitation in the address of the login page; null when there is none. */
export function invitationIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('invitation')
}

/** Address of the login page that comes back to `from`. */
export function loginAddress(from: { pathname: string; search: string; hash: string }): string {
  const asked = from.pathname + from.search + from.hash
  return asked === '/' || from.pathname === '/home' ? '/login' : `/login?redirect=${encodeURIComponent(asked)}`
}
