import { aTenant } from '@wattyard/identity/testing'
import { col, type InterfaceCall } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RefusedNotices } from './refused-notices.ts'

let db: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const linesOf = (tenantId: string) =>
  db.tenant(tenantId, tx =>
    tx.query(
      { host: col.text, reason: col.text, at: col.instant, times: col.integer, last_at: col.instant.orNull },
      'select host, reason, at, times, last_at from kernel_interface_call where tenant_id = $1 order by id',
      [tenantId],
    ),
  )

test('refusals of one caller are one line and one count a minute; nobody is left out, and nothing is counted twice', async () => {
  const { tenantId } = await aTenant(db)
  const refused = new RefusedNotices(db)
  const call = (at: number, over: Partial<InterfaceCall> = {}): InterfaceCall => ({
    tenantId,
    at,
    direction: 'in',
    peer: 'wechatPay',
    host: '203.0.113.9',
    method: 'POST',
    path: '/pubapi/payments/notice/:tenant/:channel',
    status: 401,
    outcome: 'refused',
    reason: 'pay.unknown-serial',
    took_ms: 1,
    ...over,
  })
  for (let i = 0; i < 1_320; i++) await refused.note('first', call(1_000 + i))
  await refused.note('second', call(5_000))
  await refused.note('first', call(5_000, { host: '203.0.113.10' }))
  await refused.note('first', call(5_000, { reason: 'pay.wrong-signature' }))
  const once = { times: 1, last_at: null }
  const begun = [
    { host: '203.0.113.9', reason: 'pay.unknown-serial', at: 1_000, ...once },
    { host: '203.0.113.9', reason: 'pay.unknown-serial', at: 5_000, ...once },
    { host: '203.0.113.10', reason: 'pay.unknown-serial', at: 5_000, ...once },
    { host: '203.0.113.9', reason: 'pay.wrong-signature', at: 5_000, ...once },
  ]
  expect(await linesOf(tenantId)).toEqual(begun)
  await refused.flush()
  await refused.flush()
  const rest = { host: '203.0.113.9', reason: 'pay.unknown-serial', at: 1_001, times: 1_319, last_at: 2_319 }
  expect(await linesOf(tenantId)).toEqual([...begun, rest])
  // A second one alone is a line like any other.
  await refused.note('first', call(70_000))
  await refused.note('first', call(70_001))
  await refused.flush()
  expect((await linesOf(tenantId)).slice(5)).toMatchObject([
    { at: 70_000, ...once },
    { at: 70_001, ...once },
  ])
})

test('more callers than are counted at once lose nothing', async () => {
  const { tenantId } = await aTenant(db)
  const refused = new RefusedNotices(db)
  const note = (host: string) =>
    refused.note('first', {
      tenantId,
      at: 1_000,
      direction: 'in',
      peer: 'wechatPay',
      host,
      method: 'POST',
      path: '/',
      status: 401,
      outcome: 'refused',
      reason: 'pay.unknown-serial',
      took_ms: 1,
    })
  for (let i = 0; i < 3; i++) await note('first')
  for (let i = 0; i < 1_000; i++) await note(`other ${i}`)
  const lines = await linesOf(tenantId)
  expect(lines.filter(line => line.host === 'first').map(line => line.times)).toEqual([1, 2])
  await refused.flush()
  expect(await linesOf(tenantId)).toHaveLength(1_002)
})
