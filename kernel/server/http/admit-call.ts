import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import type { Requester } from '../fairness/requester.ts'
import { createPlaces } from '../fairness/places.ts'
import { Refusal } from '../refusal.ts'
import { authorise, refuseCrossSite, refuseStrayGet } from './authorise.ts'
import { type Authenticator, type Credentials, credentialsOf } from './credentials.ts'
import { typeOfBody } from './decode-body.ts'
import { refuseForeignPage } from './foreign-page.ts'
import { BODY_LIMIT_BYTES, bodyLimitOf, CALLS, LARGE_BODIES } from './limits.ts'
import { announcedBytes, isForBytes } from './read-input.ts'
import { askerFor, recentSessions, showsSession } from './recent-sessions.ts'
import type { Route } from './route.ts'
import { whenOver } from './when-over.ts'

/** A call that may go on: who asks, and in whose line it stands. */
export interface Admission {
  credentials: Credentials
  asker: Requester
  /** The caller, from this request's own look-up or from a new one where that was a while ago. */
  find(tx: Tx): Promise<Caller | null>
}

/**
 * A look-up made before the body counts as the request's own for this long. Whoever sends slowly is looked up again: a session
 * that ended meanwhile must not work (trust R-27).
 */
const STILL_KNOWN_MS = 1_000

export interface Door {
  /**
   * Settles who asks before a byte of the body is read: who may not call gets no memory and no time of ours. A call that
   * brings no body is looked up in its own transaction instead.
   *
   * @throws Refusal
   */
  admit(definition: Route, request: FastifyRequest, reply: FastifyReply): Promise<Admission>
}

export function createDoor(db: Database, authenticator: Authenticator): Door {
  const recent = recentSessions()
  const calls = createPlaces(CALLS)
  const largeBodies = createPlaces(LARGE_BODIES)

  async function lookUp(tx: Tx, credentials: Credentials): Promise<Caller | null> {
    // A session that turns out to have ended stands with the strangers from now on.
    let caller: Caller | null = null
    try {
      caller = await authenticator.find(tx, credentials)
      return caller
    } finally {
      recent.learn(credentials, caller)
    }
  }

  async function admitOpen(definition: Route, request: FastifyRequest, asker: Requester, credentials: Credentials) {
    if (definition.work !== 'read' && request.method === 'POST') refuseForeignPage(request.headers)
    if (announcedBytes(request) > 0 && !isForBytes(definition)) typeOfBody(request.headers['content-type'])
    // A session that has ended must not stand in the way of signing in.
    return { credentials, asker, find: async () => null }
  }

  return {
    async admit(definition, request, reply) {
      const credentials = credentialsOf(request)
      const stranger = recent.askerOf(credentials)
      whenOver(request, reply, calls.take(stranger))
      if (definition.access === 'public') return admitOpen(definition, request, stranger, credentials)
      refuseCrossSite(request)
      if (definition.work === 'write' && request.method === 'GET') refuseStrayGet(request)
      if (!showsSession(credentials)) throw new Refusal('identity.notSignedIn', { status: 401 })
      if (announcedBytes(request) === 0) return { credentials, asker: stranger, find: tx => lookUp(tx, credentials) }
      const caller = await db.as(stranger).request(
        tx => lookUp(tx, credentials),
        async (_tx, found) => found,
      )
      authorise(definition, caller)
      if (!isForBytes(definition)) typeOfBody(request.headers['content-type'])
      const asker = caller ? askerFor(caller) : stranger
      if (bodyLimitOf(definition) > BODY_LIMIT_BYTES) whenOver(request, reply, largeBodies.take(asker))
      const until = performance.now() + STILL_KNOWN_MS
      return {
        credentials,
        asker,
        find: async tx => (performance.now() < until ? caller : lookUp(tx, credentials)),
      }
    },
  }
}
