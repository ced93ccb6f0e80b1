import { setMaxListeners } from 'node:events'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { narrowedTo, takeStation } from '../at-station.ts'
import { actorOf } from '../audit.ts'
import type { Caller } from '../caller.ts'
import type { Database, TransactionOptions } from '../database/database.ts'
import type { Tx } from '../database/tx.ts'
import { createPlaces } from '../fairness/places.ts'
import { OWN } from '../fairness/requester.ts'
import { newId } from '../new-id.ts'
import { Refusal } from '../refusal.ts'
import { type LookUp, tellLookUps } from '../resource/hidden/look-ups.ts'
import { wordingOf, wordsWith } from '../wording.ts'
import { languageOf, type Words } from '../words.ts'
import { type Admission, createDoor } from './admit-call.ts'
import { authorise } from './authorise.ts'
import { checkInput } from './check-input.ts'
import type { Authenticator } from './credentials.ts'
import { cutStalledReaders } from './cut-stalled-readers.ts'
import { DryRun } from './dry-run.ts'
import { okay, refused } from './envelope.ts'
import { explainDatabaseError } from './explain-database-error.ts'
import { explainTransport } from './explain-transport.ts'
import { guardHeaders } from './guard-headers.ts'
import { type Certificate, CONNECTION_CLOCKS, type ConnectionClocks, serverOptions } from './http-server.ts'
import { answerOnce, keyOf } from './idempotency.ts'
import { BODY_LIMIT_BYTES, bodyLimitOf, LONG_ANSWERS, LONG_WAIT_MS, PUBLIC_BODY_LIMIT_BYTES } from './limits.ts'
import { announcedBytes, mustBeRoutePath, readInput } from './read-input.ts'
import { askerFor } from './recent-sessions.ts'
import type { Call, RawCall, RawRoute, Route } from './route.ts'
import { warnOfProxy } from './warn-of-proxy.ts'

export interface AppOptions {
  db: Database
  words: Words
  log: Logger
  authenticator: Authenticator
  /** Proxies whose X-Forwarded-For is believed; none by default. */
  trustProxy?: string[]
  /** With a certificate the port speaks TLS 1.2 or newer. */
  tls?: Certificate | null
  /** What differs from the usual times of a connection. */
  clocks?: Partial<ConnectionClocks>
}

export interface App {
  fastify: FastifyInstance
  /** Adds routes under `/chg`. */
  add(routes: readonly Route[]): void
  /** Every route added, for OpenAPI, the permission list and the matrix test. */
  routes(): readonly Route[]
}

/** On the connection's own answer, before anything else: streams that bypass Fastify carry them too. */
function guard(request: FastifyRequest, reply: FastifyReply): void {
  for (const [name, value] of Object.entries(guardHeaders(request.protocol === 'https')))
    reply.raw.setHeader(name, value)
}

/** The client's own name for a call: what a person reads on the screen when our answer never reached them. */
function callId(request: FastifyRequest): { callId?: string } {
  const given = request.headers['x-call-id']
  return typeof given === 'string' && /^[0-9a-f-]{36}$/.test(given) ? { callId: given } : {}
}

