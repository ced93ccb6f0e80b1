import type { FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Tx } from '../database/tx.ts'
import { languageOf } from '../words.ts'

/** What identity needs of a request to find the caller. */
export interface Credentials {
  cookie: string | undefined
  handle: string | undefined
  ip: string
  userAgent: string
  language: ReturnType<typeof languageOf>
}

export interface Authenticator {
  /** The caller of a live session, or null. Throws a Refusal when a session was there but has ended. */
  find(tx: Tx, credentials: Credentials): Promise<Caller | null>
}

export const SESSION_COOKIE = 'sid'
export const SESSION_COOKIE_TLS = '__Host-sid'

/** Everything behind the first question mark; a value may have more of them. */
export function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

export function credentialsOf(request: FastifyRequest): Credentials {
  const handle = new URLSearchParams(queryOf(request)).get('token') ?? request.headers['x-token']
  return {
    // On TLS only the cookie that no other host of the domain can set.
    cookie: cookieOf(request, request.protocol === 'https' ? SESSION_COOKIE_TLS : SESSION_COOKIE),
    handle: typeof handle === 'string' ? handle : undefined,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    language: languageOf(request.headers['accept-language']),
  }
}
