/**
 * Returns the address after a sign-in: the requested one, if it is a page of this console. Anything else (another origin, a
 * script, the login page itself) becomes the start page (trust R-37).
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
  // Dots are resolved only now: the rest of `/.//host` would name a host.
  if (url.pathname.startsWith('//')) return '/'
  if (url.host !== 'console.invalid' || url.pathname === '/login' || url.pathname.startsWith('/redirect')) return '/'
  return url.pathname + url.search + url.hash
}

/** Query of the login page that says that a guest's time is over. */
export const TRIAL_OVER = 'trial=over'

/** Returns the secret of an invitation in the login page's address; null when there is none. */
export function invitationIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('invitation')
}

/** Returns the address of the login page that comes back to `from`. */
export function loginAddress(from: { pathname: string; search: string; hash: string }): string {
  const asked = from.pathname + from.search + from.hash
  return asked === '/' || from.pathname === '/home' ? '/login' : `/login?redirect=${encodeURIComponent(asked)}`
}
