import { type Database, internetReach, createPageAccess, watchSessions } from '@wattyard/server-kit'
import { aTenant } from '@wattyard/identity/testing'
import { callerWith, ROOT, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { settableClock } from '@wattyard/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { helpModule } from './index.ts'

const RUNNING = { version: '1.2.3', commit: 'c0ffee', startedAt: 5, licence: 'UNLICENSED', schema: '0176_x' }
let db: Database
let server: TestServer
let tenantId: string
beforeAll(async () => {
  db = await testDatabase()
  tenantId = (await aTenant(db, { code: 'home', isHome: true })).tenantId
  const module = helpModule({
    root: ROOT,
    running: RUNNING,
    key: Buffer.alloc(32),
    limits: { reach: internetReach() },
    pages: () => createPageAccess([]),
    sessions: watchSessions(async () => new Map()),
    clock: settableClock(0),
    log: { warn: () => undefined },
  })
  server = await testServer({ db, modules: [module] })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

const get = (path: string, input: Record<string, unknown>, roles: string[], language = 'zh') =>
  server.call(path, input, {
    method: 'GET',
    as: { ...callerWith({ tenantId, permissions: [] }), roles, language: language as 'zh' },
  }) // one of the three
const staff = ['operations']

test('staff are told the release and what is new in it, in their language; engines only administrators', async () => {
  const { data } = await get('/api/help/about', {}, staff)
  expect(data).toMatchObject({ version: '1.2.3', commit: 'c0ffee', startedAt: 5, zone: 'Asia/Shanghai', engines: null })
  expect(JSON.stringify(data)).not.toContain('0176_x')
  expect(data.notes[0].text).toMatch(/\p{Script=Han}/u)
  expect((await get('/api/help/about', {}, staff, 'en')).data.notes[0].text).not.toMatch(/\p{Script=Han}/u)
  expect((await get('/api/help/about', {}, ['admin'])).data.engines).toEqual({
    database: expect.stringMatching(/^PostgreSQL \d+/),
    node: process.versions.node,
    schema: '0176_x',
  })
})

test('components, the text of a licence, and the list as a file', async () => {
  const { list } = (await get('/api/help/components', {}, staff)).data
  const zod = list.find((one: { name: string }) => one.name === 'zod')
  expect(Object.keys(zod).toSorted()).toEqual(['isOptional', 'licence', 'name', 'purl', 'version'])
  expect((await get('/api/help/licence', { purl: zod.purl }, staff)).data.text).toContain('MIT License')
  expect((await get('/api/help/licence', { purl: '../../../etc/passwd' }, staff)).data).toEqual({ text: null })
  const file = await get('/api/help/sbom', {}, staff)
  expect(file.headers['content-disposition']).toBe('attachment; filename="wattyard.cdx.json"')
  expect(JSON.parse(file.text)).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: '1.2.3' } } })
})

test.each(['about', 'components', 'licence', 'sbom'])('%s is nothing for strangers', async path => {
  expect(await server.call(`/api/help/${path}`, {}, { method: 'GET' })).toMatchObject({ status: 401 })
})
