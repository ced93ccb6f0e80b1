import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fillPath, pathNames } from '@wattyard/calls'
import {
  type App,
  type Authenticator,
  type Caller,
  createApp,
  type Database,
  type Envelope,
  loadWords,
  mount,
  newId,
  type ResourceIndex,
  type ServerModule,
  WHOLE_TENANT,
  type Words,
} from '@wattyard/server-kit'
import pino from 'pino'
import { ROOT } from './migrations.ts'
import { testDatabase } from './test-database.ts'

export interface CallOptions {
  /** Who calls; nobody when absent. */
  as?: Caller
  /** Idempotency key. */
  key?: string
  language?: string
  method?: 'GET' | 'POST'
  /** Send the body as a form with dotted keys instead of JSON. */
  form?: boolean
  headers?: Record<string, string>
  /** A body of bytes; the input goes into the address. */
  bytes?: Buffer
}

export interface Answer extends Envelope {
  status: number
  headers: Record<string, unknown>
  /** The body as it came, for answers that are no envelope. */
  text: string
  /** The same as bytes, for files. */
  bytes: Buffer
  // Tests read what they expect; a wrong shape fails them.
  // oxlint-disable-next-line typescript/no-explicit-any -- the answer's shape is what the test asserts
  data: any
}

export interface TestServer {
  db: Database
  app: App
  index: ResourceIndex
  words: Words
  /**
   * Speaks HTTP to the real app: `call('/api/device/station/list', { page: 1 }, { as })`. Values of a path's `:name` parts are taken
   * from the input.
   */
  call(path: string, input?: Record<string, unknown>, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

let loaded: Words | undefined

/** Returns the words of the kernel and every module, read once in a process: nearly every test makes a server. */
export function allWords(): Words {
  if (loaded) return loaded
  const modules = readdirSync(join(ROOT, 'modules')).map(name => join(ROOT, 'modules', name, 'locales'))
  const own = ['kernel/resource', 'kernel/server', 'apps/console'].map(folder => join(ROOT, folder, 'locales'))
  return (loaded = loadWords([...own, ...modules]))
}

/** Form encoding with dotted keys, as the contract's client does it. */
export function formBody(value: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  const add = (path: string, inner: unknown) => {
    if (inner === undefined) return
    if (Array.isArray(inner) && inner.length === 0) pairs.append(path, '')
    else if (Array.isArray(inner)) inner.forEach((item, i) => add(`${path}[${i}]`, item))
    else if (inner !== null && typeof inner === 'object')
      for (const [key, item] of Object.entries(inner)) add(path ? `${path}.${key}` : key, item)
    else pairs.append(path, inner === null ? '' : typeof inner === 'string' ? inner : JSON.stringify(inner))
  }
  add('', value)
  return pairs.toString()
}

/** Returns a caller with full rights in a tenant unless told otherwise. */
export function callerWith(
  options: Partial<Omit<Caller, 'permissions'>> & { tenantId: string; permissions?: readonly string[] },
): Caller {
  return {
    userId: newId(),
    loginName: 'tester',
    displayName: 'Tester',
    roles: ['admin'],
    scope: WHOLE_TENANT,
    language: 'zh',
    readOnly: false,
    sessionId: newId(),
    ...options,
    permissions: new Set(options.permissions ?? ['*']),
  }
}

/** Returns an id of nothing for each `:name` part of a path: what a test gives that asks a route without meaning any record. */
export function pathInputs(path: string): Record<string, string> {
  return Object.fromEntries(pathNames(path).map(name => [name, newId()]))
}

/** @throws Error where a route answers another shape than it declares: its description would be a lie */
function mustBeDeclared(app: App, path: string, data: unknown): void {
  const output = app.routes().find(route => route.path === path)?.output
  const parsed = output?.safeParse(data)
  if (!parsed || parsed.success) return
  const places = parsed.error.issues.slice(0, 5).map(issue => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`${path} answers what it does not declare: ${places.join('; ')}`)
}

/**
 * Returns the real app over a fresh database, with the modules under test. Only the authenticator is the
 * test's: it believes the caller that the test names, unless the test brings another.
 */
export async function testServer(options: {
  modules: readonly ServerModule[]
  db?: Database
  authenticator?: Authenticator
}): Promise<TestServer> {
  const db = options.db ?? (await testDatabase())
  const callers = new Map<string, Caller>()
  const words = allWords()
  const log = pino({ level: process.env.WATTYARD_TEST_LOG ?? 'silent' })
  // The request says the language, as it does to the real authenticator.
  const believing: Authenticator = {
    async find(_tx, { handle, language }) {
      const caller = callers.get(handle ?? '')
      return caller ? { ...caller, language } : null
    },
  }
  const app = createApp({ db, words, log, authenticator: options.authenticator ?? believing })
  const index = mount(app, options.modules)
  await app.fastify.ready()
  return {
    db,
    app,
    index,
    words,
    async call(path, input = {}, { as, key, language, method, form, headers = {}, bytes } = {}) {
      const { path: filled, rest } = fillPath(path, input)
      let url = `/chg${filled}`
      const query = new URLSearchParams()
      if (as) {
        callers.set(as.sessionId, as)
        query.set('token', as.sessionId)
      }
      const verb = method ?? 'POST'
      if (verb === 'GET' || bytes)
        for (const [name, value] of new URLSearchParams(formBody(rest))) query.append(name, value)
      if (query.size) url += `?${query.toString()}`
      const response = await app.fastify.inject({
        method: verb,
        url,
        headers: {
          ...(verb === 'POST'
            ? {
                'content-type': bytes
                  ? 'application/octet-stream'
                  : form
                    ? 'application/x-www-form-urlencoded'
                    : 'application/json',
              }
            : {}),
          ...(key ? { 'idempotency-key': key } : {}),
          'accept-language': language ?? as?.language ?? 'zh',
          ...headers,
        },
        ...(verb === 'POST' ? { payload: bytes ?? (form ? formBody(rest) : JSON.stringify(rest)) } : {}),
      })
      const isJson = String(response.headers['content-type'] ?? '').includes('json')
      const envelope = isJson
        ? (JSON.parse(response.body) as Envelope)
        : { success: false, msg: '', code: '', data: null, requestId: '' } // the app's own envelope
      if (isJson && envelope.success) mustBeDeclared(app, path, envelope.data)
      return {
        ...envelope,
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        bytes: response.rawPayload,
      }
    },
    async close() {
      await app.fastify.close()
      if (!options.db) await db.close()
    },
  }
}

/** As `testServer`, for modules that need its database to be made. Closing it closes the database, which is its own. */
export async function testServerOver(modulesOf: (db: Database) => readonly ServerModule[]): Promise<TestServer> {
  const db = await testDatabase()
  const server = await testServer({ db, modules: modulesOf(db) })
  return {
    ...server,
    async close() {
      await server.close()
      await db.close()
    },
  }
}
