import { col, type Database, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PAGE_ASKED } from '../../contract/events.ts'
import { aRole, aSignedIn, aTenant, type Browser, type SignInServer, signInServer } from '../../testing/index.ts'
import { IDENTITY_MESSAGES } from '../messages.ts'
import { ASKS_PER_MINUTE } from './ask-for-page.ts'

const PASSWORD = 'a passphrase for tests'

let db: Database
let server: SignInServer
let tenantId: string
let clerk: { id: string; loginName: string; browser: Browser }

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.platform(async tx => {
    await tx.execute('update identity_tenant set is_home = false')
    await tx.execute('delete from kernel_outbox')
  })
  const made = await aTenant(db, { isHome: true })
  tenantId = made.tenantId
  server = await signInServer({ db })
  const role = await aRole(db, tenantId, { permissions: ['identity.office:read'] })
  clerk = await aSignedIn(server, db, tenantId, { roleIds: [role], password: PASSWORD })
})

const events = () =>
  db.platform(tx =>
    tx.query(
      { tenant_id: col.uuid, key: col.text, body: col.json<Record<string, unknown>>() },
      'select tenant_id, key, body from kernel_outbox where topic = $1 order by id',
      [PAGE_ASKED],
    ),
  )
const ask = (page: string, by = clerk.browser) => by.post('/api/employee/askPage', { page })

test('a request goes to those who may change accounts, with a link to the person, and not to the person', async () => {
  expect(await ask('/console/role')).toMatchObject({ status: 200, success: true, data: null })
  const [event] = await events()
  expect(event).toMatchObject({
    tenant_id: tenantId,
    key: clerk.id,
    body: { loginName: clerk.loginName, page: '/console/role' },
  })
  const kind = IDENTITY_MESSAGES.find(one => one.topic === PAGE_ASKED)
  expect(kind?.draft({ key: clerk.id, body: event?.body } as Parameters<typeof kind.draft>[0])).toMatchObject({
    link: `/console/employee?open=${clerk.id}`,
    may: ['identity.user:update'],
    except: [clerk.id],
    params: { page: { word: 'route./console/role' }, login: clerk.loginName },
  })
})

test('a request of somebody who sees one operator reaches those who look after that one alone', async () => {
  const operator = newId()
  const role = await aRole(db, tenantId, { permissions: ['identity.office:read'], rowScope: 'assigned' })
  const limited = await aSignedIn(server, db, tenantId, { roleIds: [role], operatorIds: [operator] })
  expect((await ask('/console/role', limited.browser)).success).toBe(true)
  const kind = IDENTITY_MESSAGES.find(one => one.topic === PAGE_ASKED)
  const [event] = await events()
  expect(kind?.draft({ key: limited.id, body: event?.body } as Parameters<typeof kind.draft>[0])).toMatchObject({
    operatorId: operator,
  })
})

test('the same page on the same day is about the same, so that nobody is told twice; the next day it is news', async () => {
  const abouts = async (): Promise<unknown[]> => (await events()).map(({ body }) => body.about)
  await ask('/console/role')
  server.clock.advance(5 * 60_000)
  await ask('/console/role')
  await ask('/console/employee')
  expect([(await abouts()).length, new Set(await abouts()).size]).toEqual([3, 2])
  server.clock.advance(24 * 60 * 60_000)
  await clerk.browser.signIn(clerk.loginName, PASSWORD)
  await ask('/console/role')
  expect(new Set(await abouts()).size).toBe(3)
})

test('nothing is asked for what is open, does not exist, or is no page', async () => {
  for (const page of ['/console/org', '/no/such/page', '/partner/goods', '__proto__', 'constructor'])
    expect(await ask(page), page).toMatchObject({ status: 409, code: 'identity.pageNotClosed' })
  // Words of the person's own reach nobody: the title is the product's.
  expect((await clerk.browser.post('/api/employee/askPage', { page: '/console/role', title: 'x' })).success).toBe(false)
  expect((await server.browser().post('/api/employee/askPage', { page: '/console/role' })).status).toBe(401)
  expect(await events()).toEqual([])
})

test('a person asks a few times a minute, whatever the pages, and others are not held up by them', async () => {
  for (let i = 0; i < ASKS_PER_MINUTE; i++) expect((await ask('/console/role')).success).toBe(true)
  expect(await ask('/console/employee')).toMatchObject({ status: 429, code: 'identity.tooManyTries' })
  const colleague = await aSignedIn(server, db, tenantId, { roleIds: [] })
  expect((await ask('/console/role', colleague.browser)).success).toBe(true)
  server.clock.advance(60_001)
  expect((await ask('/console/employee')).success).toBe(true)
})