export function createApp(options: AppOptions): App {
  const { db, words, log, authenticator } = options
  const clocks = { ...CONNECTION_CLOCKS, ...options.clocks }
  const fastify = Fastify({
    loggerInstance: log as unknown as Logger, // the same pino; Fastify's type asks for its own alias
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    ...serverOptions(clocks, options.tls ?? null),
    // Of addresses that are no route of ours: those say their own.
    bodyLimit: PUBLIC_BODY_LIMIT_BYTES,
    trustProxy: options.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    exposeHeadRoutes: false,
    // An address that cannot be decoded is answered before any hook runs.
    frameworkErrors: (error, request, reply) => {
      guard(request, reply)
      void fail(error, request, reply)
    },
  }) as unknown as FastifyInstance // the logger generic says nothing to our callers
  fastify.server.maxConnections = clocks.connections
  const endCutting = cutStalledReaders(fastify.server, clocks.stalled_ms)
  fastify.addHook('onClose', async () => endCutting())
  const closing = noticeOfClosing(fastify)
  fastify.removeAllContentTypeParsers()
  // Bodies arrive as bytes and are decoded once, by us; other types are refused in decodeBody.
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const added: Route[] = []
  const door = createDoor(db, authenticator)
  const longAnswers = createPlaces(LONG_ANSWERS)
  const admitted = new WeakMap<FastifyRequest, Admission>()
  const asked = new WeakMap<FastifyRequest, Route>()

  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOf(request.headers['accept-language'])
    // What still comes of a refused body is read away when it is little, else the line is cut.
    if (!request.raw.complete && announcedBytes(request) > BODY_LIMIT_BYTES) void reply.header('connection', 'close')
    if (error instanceof DryRun) return reply.status(200).send(okay(error.report, request.id))
    const refusal = error instanceof Refusal ? error : (explainDatabaseError(error) ?? explainTransport(error))
    if (refusal) {
      if (refusal.status === 429 || refusal.status === 503)
        void reply.header('retry-after', String(refusal.params.seconds ?? 1))
      return reply
        .status(refusal.status)
        .send(refused(refusal, words, language, request.id, asked.get(request)?.fieldWords))
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
  const warn = warnOfProxy(log)
  fastify.addHook('onRequest', async (request, reply) => {
    guard(request, reply)
    warn(request)
  })

  async function serve(definition: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const admission = admitted.get(request)
    if (!admission) throw new Error('a call that nobody admitted')
    const { credentials, asker } = admission
    const received = await readInput(definition, request)
    const { ip, userAgent, language } = credentials
    const base = {
      language,
      translateShipped: words.translate,
      ip,
      userAgent,
      requestId: request.id,
      idempotencyKey: keyOf(request),
    }
    if (definition.work === 'raw')
      return serveRaw(definition, admission, received, { ...base, closing, request, reply })
    const noted: { by?: Caller; readonly lookUps: LookUp[] } = { lookUps: [] }
    const answer = await db.as(asker).request(
      admission.find,
      async (tx, caller) => {
        if (caller) noted.by = caller
        // First who asks, then what: a stranger learns nothing of the input's shape.
        authorise(definition, caller)
        const { station, input: given } = takeStation(definition, received)
        const input = checkInput(definition.input, given)
        // A public route may run without a caller; its handler never asks for one.
        const call = {
          ...base,
          input,
          tx,
          translate: await translatorFor(tx, caller),
          caller: caller ? { ...narrowedTo(caller, station), lookUps: noted.lookUps } : (caller as unknown as Caller),
          language: caller?.language ?? language,
        } as Call<never>
        if (definition.work === 'write' && definition.keyed)
          return answerOnce(call, definition.path, input, () => definition.handle(call))
        return definition.handle(call)
      },
      { readOnly: definition.work === 'read' },
    )
    const { by, lookUps } = noted
    if (by && lookUps.length > 0) await tellLookUps(db.as(asker), by, actorOf({ ...base, caller: by }), lookUps)
    return okay(answer, request.id)
  }

  /** The words of the caller's tenant: its own where it has some. */
  async function translatorFor(tx: Tx, caller: Caller | null): Promise<Words['translate']> {
    return caller ? wordsWith(words, await wordingOf(tx, caller.tenantId, caller.wording)).translate : words.translate
  }

  async function serveRaw(
    definition: RawRoute<never>,
    { asker, find }: Admission,
    received: Record<string, unknown>,
    base: Omit<RawCall<unknown>, 'db' | 'caller' | 'input' | 'translate' | 'read' | 'write' | 'mustStillMay'>,
  ): Promise<unknown> {
    const { caller, translate } = await db
      .as(asker)
      .request(find, async (tx, found) => ({ caller: found, translate: await translatorFor(tx, found) }))
    authorise(definition, caller)
    const { station, input: given } = takeStation(definition, received)
    const input = checkInput(definition.input, given)
    const within = caller && narrowedTo(caller, station)
    const own = caller ? { ...askerFor(caller), wait_ms: LONG_WAIT_MS } : asker
    const leave = caller ? longAnswers.take(own) : () => {}
    try {
      const language = caller?.language ?? base.language
      const inTurn = <T>(work: (tx: Tx, caller: Caller) => Promise<T>, options: TransactionOptions): Promise<T> =>
        db.as(own).request(
          find,
          (tx, now) => {
            authorise(definition, now)
            if (!now) throw new Refusal('identity.notSignedIn', { status: 401 })
            return work(tx, narrowedTo(now, station))
          },
          options,
        )
      const call = {
        ...base,
        translate,
        input,
        db: db.as(own),
        read: work => inTurn(work, { readOnly: true }),
        write: work => inTurn(work, {}),
        mustStillMay: () => db.as(OWN).request(find, async (_tx, now) => authorise(definition, now)),
        caller: within,
        language,
      } as RawCall<never> // checked input, as above
      const answer = await definition.handle(call)
      return base.reply.sent || base.reply.raw.headersSent ? base.reply : okay(answer, base.request.id)
    } finally {
      leave()
    }
  }

  return {
    fastify,
    routes: () => added,
    add(routes) {
      for (const definition of routes) {
        mustBeRoutePath(definition.path)
        added.push(definition)
        fastify.route({
          method: [...(Array.isArray(definition.method) ? definition.method : [definition.method as string])],
          url: `/chg${definition.path}`,
          bodyLimit: bodyLimitOf(definition),
          onRequest: async (request, reply) => {
            asked.set(request, definition)
            admitted.set(request, await door.admit(definition, request, reply))
          },
          handler: (request, reply) => serve(definition, request, reply),
        })
      }
    },
  }
}

/** Time that answers under way get once the server closes, ms: less than a shutdown has (apps/server/main.ts). */
const LAST_ANSWERS_MS = 4_000

/**
 * Returns a signal that is given when the server begins to close. Streams that never end by themselves end at it; a connection
 * that is open long after is cut, because whatever ends after the server (sessions, jobs, the ledger's chain) waits for it.
 */
function noticeOfClosing(fastify: FastifyInstance): AbortSignal {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  let timer: NodeJS.Timeout | undefined
  fastify.addHook('preClose', async () => {
    closing.abort()
    timer = setTimeout(() => fastify.server.closeAllConnections(), LAST_ANSWERS_MS)
  })
  fastify.addHook('onClose', async () => clearTimeout(timer))
  return closing.signal
}
