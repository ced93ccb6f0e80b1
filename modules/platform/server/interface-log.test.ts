import { type Database, logInterfaceCall, newId, plainPath } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InterfaceCallRow } from '../contract/calls/interface-call.ts'
import { platformModule } from './index.ts'
import { forgetInterfaceCalls } from './interface-log.ts'

const DAY_MS = 86_400_000
let db: Database
let server: TestServer
const tenantId = newId()
const as = callerWith({ tenantId })

const note = (over: Partial<Parameters<typeof logInterfaceCall>[1]> = {}) =>
  logInterfaceCall(db, {
    tenantId,
    at: Date.now(),
    direction: 'out',
    peer: 'officialAccount',
    host: 'api.example',
    method: 'POST',
    path: '/cgi-bin/qrcode/create',
    status: 200,
    outcome: 'ok',
    took_ms: 12.4,
    ...over,
  })

beforeAll(async () => {
  db = await testDatabase()
  server = await testServer({ db, modules: [platformModule] })
  await note({ correlationId: 'r-1', sent_bytes: 10, answered_bytes: 20 })
  await note({ outcome: 'timed-out', status: null })
  await note({ direction: 'in', peer: 'partner', host: '10.0.0.9', path: '/pubapi/x', outcome: 'refused', status: 403 })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

const ask = (input: Record<string, unknown> = {}, who = as) =>
  server.call('/api/platform/interface/list', input, { as: who })
const outcomes = async (input: Record<string, unknown>, who = as) =>
  ((await ask(input, who)).data.list as InterfaceCallRow[]).map(row => row.outcome)

test('calls of both directions, the newest first, with all that is known of them', async () => {
  const { list, peers, kept, next } = (await ask()).data
  expect(list.map((row: InterfaceCallRow) => row.outcome)).toEqual(['refused', 'timed-out', 'ok'])
  expect(list[2]).toMatchObject({ took: 12, sentBytes: 10, answeredBytes: 20, correlationId: 'r-1', status: 200 })
  expect({ peers, kept, next }).toEqual({ peers: ['officialAccount', 'partner'], kept: 180, next: null })
  expect(await outcomes({ direction: 'in' })).toEqual(['refused'])
  expect(await outcomes({ peer: 'officialAccount', outcome: 'ok' })).toEqual(['ok'])
  expect(await outcomes({ q: 'R-1' })).toEqual(['ok'])
  expect(await outcomes({ from: Date.now() + DAY_MS })).toEqual([])
  const first = (await ask({ pageSize: 1 })).data
  expect(await outcomes({ after: first.next })).toEqual(['timed-out', 'ok'])
})

test('it is for those who see the whole tenant and hold the permission', async () => {
  expect((await ask({}, callerWith({ tenantId, permissions: [] }))).status).toBe(403)
  const narrow = callerWith({ tenantId, scope: { operators: [], stations: null, investors: null } })
  expect((await ask({}, narrow)).status).toBe(403)
  expect((await ask({}, callerWith({ tenantId: newId() }))).data.list).toEqual([])
  expect((await ask({ direction: 'sideways' })).success).toBe(false)
})

test('its file is in the log', async () => {
  const answer = await server.call('/api/platform/interface/export', { direction: 'in' }, { as, method: 'GET' })
  expect(answer.text.trim().split(/\r?\n/)).toHaveLength(2)
  const log = await server.call('/api/platform/audit/list', { resource: 'platform.interface' }, { as })
  expect(log.data.list).toMatchObject([{ action: 'export', after: { direction: 'in' } }])
})

test('what is secret never gets there: no query, and only the beginning of what looks like a key', async () => {
  expect(plainPath('/a/b?access_token=canary#x')).toBe('/a/b')
  expect(plainPath('/hook/4f9a7c21d0e8b35566778899aabbccdd/x')).toBe('/hook/4f9a…/x')
  expect(plainPath('/notification_v20160101_x')).toBe('/noti…')
})

test('a call that cannot be written down is nobody’s failure', async () => {
  expect(await note({ direction: 'sideways' as never })).toBe(false)
  expect(await note({})).toBe(true)
})

test('calls go after the days their tenant keeps them', async () => {
  const before = (await ask()).data.list.length
  expect(await forgetInterfaceCalls(db, Date.now() + 179 * DAY_MS)).toBe(0)
  expect((await ask()).data.list).toHaveLength(before)
  await server.call('/api/platform/setting/save', { key: 'platform.interfaceKeepDays', value: 365 }, { as })
  expect(await forgetInterfaceCalls(db, Date.now() + 181 * DAY_MS)).toBe(0)
  expect(await forgetInterfaceCalls(db, Date.now() + 366 * DAY_MS)).toBe(before)
})
