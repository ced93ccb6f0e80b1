import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aTenant } from '@wattyard/identity/testing'
import { type Field, writableFields } from '@wattyard/resource'
import { type Caller, col, type ServedResource } from '@wattyard/server-kit'
import { callerWith, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Records } from './records.ts'
import { sessionWorld } from './world.ts'

/*
 * Every reference in a form or a command × every role of the demonstration that may fill it: its picker answers, whether or not
 * the role may read what it refers to.
 */

const world = await sessionWorld()
const folder = mkdtempSync(join(tmpdir(), 'pickers-'))
let server: TestServer
let tenantId: string
let records: Records
let roles: { code: string; permissions: readonly string[]; row_scope: string }[] = []
afterAll(async () => {
  await server.close()
  await world.close()
  rmSync(folder, { recursive: true })
})

beforeAll(async () => {
  tenantId = (await aTenant(world.db, { code: 'home', isHome: true, profile: 'demo' })).tenantId
  await world.db.platform(tx =>
    world.identity.prepareDemoTenant(tx, { tenantId, dataFolder: folder, permissions: world.permissions }),
  )
  roles = await world.db.platform(tx =>
    tx.query(
      { code: col.text, permissions: col.texts, row_scope: col.text },
      'select code, permissions, row_scope from identity_role where tenant_id = $1',
      [tenantId],
    ),
  )
  server = await testServer({ modules: world.modules, db: world.db })
  records = new Records({ ...world, server }, callerWith({ tenantId }))
}, 120_000)

interface Picker {
  served: ServedResource
  action: string
  key: string
  of: Field
}

const pickers: readonly Picker[] = world.served.flatMap(served => {
  const { resource } = served
  const forms =
    resource.writes === 'crud'
      ? (['create', 'update'] as const).map(mode => [mode, writableFields(resource, mode)] as const)
      : []
  const inputs = Object.entries(resource.commands).map(
    ([command, { input = {} }]) => [command, Object.entries(input)] as const,
  )
  return [...forms, ...inputs].flatMap(([action, fields]) =>
    fields.flatMap(([key, of]) => (of.kind === 'ref' || of.kind === 'refs' ? [{ served, action, key, of }] : [])),
  )
})

/** Asks as the console does where no record is chosen for: an empty list of them is an empty text in a form. */
const ask = (as: Caller, { served: { resource }, action, key }: Picker, more: Record<string, unknown> = {}) =>
  server.call(`/api/${resource.path}/${action}Choices`, { field: key, records: '', ...more }, { as })

test('a role that may fill a field gets its choices, another gets none', { timeout: 120_000 }, async () => {
  const wrong: string[] = []
  const counts = { open: 0, closed: 0, unread: 0 }
  for (const { code, permissions, row_scope: rowScope } of roles) {
    const as = callerWith({ tenantId, permissions: [...permissions] })
    const limited = { ...as, scope: { operators: [], stations: [], investors: null } }
    for (const picker of pickers) {
      const place = `${code}: ${picker.served.resource.name}.${picker.action}.${picker.key}`
      const isOpen = permissions.includes(`${picker.served.resource.name}:${picker.action}`)
      const answer = await ask(as, picker)
      if (answer.status !== (isOpen ? 200 : 403)) wrong.push(`${place} answers ${answer.status} ${answer.code}`)
      counts[isOpen ? 'open' : 'closed']++
      if (isOpen && !permissions.includes(`${picker.of.of}:read`)) counts.unread++
      // Who sees nothing of the company gets an answer as well, unless the page itself is closed to them.
      const narrow = isOpen && rowScope === 'assigned' ? await ask(limited, picker) : null
      if (narrow && narrow.status !== 200 && narrow.code !== 'kernel.wholeTenantOnly')
        wrong.push(`${place}, limited, answers ${narrow.status} ${narrow.code}`)
    }
  }
  console.log(
    `conformance: ${pickers.length} pickers × ${roles.length} roles; ${counts.open} open, ${counts.unread} without the right to read`,
  )
  expect(wrong).toEqual([])
  expect(pickers.length).toBeGreaterThan(20)
  expect(counts.unread).toBeGreaterThan(0)
  expect(counts.closed).toBeGreaterThan(0)
})

test('a command on one record offers the records that it may run on', async () => {
  const as = callerWith({ tenantId, permissions: ['members.member:topUp'] })
  const of = { path: 'member/member' }
  const id = await records.target('members.member')
  const choices = (action: string, more: object) =>
    server.call(`/api/${of.path}/${action}Choices`, { field: 'id', records: '', ...more }, { as })
  expect((await choices('topUp', { ids: [id] })).data.list).toMatchObject([{ id }])
  const stranger = callerWith({ tenantId: (await aTenant(world.db, { code: 'third' })).tenantId })
  const { data } = await server.call(`/api/${of.path}/topUpChoices`, { field: 'id', ids: [id] }, { as: stranger })
  expect(data.list).toEqual([])
})

