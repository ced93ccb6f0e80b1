import { col } from '../database/columns.ts'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { firstIdAt, newId } from '../new-id.ts'
import { forgetAnswers, forgetInBatches, forgetSentEvents } from './retention.ts'

let db: Database
const tenantId = newId()
const NOW = Date.parse('2026-11-20T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000)

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

test('sent events go, those that wait or failed stay', async () => {
  await db.tenant(tenantId, async tx => {
    // Made thirty days ago, each under a number of its own.
    for (const [key, sent] of [
      ['old', daysAgo(8)],
      ['young', daysAgo(6)],
      ['waiting', null],
    ] as const)
      await tx.execute(
        "insert into kernel_outbox (tenant_id, id, topic, key, body, created_at, sent_at) values ($1, $2, 't', $3, '{}', $4, $5)",
        [tenantId, firstIdAt(daysAgo(30).getTime() + key.length), key, daysAgo(30), sent],
      )
  })
  expect(await forgetSentEvents(db, daysAgo(7).getTime())).toBe(1)
  const rows = await db.tenant(tenantId, tx =>
    tx.query({ key: col.text }, 'select key from kernel_outbox order by key'),
  )
  expect(rows.map(row => row.key)).toEqual(['waiting', 'young'])
})

test('stored answers go by their age', async () => {
  await db.tenant(tenantId, async tx => {
    for (const [key, days] of [
      ['old', 8],
      ['young', 6],
    ] as const)
      await tx.execute(
        "insert into kernel_idempotency (tenant_id, key, request_hash, created_at) values ($1, $2, 'h', $3)",
        [tenantId, key, daysAgo(days)],
      )
  })
  expect(await forgetAnswers(db, daysAgo(7).getTime())).toBe(1)
  expect(await db.tenant(tenantId, tx => tx.query('select key from kernel_idempotency'))).toEqual([{ key: 'young' }])
})

test('works in batches, as many as one run may have', async () => {
  let rows = 25
  const limits: number[] = []
  const forget = async (limit: number) => {
    limits.push(limit)
    const gone = Math.min(rows, limit)
    rows -= gone
    return gone
  }
  expect(await forgetInBatches(forget, { batch: 10, batches: 2 })).toBe(20)
  expect(await forgetInBatches(forget, { batch: 10, batches: 2 })).toBe(5)
  expect(limits).toEqual([10, 10, 10])
  const abort = new AbortController()
  abort.abort()
  expect(await forgetInBatches(forget, { signal: abort.signal })).toBe(0)
})
