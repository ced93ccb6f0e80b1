import { aTenant, aUser } from '@wattyard/identity/testing'
import { computed, defineResource, field, optional } from '@wattyard/resource'
import {
  type Caller,
  createTableText,
  type Database,
  newId,
  planTable,
  serveResource,
  type ServerModule,
} from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platformModule } from '../index.ts'

const till = defineResource({
  name: 'probe.till',
  path: 'probe/till',
  scope: { operator: 'operator', station: 'station' },
  writes: 'commands-only',
  fields: {
    operator: computed(optional(field.ref('identity.office'))),
    station: computed(field.ref('assets.station')),
    paid: computed(field.money()),
  },
  list: { columns: ['paid'], filters: [], sort: 'paid' },
  label: 'paid',
  commands: { pay: { on: 'one', keyed: true, input: { amount: field.money() } } },
})

let paid = 0
const probe: ServerModule = {
  name: 'probe',
  resources: [
    serveResource(till, {
      commands: {
        async pay() {
          paid++
        },
      },
      secondPerson: {
        pay: {
          from_fen: 0n,
          side: 'gives',
          restsOn: ['paid_fen'],
          weigh: (_call, _row, { amount }) => ({
            moves_fen: BigInt(String(amount)),
            weighs_fen: BigInt(String(amount)),
          }),
        },
      },
    }),
  ],
}

let db: Database
let server: TestServer

beforeAll(async () => {
  db = await testDatabase({ sql: createTableText(planTable(till as never)) }) // the definition's own key types are narrower
  server = await testServer({ db, modules: [platformModule, probe] })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

test('what somebody asked for is not carried out while it is out of their reach', async () => {
  const { tenantId, roleIds } = await aTenant(db)
  const station = newId()
  const { id: userId } = await aUser(db, tenantId, { roleIds: [roleIds.admin] })
  const ann: Caller = callerWith({ tenantId, userId })
  const bob = callerWith({ tenantId })
  const id = newId()
  await db.tenant(tenantId, tx =>
    tx.execute('insert into probe_till (tenant_id, id, station_id, paid_fen) values ($1, $2, $3, 0)', [
      tenantId,
      id,
      station,
    ]),
  )
  const asked = await server.call('/api/probe/till/pay', { id, amount: '5' }, { as: ann, key: newId() })
  const approve = () =>
    server.call('/api/platform/approval/approve', { id: asked.data.approval }, { as: bob, key: newId() })
  const worksAt = (place: string) =>
    db.platform(async tx => {
      await tx.execute(
        "update identity_role set row_scope = 'assigned', code = 'yard', permissions = array['probe.till:pay'] where id = $1",
        [roleIds.admin],
      )
      await tx.execute('update identity_user set scope_station_ids = array[$2::uuid] where id = $1', [userId, place])
    })
  await worksAt(newId())
  expect(await approve()).toMatchObject({ status: 409, code: 'platform.askerGone' })
  expect(paid).toBe(0)
  await db.platform(tx => tx.execute("update identity_role set row_scope = 'tenant' where id = $1", [roleIds.admin]))
  expect(await approve()).toMatchObject({ success: true })
  expect(paid).toBe(1)
})