test('choices of a field name their own tenant alone, and no field that is none', { timeout: 60_000 }, async () => {
  const other = callerWith({ tenantId: (await aTenant(world.db, { code: 'other' })).tenantId })
  for (const picker of pickers) {
    const { of } = picker.of
    const target = world.served.find(one => one.resource.name === of)
    if (!target) throw new Error(`nothing serves ${of}`)
    const id = await records.target(target.resource.name)
    const { data } = await ask(other, picker, { ids: [id] })
    expect(data.list, `${picker.served.resource.name}.${picker.action}.${picker.key}`).toEqual([])
    expect((await ask(other, { ...picker, key: 'noSuch' })).code).toBe('kernel.invalid')
  }
})

test('an id gives a name where it is offered or stored in a record that is read, and nowhere else', async () => {
  const station = world.served.find(one => one.resource.name === 'assets.station')
  const of = station?.resource.fields.operator
  if (!station || !of?.only) throw new Error('a station takes any operator')
  const id = await records.target('assets.station')
  const offices = await world.db.platform(tx =>
    tx.query(
      { id: col.uuid, kind: col.text, name: col.text },
      'select id, kind, name from identity_office where tenant_id = $1',
      [tenantId],
    ),
  )
  const [operator, other] = [true, false].map(fits => offices.find(({ kind }) => (kind === 'operator') === fits))
  if (!operator || !other) throw new Error('the demonstration has no offices')
  const as = (...permissions: string[]) => callerWith({ tenantId, permissions })
  const editor = as('assets.station:read', 'assets.station:update')
  const writer = as('assets.station:update')
  const picker = { served: station, action: 'update', key: 'operator', of }
  const named = async (caller: Caller, ids: string[], more: Record<string, unknown> = {}): Promise<string[]> =>
    (await ask(caller, picker, { ids, ...more })).data.list.map((one: { label: string }) => one.label)
  expect(await named(editor, [operator.id, other.id])).toEqual([operator.name])
  expect(await named(editor, [other.id], { records: [id] })).toEqual([])
  await world.db.platform(tx => tx.execute('update assets_station set operator_id = $2 where id = $1', [id, other.id]))
  expect(await named(editor, [operator.id, other.id], { records: [id] })).toEqual([other.name, operator.name])
  expect(await named(editor, [other.id])).toEqual([])
  expect(await named(writer, [other.id], { records: [id] })).toEqual([])
  await world.db.platform(tx =>
    tx.execute('update assets_station set operator_id = $2 where id = $1', [id, operator.id]),
  )
})

test('an abnormal order is offered exactly the people who see it, and only to whoever may assign it', async () => {
  const abnormal = world.served.find(one => one.resource.name === 'charging.abnormal')
  const operations = roles.find(one => one.code === 'operations')
  if (!abnormal || !operations) throw new Error('the demonstration has changed')
  const id = await records.target('charging.abnormal')
  // Only an open case is given to somebody; the sample may have any state.
  await world.db.platform(tx => tx.execute("update charging_abnormal set state = 'open' where id = $1", [id]))
  const as = callerWith({ tenantId, permissions: [...operations.permissions] })
  expect(operations.permissions).not.toContain('identity.user:read')
  const picker = { served: abnormal, action: 'assign', key: 'assignee', of: { kind: 'ref' as const } }
  const offered: string[] = (await ask(as, picker, { records: [id] })).data.list.map((one: { id: string }) => one.id)
  const people = await world.db.platform(tx =>
    tx.query(
      { id: col.uuid, login: col.text },
      'select id, login_name as login from identity_user where tenant_id = $1',
      [tenantId],
    ),
  )
  const logins = people.filter(one => offered.includes(one.id)).map(one => one.login)
  // Whoever repairs reads no orders, an investor neither; the other two see the stations of other operators only.
  expect(logins.toSorted()).toEqual(['chenjing', 'lina', 'wangfang'])
  for (const person of people) {
    const answer = await server.call(
      '/api/charging/abnormal/assign',
      { ids: [id], assignee: person.id },
      { as, method: 'POST' },
    )
    expect([person.login, answer.success]).toEqual([person.login, offered.includes(person.id)])
  }
  expect((await ask(as, picker)).data.list).toEqual([])
  // People are found by the name that is shown, and by nothing of them that is not.
  await world.db.platform(tx =>
    tx.execute(`update identity_user set phone = '13957246813' where tenant_id = $1 and login_name = 'lina'`, [
      tenantId,
    ]),
  )
  const found = async (q: string): Promise<unknown[]> =>
    (await ask(as, picker, { records: [id], q })).data.list.map((one: { label: string }) => one.label)
  expect([await found('13957246813'), await found('572'), await found('lina')]).toEqual([[], [], []])
  expect(await found('李')).toEqual(['李娜'])
})
