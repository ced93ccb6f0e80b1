import { type Caller, type Database, newId } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTenant, aUser, TEST_HASH_COST } from '../../testing/index.ts'
import { createIdentity } from '../create-identity.ts'

let db: Database
let server: TestServer
let admin: Caller
let head: string

beforeAll(async () => {
  db = await testDatabase()
  const { tenantId, roleIds } = await aTenant(db, { code: 'home', isHome: true })
  const identity = createIdentity({
    profile: 'production',
    db,
    secrets: { login: 'b6'.repeat(32), factors: 'd4'.repeat(32) },
    version: '0',
    hashCost: TEST_HASH_COST,
    stationCounts: async () => null,
  })
  server = await testServer({ db, modules: [identity.module] })
  admin = callerWith({ tenantId, userId: (await aUser(db, tenantId, { roleIds: [roleIds.admin] })).id })
  head = (await aUser(db, tenantId, { displayName: '机构负责人' })).id
})
afterAll(async () => {
  await server.close()
  await db.close()
})

/** Runs something while a transaction that takes its locks by `sql` is open. */
async function whileHeld<T>(sql: string, values: readonly unknown[], run: () => Promise<T>): Promise<T> {
  const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = db.platform(async tx => {
    await tx.execute(sql, values)
    held.resolve()
    await done.promise
  })
  await held.promise
  try {
    return await run()
  } finally {
    done.resolve()
    await holding
  }
}

test('the check of an import takes no lock of the company: it passes while another writer holds it', async () => {
  const rows = [{ line: 2, values: { code: 'CHECKED', name: '检查', kind: 'department' } }]
  const answer = await whileHeld(
    'update identity_tenant set status = status where tenant_id = $1',
    [admin.tenantId],
    () => server.call('/api/sys/office/import', { dryRun: true, rows }, { as: admin }),
  )
  expect(answer.data).toEqual({ accepted: 1, refused: 0, rows: [] })
})

test('a person is shut out while a transaction names them', async () => {
  const statement = `insert into identity_office (tenant_id, id, code, name, kind, head_id, path) values ($1, $2, 'NAMES', '点名', 'department', $3, '/')`
  const [signedOut, disabled] = await whileHeld(statement, [admin.tenantId, newId(), head], async () => [
    await server.call('/api/sys/user/signOut', { id: head }, { as: admin }),
    await server.call('/api/sys/user/disable', { id: head }, { as: admin }),
  ])
  expect([signedOut?.status, disabled?.success]).toEqual([200, true])
})

test('a tree of more rows than are written at once comes whole, with its parents further down', async () => {
  const row = (line: number, code: string, parent: string) => ({
    line,
    values: { code, name: code, kind: 'department', parent },
  })
  const rows = Array.from({ length: 260 }, (_, i) => row(i + 2, `LEAF${i}`, 'MIDDLE'))
  rows.push(row(262, 'MIDDLE', 'TOP'), row(263, 'TOP', ''))
  for (const dryRun of [true, false]) {
    const answer = await server.call('/api/sys/office/import', { dryRun, rows }, { as: admin })
    expect(answer.data).toEqual({ accepted: 262, refused: 0, rows: [] })
  }
})
