import { createLiveBus, type Database, liveRoute, newId, watchSessions } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTenant, aUser, type Browser, setTenantStatus, type SignInServer, signInServer } from '../../testing/index.ts'

/* Streams of these tests are real ones, over a socket: whoever listens is told the end by the server, without asking. */

const PASSWORD = 'a passphrase for tests'
const bus = createLiveBus()
let isAway = false
/** What happens while a stream begins: between the look-up of its caller and the first look at its session. */
let settling = async (): Promise<void> => {}
let db: Database
let server: SignInServer
let address: string
let home: Awaited<ReturnType<typeof aTenant>>

beforeAll(async () => {
  db = await testDatabase()
  home = await aTenant(db, { code: 'home', isHome: true })
  server = await signInServer({
    db,
    modules: [
      {
        name: 'live',
        resources: [],
        routes: [
          liveRoute(
            bus,
            async () => {
              await settling()
              return null
            },
            watchSessions(async (...asked) => {
              if (isAway) throw new Error('the database is away')
              return server.identity.sessionsAlive(...asked)
            }),
            { byName: () => undefined },
          ),
        ],
      },
    ],
  })
  address = await server.app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  // Browsers keep what they may ask over again: 72 seconds, if nobody hangs up.
  server.app.fastify.server.closeAllConnections()
  await server.close()
  await db.close()
})

interface Somebody {
  id: string
  loginName: string
  browser: Browser
}
async function somebody(tenant = home, code = 'home'): Promise<Somebody> {
  const { id, loginName } = await aUser(db, tenant.tenantId, { password: PASSWORD, roleIds: [tenant.roleIds.admin] })
  const browser = server.browser()
  expect(await browser.signIn(`${loginName}@${code}`, PASSWORD)).toMatchObject({ success: true })
  return { id, loginName, browser }
}

/** A stream as a screen has it. `ended` resolves with how long after now that was. */
async function listen({ browser: { cookies } }: Pick<Somebody, 'browser'>) {
  const leaving = new AbortController()
  const response = await fetch(`${address}/chg/api/live?topics=t&token=${cookies.get('Admin-Token')}`, {
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  const stream = { text: '', isOpen: true, leave: () => leaving.abort() }
  void (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const part of response.body ?? []) stream.text += decoder.decode(part as Uint8Array) // bytes
    } catch {
      // Left by the test.
    }
    stream.isOpen = false
  })()
  return stream
}
const ofEverybody = (tenantId: string, id: string) =>
  bus.publish({ tenantId, topic: 't', stationId: null, everybody: true, data: { id } })
const soon = { timeout: 1_000, interval: 20 }

const CAUSES: readonly [string, (person: Somebody, admin: Somebody) => Promise<unknown>][] = [
  ['signs out', ({ browser }) => browser.post('/c/logout')],
  ['is disabled', ({ id }, admin) => admin.browser.post('/api/sys/user/disable', { id })],
  ['has every session ended', ({ id }, admin) => admin.browser.post('/api/sys/user/signOut', { id })],
  [
    'ends this one from another browser',
    async ({ loginName }) => {
      const other = server.browser()
      await other.signIn(`${loginName}@home`, PASSWORD)
      return other.post('/api/security/session/revokeOthers')
    },
  ],
  [
    'gets another reach',
    ({ id }) =>
      db.platform(async tx => {
        await tx.execute('update identity_user set scope_station_ids = $2 where id = $1', [id, [newId()]])
        return { success: true }
      }),
  ],
]

test.each(CAUSES)('the stream of who %s ends within a second, and nobody else’s', async (_how, cause) => {
  const [person, admin] = [await somebody(), await somebody()]
  const [stream, other] = [await listen(person), await listen(admin)]
  await new Promise(done => setTimeout(done, 600))
  expect(await cause(person, admin)).toMatchObject({ success: true })
  await expect.poll(() => stream.isOpen, soon).toBe(false)
  expect(other.isOpen).toBe(true)
  ofEverybody(home.tenantId, 'after')
  await expect.poll(() => other.text, soon).toContain('after')
  expect(stream.text).not.toContain('after')
  other.leave()
})

test('the stream of who holds a role ends when what the role permits changes', async () => {
  const company = await aTenant(db, { code: 'roles' })
  const person = await somebody(company, 'roles')
  const stream = await listen(person)
  // It has been seen once under the rights it began with.
  await new Promise(done => setTimeout(done, 700))
  expect(stream.isOpen).toBe(true)
  await db.platform(tx =>
    tx.execute('update identity_role set updated_at = now() where id = $1', [company.roleIds.admin]),
  )
  await expect.poll(() => stream.isOpen, soon).toBe(false)
})

test.each(['role', 'reach'])('a stream that begins while its person’s %s changes ends within a second', async what => {
  const company = await aTenant(db, { code: `begins-${what}` })
  const person = await somebody(company, `begins-${what}`)
  const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  settling = () => {
    settling = async () => {}
    begun.resolve()
    return changed.promise
  }
  const listening = listen(person)
  await begun.promise
  await db.platform(tx =>
    what === 'role'
      ? tx.execute('update identity_role set updated_at = now() where id = $1', [company.roleIds.admin])
      : tx.execute('update identity_user set scope_station_ids = $2 where id = $1', [person.id, [newId()]]),
  )
  changed.resolve()
  const stream = await listening
  await expect.poll(() => stream.isOpen, soon).toBe(false)
})

test('the streams of a suspended tenant end, of all its people at once; the platform’s go on', async () => {
  const company = await aTenant(db, { code: 'company' })
  const theirs = [await somebody(company, 'company'), await somebody(company, 'company')]
  const streams = await Promise.all([...theirs, await somebody()].map(listen))
  await setTenantStatus(db, company.tenantId, 'suspended')
  await expect.poll(() => streams.map(one => one.isOpen), soon).toEqual([false, false, true])
  for (const one of streams) one.leave()
})

test('a session that has run out ends its stream; a database that is away for a moment does not', async () => {
  const person = await somebody()
  const stream = await listen(person)
  isAway = true
  await new Promise(done => setTimeout(done, 700))
  isAway = false
  expect(stream.isOpen).toBe(true)
  server.clock.set(server.clock.now() + 13 * 60 * 60_000)
  await expect.poll(() => stream.isOpen, soon).toBe(false)
})
