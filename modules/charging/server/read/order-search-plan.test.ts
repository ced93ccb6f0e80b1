import { col, type Database, listRecords, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { order } from '../../contract/index.ts'

/*
 * The quick search of orders asks one question of several parts joined by "or": a part without an index has every order read.
 */

const tenantId = newId()
/** Enough for the planner to prefer indexes that serve the question to reading all, newest first. */
const ORDERS = 30_000
/** Orders of a few places and of many cards, as the owner loads them. */
const FILLED = `insert into charging_order (tenant_id, id, order_no, operator_id, station_id, pile_id, connector_number, tag, start_method, state, started_at, last_fact_at)
  select '${tenantId}', gen_random_uuid(), 'P' || lpad(n::text, 12, '0'), md5((n % 3)::text)::uuid, md5((n % 20)::text)::uuid, md5((n % 200)::text)::uuid, 1,
    'CARD' || lpad((n % 20000)::text, 8, '0'), 'tag', 'closed', now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, ${ORDERS}) n;
  analyze charging_order;`

let db: Database
beforeAll(async () => {
  db = await testDatabase({ sql: FILLED })
}, 120_000)
afterAll(() => db.close())

/** Returns how the database reads the first page of a search, as the route asks for it. */
async function planOf(tx: Tx, q: string): Promise<string> {
  const asked: [text: string, values: readonly unknown[]][] = []
  const recording = {
    query: (_shape: unknown, text: string, values: readonly unknown[] = []) => {
      asked.push([text, values])
      return Promise.resolve([])
    },
  }
  const served = { resource: order } as unknown as Parameters<typeof listRecords>[2]
  const index = { byName: () => undefined, copies: [] } as unknown as Parameters<typeof listRecords>[3]
  const input = { q, page: 1, pageSize: 20 } as Parameters<typeof listRecords>[4]
  await listRecords(recording as unknown as Tx, callerWith({ tenantId }), served, index, input)
  const rows = asked.find(([text]) => text.startsWith('select charging_order.* from charging_order'))
  if (!rows) throw new Error('no orders were asked for')
  const told = await tx.query({ 'QUERY PLAN': col.text }, `explain ${rows[0]}`, rows[1])
  return told.map(line => line['QUERY PLAN']).join('\n')
}

test.each([
  ['4711', 'charging_order_tag_end'],
  ['CARD00004711', 'charging_order_tag'],
  ['P000000004711', 'charging_order_number'],
])('%s is looked up in every index that it may be in, and no order is read besides', async (q, index) => {
  const plan = await db.tenant(tenantId, tx => planOf(tx, q))
  expect(plan).toMatch(/BitmapOr/)
  expect(plan).toMatch(new RegExp(`Bitmap Index Scan on ${index}\\b`))
  expect(plan).not.toMatch(/Seq Scan|charging_order_started/)
})
