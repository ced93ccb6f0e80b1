import { platformModule as platform } from '@wattyard/platform/server'
import { type Database, newId, col } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetEvents } from './retention.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-20T00:00:00Z')
let db: Database
let server: TestServer
const tenants = [newId(), newId()].toSorted((a, b) => (a < b ? -1 : 1))

beforeAll(async () => {
  db = await testDatabase()
  server = await testServer({ db, modules: [platform] })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

async function anEvent(tenantId: string, ageDays: number): Promise<void> {
  await db.tenant(tenantId, tx =>
    tx.execute(
      "insert into gateway_event (tenant_id, id, kind, severity, detail, at) values ($1, $2, 'wrong-key', 'warning', $3, $4)",
      [tenantId, newId(), `${ageDays}`, new Date(NOW - ageDays * DAY_MS)],
    ),
  )
}

async function aCommand(tenantId: string, ageDays: number, ended = true): Promise<void> {
  const at = new Date(NOW - ageDays * DAY_MS)
  await db.tenant(tenantId, tx =>
    tx.execute(
      `insert into gateway_command (tenant_id, id, created_at, pile_id, kind, payload, detail, asked_by, not_before_at, expires_at, ended_at)
       values ($1, $2, $3, $4, 'reset', '{}', $5, 'x', $3, $3, $6)`,
      [tenantId, newId(), at, newId(), `${ageDays}${ended ? '' : ' open'}`, ended ? at : null],
    ),
  )
}

async function left(tenantId: string): Promise<unknown> {
  const read = (table: string) =>
    db.tenant(tenantId, async tx =>
      (await tx.query({ detail: col.text }, `select detail from ${table} order by detail`)).map(row => row.detail),
    )
  return { events: await read('gateway_event'), commands: await read('gateway_command') }
}

test('events and ended commands go after the days their tenant keeps them, open commands stay', async () => {
  const [first = '', second = ''] = tenants
  for (const tenantId of tenants) {
    for (const age of [10, 179, 181, 400]) await anEvent(tenantId, age)
    for (const age of [179, 181]) await aCommand(tenantId, age)
    await aCommand(tenantId, 500, false)
  }
  const as = callerWith({ tenantId: second })
  const keep = (key: string, value: number) => server.call('/api/platform/setting/save', { key, value }, { as })
  expect((await keep('gateway.eventKeepDays', 179)).success).toBe(false)
  expect((await keep('gateway.eventKeepDays', 365)).success).toBe(true)
  expect(await forgetEvents(db, NOW)).toBe(2 + 1 + 1 + 1)
  expect(await left(first)).toEqual({ events: ['10', '179'], commands: ['179', '500 open'] })
  expect(await left(second)).toEqual({ events: ['10', '179', '181'], commands: ['179', '500 open'] })
  expect(await forgetEvents(db, NOW)).toBe(0)
})
