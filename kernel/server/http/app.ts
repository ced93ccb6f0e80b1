import { createHash } from 'node:crypto'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { type Caller, may } from '../caller.ts'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import { newId } from '../new-id.ts'
import { Refusal } from '../refusal.ts'
import { wordingOf, wordsWith } from '../wording.ts'
import { languageOf, type Words } from '../words.ts'
import { checkInput } from './check-input.ts'
import { bodyText, decodeBody, decodePairs, formPairs } from './decode-body.ts'
import { DryRun } from './dry-run.ts'
import { okay, refused } from './envelope.ts'
import { explainDatabaseError } from './explain-database-error.ts'
import { refuseForeignPage } from './foreign-page.ts'
import { guardHeaders } from './guard-headers.ts'
import { answerOnce, keyOf } from './idempotency.ts'
import type { Call, RawCall, RawRoute, Route } from './route.ts'

/** Explicit limits: Fastify's own default would leave slow connections open for ever. */
export const REQUEST_TIMEOUT_MS = 15_000
export const HEADERS_TIMEOUT_MS = 10_000
export const BODY_LIMIT_BYTES = 1024 * 1024

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

export interface AppOptions {
  db: Database
  words: Words
  log: Logger
  authenticator: Authenticator
  /** Proxies whose X-Forwarded-For is believed; none by default. */
  trustProxy?: string[]
  /** With a certificate the port speaks TLS 1.2 or newer. */
  tls?: { cert: Buffer; key: Buffer } | null
}

export interface App {
  fastify: FastifyInstance
  /** Adds routes under `/chg`. */
  add(routes: readonly Route[]): void
  /** Every route added, for OpenAPI, the permission list and the matrix test. */
  routes(): readonly Route[]
}

/** Parameters that belong to the transport and are no input of any route. */
const TRANSPORT_KEYS = ['token', 'mobileLogin', '_']

/** Everything behind the first question mark; a value may have more of them. */
function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** On the connection's own answer, before anything else: streams that bypass Fastify carry them too. */
function guard(request: FastifyRequest, reply: FastifyReply): void {
  for (const [name, value] of Object.entries(guardHeaders(request.protocol === 'https')))
    reply.raw.setHeader(name, value)
}

function readInput(request: FastifyRequest, isBodyRead: boolean): Record<string, unknown> {
  const query = formPairs(queryOf(request))
  for (const key of TRANSPORT_KEYS) query.delete(key)
  const fromQuery = decodePairs(query)
  const { body: bytes } = request
  const body = isBodyRead && Buffer.isBuffer(bytes) ? decodeBody(request.headers['content-type'], bodyText(bytes)) : {}
  for (const key of TRANSPORT_KEYS) if (key !== 'mobileLogin' || !('username' in body)) delete body[key]
  for (const key of Object.keys(body))
    if (key in fromQuery) throw new Refusal('kernel.malformedBody', { status: 400, params: { reason: 'duplicate' } })
  return Object.assign(fromQuery, body)
}

