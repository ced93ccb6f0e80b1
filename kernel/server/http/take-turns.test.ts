import { witnessAnswers } from '../database/tx.ts'
import { callerWith, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseOn, type Pool } from '../database/database.ts'
import { OWN, PILES } from '../fairness/requester.ts'
import { newId } from '../new-id.ts'
import { route } from './route.ts'

/* Two connections, of which a slow call of one person holds what people may have. The pool is a stand-in: only its turns count here. */

const WAIT_MS = 300
let server: TestServer
let goOn: () => void = () => {}
let held: Promise<void> = Promise.resolve()
const connection = { query: async () => ({ rows: [], count: 0, columns: [] }), script: async () => {} }
let most = 0
let now = 0
const pool: Pool = {
  size: 2,
  async acquire() {
    most = Math.max(most, ++now)
    return { connection, release: () => void now-- }
  },
  bulk: () => Promise.reject(new Error('nobody moves tables here')),
  close: async () => {},
}
const db = databaseOn(pool, { wait_ms: WAIT_MS })

beforeAll(async () => {
  // A database that answers nothing answers no columns either.
  witnessAnswers(null)

  const base = { method: 'GET', access: 'signed-in', input: z.looseObject({}) } as const
  server = await testServer({
    db,
    modules: [
      {
        name: 'probe',
        resources: [],
        routes: [
          route({ ...base, path: '/api/slow', work: 'read', handle: () => held }),
          route({ ...base, path: '/api/quick', work: 'read', handle: async () => 'quick' }),
        ],
      },
    ],
  })
})
afterAll(() => server.close())

function hold(): void {
  held = new Promise(resolve => {
    goOn = resolve
  })
}
const greedy = callerWith({ tenantId: newId() })
const get = (path: string, as = greedy, language = 'zh') => server.call(path, {}, { as, method: 'GET', language })

test('a call that waits too long gets 429 in its language with Retry-After', async () => {
  hold()
  const slow = get('/api/slow')
  const answers = await Promise.all(['zh', 'en', 'es'].map(language => get('/api/quick', greedy, language)))
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 429, success: false, code: 'kernel.tooManyAtOnce' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(answers.map(one => one.msg)).toEqual([
    '同时进行的操作太多，请 1 秒后再试',
    'Too many operations at once. Try again in 1 s',
    'Demasiadas operaciones a la vez. Inténtelo de nuevo en 1 s',
  ])
  goOn()
  expect((await slow).success).toBe(true)
})

test('meanwhile piles and own work go on, and the next in turn is somebody else', async () => {
  hold()
  const order: string[] = []
  const slow = get('/api/slow')
  await new Promise(resolve => setTimeout(resolve, 20))
  const crowd = Array.from({ length: 90 }, (_, i) => get('/api/quick').then(() => order.push(`greedy ${i}`)))
  const other = get('/api/quick', callerWith({ tenantId: newId() })).then(() => order.push('other'))
  for (const asker of [PILES, OWN]) expect(await db.as(asker).platform(async () => 'went on')).toBe('went on')
  expect(order).toEqual([])
  goOn()
  await Promise.all([slow, other, ...crowd])
  expect(order.indexOf('other')).toBeLessThan(3)
  expect(order).toHaveLength(91)
})

test('calls beyond a session’s queue are refused at once; no queue exceeds its maximum', async () => {
  hold()
  const slow = get('/api/slow')
  const answers = await Promise.all(Array.from({ length: 400 }, () => get('/api/quick')))
  expect(new Set(answers.map(one => one.status))).toEqual(new Set([429]))
  goOn()
  await slow
  expect((await get('/api/quick')).data).toBe('quick')
  expect(most).toBeLessThanOrEqual(2)
})
