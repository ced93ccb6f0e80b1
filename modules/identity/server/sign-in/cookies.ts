import { SESSION_COOKIE, SESSION_COOKIE_TLS } from '@wattyard/server-kit'
import { HANDLE_COOKIE } from '../../contract/sign-in.ts'

/** Binds login keys to a browser before a session exists. */
export const PRE_LOGIN_COOKIE = 'prelogin'

/** The cookie-related parts of a request. */
export interface CookieRequest {
  headers: { cookie?: string | undefined }
  protocol: string
}

export function isTls(request: CookieRequest): boolean {
  return request.protocol === 'https'
}

export function readCookie(request: CookieRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/** Returns the session's secret; on TLS only from the cookie that no other host can set. */
export function readSessionCookie(request: CookieRequest): string | undefined {
  return readCookie(request, isTls(request) ? SESSION_COOKIE_TLS : SESSION_COOKIE)
}

function cookie(
  name: string,
  value: string,
  options: { tls: boolean; httpOnly: boolean; maxAge_s?: number | undefined },
): string {
  const age = options.maxAge_s === undefined ? '' : `; Max-Age=${options.maxAge_s}`
  return `${name}=${value}; Path=/; SameSite=Lax${options.httpOnly ? '; HttpOnly' : ''}${options.tls ? '; Secure' : ''}${age}`
}

export function preLoginCookie(request: CookieRequest, value: string): string {
  const tls = isTls(request)
  return cookie(tls ? `__Host-${PRE_LOGIN_COOKIE}` : PRE_LOGIN_COOKIE, value, { tls, httpOnly: true, maxAge_s: 3600 })
}

export function readPreLoginCookie(request: CookieRequest): string | undefined {
  return readCookie(request, isTls(request) ? `__Host-${PRE_LOGIN_COOKIE}` : PRE_LOGIN_COOKIE)
}

/**
 * Returns the cookies of a new session: the secret for the server only, the handle for the page's scripts.
 * @param remember_ms lifetime; when absent, until the browser closes
 */
export function sessionCookies(
  request: CookieRequest,
  halves: { secret: string; handle: string },
  remember_ms: number | undefined,
): string[] {
  const tls = isTls(request)
  const maxAge_s = remember_ms === undefined ? undefined : Math.floor(remember_ms / 1000)
  return [
    cookie(tls ? SESSION_COOKIE_TLS : SESSION_COOKIE, halves.secret, { tls, httpOnly: true, maxAge_s }),
    cookie(HANDLE_COOKIE, halves.handle, { tls, httpOnly: false, maxAge_s }),
    clearedPreLogin(request),
  ]
}

/**
 * Returns the cookies after the password while a code is missing: the secret only. The console counts as signed in only with the
 * handle cookie.
 */
export function owingCookies(request: CookieRequest, secret: string): string[] {
  const tls = isTls(request)
  return [
    cookie(tls ? SESSION_COOKIE_TLS : SESSION_COOKIE, secret, { tls, httpOnly: true }),
    cookie(HANDLE_COOKIE, '', { tls, httpOnly: false, maxAge_s: 0 }),
    clearedPreLogin(request),
  ]
}

function clearedPreLogin(request: CookieRequest): string {
  const tls = isTls(request)
  return cookie(tls ? `__Host-${PRE_LOGIN_COOKIE}` : PRE_LOGIN_COOKIE, '', { tls, httpOnly: true, maxAge_s: 0 })
}

export function clearedSessionCookies(request: CookieRequest): string[] {
  const tls = isTls(request)
  return [
    cookie(tls ? SESSION_COOKIE_TLS : SESSION_COOKIE, '', { tls, httpOnly: true, maxAge_s: 0 }),
    cookie(HANDLE_COOKIE, '', { tls, httpOnly: false, maxAge_s: 0 }),
  ]
}