/** The client's own name for a call: what a person reads on the screen when our answer never reached them. */
function callId(request: FastifyRequest): { callId?: string } {
  const given = request.headers['x-call-id']
  return typeof given === 'string' && /^[0-9a-f-]{36}$/.test(given) ? { callId: given } : {}
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

export const SESSION_COOKIE = 'sid'
export const SESSION_COOKIE_TLS = '__Host-sid'

function credentialsOf(request: FastifyRequest): Credentials {
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

/** A browser must be on our own page for anything but public reads, and the person must have asked for it. */
function refuseCrossSite({ headers }: FastifyRequest): void {
  refuseForeignPage(headers)
  if (String(headers['sec-purpose'] ?? headers.purpose ?? '').includes('prefetch'))
    throw new Refusal('kernel.crossSite', { status: 403 })
}

/**
 * A GET that changes something (the contract has a few) is taken only from a script of our own page:
 * pictures, links, prefetching and navigation cannot send it (trust W7). Without fetch metadata a
 * header that other sites cannot set has to be there.
 */
function refuseStrayGet(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': destination, 'x-token': own } = request.headers
  const isOurScript =
    site === undefined && destination === undefined
      ? own !== undefined
      : site === 'same-origin' && destination === 'empty'
  if (!isOurScript) throw new Refusal('kernel.crossSite', { status: 403 })
}

/**
 * Who may call a route. Guests read: what writes is refused before it begins, though their transactions are read-only in
 * the database itself; a route without a transaction of its own is for them only when it says so (trust W4).
 */
function authorise({ access, path, ...route }: Route, caller: Caller | null): void {
  if (access === 'public') return
  if (!caller) throw new Refusal('identity.notSignedIn', { status: 401 })
  if (caller.owes && !caller.owes.allows(path)) throw new Refusal(caller.owes.code, { status: 403 })
  const isOpen = access === 'signed-in' ? (caller.mayReach?.(path) ?? true) : may(caller, access)
  if (!isOpen || (route.platformOnly && !caller.isPlatform)) throw new Refusal('kernel.forbidden', { status: 403 })
  const isForGuests = route.work === 'raw' ? route.guests === true : route.work === 'read'
  if (caller.readOnly && !isForGuests) throw new Refusal('kernel.readOnly', { status: 403 })
}

export function createApp(options: AppOptions): App {
  const { db, words, log, authenticator } = options
  const fastify = Fastify({
    loggerInstance: log as unknown as Logger, // the same pino; Fastify's type asks for its own alias
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: BODY_LIMIT_BYTES,
    ...(options.tls ? { https: { ...options.tls, minVersion: 'TLSv1.2' as const } } : {}),
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    trustProxy: options.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    exposeHeadRoutes: false,
    // An address that cannot be decoded is answered before any hook runs.
    frameworkErrors: (error, request, reply) => {
      guard(request, reply)
      void fail(error, request, reply)
    },
  }) as unknown as FastifyInstance // the logger generic says nothing to our callers
  fastify.removeAllContentTypeParsers()
  // Bodies arrive as bytes and are decoded once, by us; other types are refused in decodeBody.
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const added: Route[] = []

  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOf(request.headers['accept-language'])
    if (error instanceof DryRun) return reply.status(200).send(okay(error.report, request.id))
    const refusal = error instanceof Refusal ? error : (explainDatabaseError(error) ?? explainTransport(error))
    if (refusal) {
      if (refusal.status === 429 || refusal.status === 503)
        void reply.header('retry-after', String(refusal.params.seconds ?? 1))
      return reply.status(refusal.status).send(refused(refusal, words, language, request.id))
    }
    log.error(
      { err: error, requestId: request.id, ...callId(request), path: request.raw.url?.split('?')[0] },
      'unexpected error',
    )
    return reply.status(500).send(refused(new Refusal('kernel.unexpected'), words, language, request.id))
  }
  fastify.setErrorHandler(fail)
  fastify.setNotFoundHandler((request, reply) =>
    fail(new Refusal('kernel.unknownPath', { status: 404 }), request, reply),
  )
  fastify.addHook('onRequest', async (request, reply) => guard(request, reply))

  async function serve(definition: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const credentials = credentialsOf(request)
    if (definition.access !== 'public') {
      refuseCrossSite(request)
      if (definition.work === 'write' && request.method === 'GET') refuseStrayGet(request)
    } else if (definition.work !== 'read' && request.method === 'POST') refuseForeignPage(request.headers)
    const received = readInput(request, !(definition.work === 'raw' && definition.bytes))
    const { ip, userAgent, language } = credentials
    const base = {
      language,
      sayShipped: words.say,
      ip,
      userAgent,
      requestId: request.id,
      idempotencyKey: keyOf(request),
    }
    if (definition.work === 'raw') return serveRaw(definition, credentials, received, { ...base, request, reply })
    const answer = await db.request(
      tx => callerFor(definition, tx, credentials),
      async (tx, caller) => {
        // First who asks, then what: a stranger learns nothing of the input's shape.
        authorise(definition, caller)
        const input = checkInput(definition.input, received)
        // A public route may run without a caller; its handler never asks for one.
        const call = {
          ...base,
          input,
          tx,
          say: await sayFor(tx, caller),
          caller: caller as Caller,
          language: caller?.language ?? language,
        } as Call<never>
        if (definition.work === 'write' && definition.keyed)
          return answerOnce(call, definition.path, hashOf(input), () => definition.handle(call))
        return definition.handle(call)
      },
      { readOnly: definition.work === 'read' },
    )
    return okay(answer, request.id)
  }

  /** Public routes ask nobody who they are: a session that has ended must not stand in the way of signing in. */
  async function callerFor(definition: Route, tx: Tx, credentials: Credentials): Promise<Caller | null> {
    return definition.access === 'public' ? null : authenticator.find(tx, credentials)
  }

  /** The words of the caller's tenant: its own where it has some. */
  async function sayFor(tx: Tx, caller: Caller | null): Promise<Words['say']> {
    return caller ? wordsWith(words, await wordingOf(tx, caller.tenantId, caller.wording)).say : words.say
  }

  async function serveRaw(
    definition: RawRoute<never>,
    credentials: Credentials,
    received: Record<string, unknown>,
    base: Omit<RawCall<unknown>, 'db' | 'caller' | 'input' | 'say'>,
  ): Promise<unknown> {
    const { caller, say } = await db.request(
      tx => callerFor(definition, tx, credentials),
      async (tx, found) => ({ caller: found, say: await sayFor(tx, found) }),
    )
    authorise(definition, caller)
    const input = checkInput(definition.input, received)
    const call = { ...base, say, input, db, caller, language: caller?.language ?? base.language } as RawCall<never> // checked input, as above
    const answer = await definition.handle(call)
    return base.reply.sent || base.reply.raw.headersSent ? base.reply : okay(answer, base.request.id)
  }

  /** Before a body is read: who may not send one gets no memory of ours. */
  async function mustBeAllowed(definition: Route, request: FastifyRequest): Promise<void> {
    refuseCrossSite(request)
    const credentials = credentialsOf(request)
    const caller = await db.request(
      tx => callerFor(definition, tx, credentials),
      async (_tx, found) => found,
    )
    authorise(definition, caller)
  }

  return {
    fastify,
    routes: () => added,
    add(routes) {
      for (const definition of routes) {
        added.push(definition)
        fastify.route({
          method: [...(Array.isArray(definition.method) ? definition.method : [definition.method as string])],
          url: `/chg${definition.path}`,
          ...(definition.bodyLimit ? { bodyLimit: definition.bodyLimit } : {}),
          ...(isForBytes(definition) ? { onRequest: async request => mustBeAllowed(definition, request) } : {}),
          handler: (request, reply) => serve(definition, request, reply),
        })
      }
    },
  }
}

/** Files of people: larger than forms, and from nobody else. */
const isForBytes = (definition: Route): boolean =>
  definition.work === 'raw' && definition.bytes === true && definition.access !== 'public'

function hashOf(input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(input, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
    .digest('hex')
}

/** Errors of the HTTP layer itself, by the codes Fastify gives them. */
function explainTransport(error: unknown): Refusal | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('kernel.tooLarge', { status: 413 })
  if (status === 415) return new Refusal('kernel.unsupportedType', { status: 415 })
  if (status >= 400 && status < 500)
    return new Refusal('kernel.malformedBody', { status: 400, params: { reason: 'http' } })
  return null
}
