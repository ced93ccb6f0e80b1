import { computed, defineResource, field, optional } from '@wattyard/resource'
import {
  type Caller,
  col,
  createTableText,
  type Database,
  indexResources,
  newId,
  planTable,
  serveResource,
  type ServerModule,
} from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalsFor, platformModule } from './index.ts'

/** A driver whose wallet takes a second person, and who can be named beside another. */
const driver = defineResource({
  name: 'probe.driver',
  path: 'probe/driver',
  scope: 'shared',
  writes: 'commands-only',
  fields: { name: computed(field.text()), paid: computed(field.money()) },
  list: { columns: ['name', 'paid'], filters: [], sort: '-paid', search: ['name'] },
  label: 'name',
  masked: { name: 'name' },
  commands: {
    pay: { on: 'one', keyed: true, input: { amount: field.money(), from: optional(field.ref('probe.driver')) } },
  },
})

const probe: ServerModule = {
  name: 'probe',
  resources: [
    serveResource(driver, {
      commands: {
        async pay({ tx }, rows) {
          await tx.query({ id: col.uuid }, 'select id from probe_driver where tenant_id = $1 and id = $2', [
            tx.tenantId,
            rows[0]?.id,
          ])
        },
      },
      secondPerson: {
        pay: {
          from_fen: 0n,
          side: 'gives',
          weigh: (_call, _row, { amount }) => ({ moves_fen: amount, weighs_fen: amount }),
        },
      },
    }),
  ],
}

const index = indexResources([platformModule, probe])
const [tenantId, driverId, otherId] = [newId(), newId(), newId()]
const asker = callerWith({ tenantId, displayName: 'Ann' })
const RIGHTS = ['probe.driver:read', 'probe.driver:pay', 'platform.approval:read', 'platform.approval:all']
const MORE = ['platform.approval:approve', 'platform.audit:read', 'platform.audit:export']
const masking = callerWith({ tenantId, permissions: [...RIGHTS, ...MORE] })
const seeing = callerWith({ tenantId, permissions: [...RIGHTS, ...MORE, 'platform.personal:see'] })
let db: Database
let server: TestServer

beforeAll(async () => {
  db = await testDatabase({ sql: createTableText(planTable(driver as never)) }) // the definition's own key types are narrower
  server = await testServer({ db, modules: [platformModule, probe] })
  await db.tenant(tenantId, tx =>
    tx.execute(
      `insert into probe_driver (tenant_id, id, name, paid_fen, search_text)
       values ($1, $2, '张伟民', 0, ''), ($1, $3, '李思源', 0, '')`,
      [tenantId, driverId, otherId],
    ),
  )
  const input = { id: driverId, amount: '5', from: otherId }
  const asked = await server.call('/api/probe/driver/pay', input, { as: asker, key: newId() })
  if (asked.data?.waitsForApproval !== true) throw new Error('nobody was asked')
  // As the history of a driver keeps a change: masked.
  await db.tenant(tenantId, tx =>
    tx.execute(
      `insert into kernel_audit (tenant_id, id, at, actor_name, resource, record_id, action, before, after)
       values ($1, $2, now(), 'Ann', 'probe.driver', $3, 'update', '{"name":"王**"}', '{"name":"张**"}')`,
      [tenantId, newId(), driverId],
    ),
  )
})
afterAll(async () => {
  await server.close()
  await db.close()
})

interface Entry {
  resource: string
  recordId: string
  before: { name?: string } | null
  after: { name?: string; subject?: string } | null
}

/** What a person is called by one reader: at home, in the requests, on the own record, and in the log. */
async function namesFor(as: Caller) {
  const home = await db.tenant(tenantId, tx => approvalsFor(tx, as, index))
  const requests = (await server.call('/api/platform/approval/list', {}, { as })).data
  const one = (await server.call('/api/platform/approval/get', { id: requests.list[0].id }, { as })).data
  const own = (await server.call('/api/probe/driver/get', { id: driverId }, { as })).data
  const log = (await server.call('/api/platform/audit/list', { pageSize: 50 }, { as })).data
  const entries = log.list as Entry[]
  const ofRequest = entries.find(({ resource }) => resource === 'platform.approval')
  const ofDriver = entries.find(({ resource }) => resource === 'probe.driver')
  return {
    record: own.name,
    home: home.subjects,
    requests: requests.list.map(({ subject }: { subject: string }) => subject),
    request: one.subject,
    logged: log.labels['platform.approval'][ofRequest?.recordId ?? ''],
    said: ofRequest?.after?.subject,
    driver: log.labels['probe.driver'][driverId],
    values: [ofDriver?.before?.name, ofDriver?.after?.name],
  }
}

test('one reader sees one name at home, in requests, on the record and in the log', async () => {
  const clear = '张伟民 · 李思源'
  expect(await namesFor(seeing)).toEqual({
    record: '张伟民',
    home: [clear],
    requests: [clear],
    request: clear,
    logged: clear,
    said: clear,
    driver: '张伟民',
    // The name before was stored masked and is nobody's now.
    values: ['王**', '张伟民'],
  })
  const hidden = '张** · 李**'
  expect(await namesFor(masking)).toEqual({
    record: '张**',
    home: [hidden],
    requests: [hidden],
    request: hidden,
    logged: hidden,
    said: hidden,
    driver: '张**',
    values: ['王**', '张**'],
  })
})

test('the file of the log says the names that its page says to this reader, and no other', async () => {
  const file = async (as: Caller): Promise<string> =>
    (await server.call('/api/platform/audit/export', {}, { as, method: 'GET' })).text
  const [clear, hidden] = [await file(seeing), await file(masking)]
  expect(clear).toContain(',张伟民 · 李思源,')
  expect(hidden).toContain(',张** · 李**,')
  for (const name of ['张伟民', '李思源']) expect(hidden).not.toContain(name)
})

test('what is stored, sent and searched stays masked, and a person who was renamed is called as stored', async () => {
  const stored = await db.tenant(tenantId, tx =>
    tx.query({ subject: col.text }, 'select subject from platform_approval where tenant_id = $1', [tenantId]),
  )
  expect(stored).toEqual([{ subject: '张** · 李**' }])
  await db.tenant(tenantId, tx =>
    tx.execute("update probe_driver set name = '赵敏' where tenant_id = $1 and id = $2", [tenantId, driverId]),
  )
  expect((await namesFor(seeing)).request).toBe('张** · 李思源')
})
