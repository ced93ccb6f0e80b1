import { type Caller, type Database, newId } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTenant, TEST_HASH_COST } from '../../testing/index.ts'
import { createIdentity } from '../create-identity.ts'

/*
 * Contacts of offices are people: whoever only reads offices, such as a guest, reads them masked (decision 389).
 */

const READ = ['identity.office:read', 'identity.office:export']
const KEEP = [...READ, 'identity.office:update']
const WHOLE = { contact: '周敏', phone: '13912345678' }

let db: Database
let server: TestServer
let tenantId: string
let id: string

beforeAll(async () => {
  db = await testDatabase()
  tenantId = (await aTenant(db, { code: 'home', isHome: true })).tenantId
  const secrets = { login: 'b6'.repeat(32), factors: 'd4'.repeat(32) }
  const identity = createIdentity({ profile: 'production', db, secrets, version: '0', hashCost: TEST_HASH_COST })
  server = await testServer({ db, modules: [identity.module] })
  const answer = await ask(
    'save',
    { code: 'O1', name: '运营中心', kind: 'operator', ...WHOLE },
    callerWith({ tenantId }),
  )
  if (!answer.success) throw new Error(answer.text)
  ;({ id } = answer.data)
})
afterAll(async () => {
  await server.close()
  await db.close()
})

const ask = (path: string, input: Record<string, unknown>, as: Caller) =>
  server.call(`/api/sys/office/${path}`, input, { as })
const holding = (permissions: readonly string[], readOnly = false): Caller =>
  callerWith({ tenantId, permissions: [...permissions], userId: newId(), readOnly })
async function told(as: Caller): Promise<string[]> {
  const record = (await ask('get', { id }, as)).data
  const list = (await ask('list', {}, as)).data.list[0]
  expect([list.contact, list.phone]).toEqual([record.contact, record.phone])
  return [record.contact, record.phone]
}
const fileOf = async (as: Caller): Promise<string> =>
  (await server.call('/api/sys/office/export', { format: 'csv', columns: 'code,contact,phone' }, { as, method: 'GET' }))
    .text

test('who only reads offices gets their contacts masked, in files too', async () => {
  const reader = holding(READ)
  const [contact, phone] = await told(reader)
  expect([contact, phone]).not.toContain(WHOLE.contact)
  expect(phone).toMatch(/^139\*+5678$/)
  const file = await fileOf(reader)
  expect(file).toContain('O1')
  for (const secret of Object.values(WHOLE)) expect(file).not.toContain(secret)
})

test('who may change offices sees them whole, in a file that can be brought back as well', async () => {
  const keeper = holding(KEEP)
  expect(await told(keeper)).toEqual([WHOLE.contact, WHOLE.phone])
  const file = await fileOf(keeper)
  for (const secret of Object.values(WHOLE)) expect(file).toContain(secret)
})

test('a guest sees them masked, whatever their role holds', async () => {
  expect(await told(holding(KEEP, true))).not.toContain(WHOLE.contact)
})

test('who sees personal data needs no other right', async () => {
  expect(await told(holding([...READ, 'platform.personal:see']))).toEqual([WHOLE.contact, WHOLE.phone])
})
