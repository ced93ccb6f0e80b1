import { computed, defineResource, field, optional, type Resource } from '@wattyard/resource'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../caller.ts'
import { createTableText, type CommandHandler, newId, planTable, serveResource } from '../index.ts'

const person = defineResource({
  name: 'probe.person',
  path: 'probe/person',
  scope: 'shared',
  writes: 'crud',
  fields: { code: field.code() },
  list: { columns: ['code'], filters: [], sort: 'code' },
  form: [['code']],
  label: 'code',
})

/** Whose it is, people say; else it is its maker's. */
const ticket = defineResource({
  name: 'probe.ticket',
  path: 'probe/ticket',
  scope: { owner: 'assignee' },
  writes: 'crud',
  fields: { code: field.code(), assignee: field.ref('probe.person'), hours: field.integer() },
  list: {
    columns: ['code', 'assignee', 'hours'],
    filters: ['assignee'],
    sort: 'code',
    totals: ['hours'],
    search: ['code'],
  },
  form: [['code', 'assignee', 'hours']],
  label: 'code',
  unique: [['code']],
  commands: { close: { on: 'batch' } },
  exchange: { import: true },
})

/** Whose it is never changes: who made it. */
const remark = defineResource({
  name: 'probe.remark',
  path: 'probe/remark',
  scope: { through: 'ticket', of: ticket, owner: 'author' },
  writes: 'crud',
  fields: {
    code: field.code(),
    ticket: optional(field.ref('probe.ticket')),
    author: computed(field.ref('probe.person')),
  },
  list: { columns: ['code', 'ticket'], filters: ['ticket'], sort: 'code' },
  form: [['code', 'ticket']],
  label: 'code',
})

/** Names a ticket, and is everybody's. */
const bill = defineResource({
  name: 'probe.bill',
  path: 'probe/bill',
  scope: 'shared',
  writes: 'crud',
  fields: { code: field.code(), ticket: optional(field.ref('probe.ticket')) },
  list: { columns: ['code', 'ticket'], filters: [], sort: 'code' },
  form: [['code', 'ticket']],
  label: 'code',
})

const close: CommandHandler<typeof ticket, 'close'> = async (_call, rows) => ({ closed: rows.length })

const tenantId = newId()
const DEEDS = ['read', 'create', 'update', 'delete', 'export', 'import', 'close']
const may = (...more: string[]) => [
  ...['ticket', 'remark', 'bill', 'person'].flatMap(name => DEEDS.map(deed => `probe.${name}:${deed}`)),
  ...more,
]
let server: TestServer
let ann: Caller
let bob: Caller
let chief: Caller
let [annsTicket, bobsTicket] = ['', '']
const counted = { tickets: 0 }
const code = () => `T${++counted.tickets}`

const call = async (path: string, input: Record<string, unknown>, as: Caller) =>
  server.call(`/api/probe/${path}`, input, { as, key: newId() })
async function made(path: string, values: Record<string, unknown>, as: Caller): Promise<string> {
  const answer = await call(`${path}/save`, values, as)
  if (!answer.success) throw new Error(answer.text)
  return answer.data.id
}
const codes = async (path: string, input: Record<string, unknown>, as: Caller): Promise<string[]> =>
  (await call(`${path}/list`, input, as)).data.list.map((row: { code: string }) => row.code)

beforeAll(async () => {
  const plain = [person, ticket, remark, bill].map(one => one as unknown as Resource) // as placesServer
  const db = await testDatabase({ sql: plain.map(one => createTableText(planTable(one))).join('\n') })
  const resources = [
    serveResource(person, {}),
    serveResource(ticket, { commands: { close } }),
    serveResource(remark, {}),
    serveResource(bill, {}),
  ]
  server = await testServer({ modules: [{ name: 'probe', resources }], db })
  const admin = callerWith({ tenantId })
  const [a, b] = [await made('person', { code: 'ANN' }, admin), await made('person', { code: 'BOB' }, admin)]
  ann = callerWith({ tenantId, userId: a, permissions: may() })
  bob = callerWith({ tenantId, userId: b, permissions: may() })
  chief = callerWith({ tenantId, permissions: may('probe.ticket:all', 'probe.remark:all') })
  annsTicket = await made('ticket', { code: 'ANNS', hours: 2 }, ann)
  bobsTicket = await made('ticket', { code: 'BOBS', hours: 3 }, bob)
})
afterAll(async () => {
  await server.close()
  await server.db.close()
})

describe('what one may read', () => {
  test('lists, filters, search and totals have own rows, and everybody’s with the permission', async () => {
    expect(await codes('ticket', {}, ann)).toEqual(['ANNS'])
    expect(await codes('ticket', {}, chief)).toEqual(['ANNS', 'BOBS'])
    expect(await codes('ticket', { filter: { assignee: bob.userId } }, ann)).toEqual([])
    expect(await codes('ticket', { q: 'bob' }, ann)).toEqual([])
    expect((await call('ticket/totals', {}, ann)).data).toMatchObject({ rows: 1, totals: { hours: 2 } })
    expect((await call('ticket/totals', {}, chief)).data).toMatchObject({ rows: 2, totals: { hours: 5 } })
  })

  test('a picker, one record and its history are missing as if there were none', async () => {
    expect((await call('ticket/select', {}, ann)).data.list).toHaveLength(1)
    expect((await call('ticket/select', { ids: [bobsTicket] }, ann)).data.list).toEqual([])
    for (const path of ['get', 'history'])
      expect((await call(`ticket/${path}`, { id: bobsTicket }, ann)).code).toBe('kernel.notFound')
    expect(await call('ticket/history', { id: bobsTicket }, bob)).toMatchObject({ success: true })
  })

  test('exports as a sheet and on paper have own rows', async () => {
    const exported = async (format: string, as: Caller) =>
      server.call('/api/probe/ticket/export', { format }, { as, method: 'GET' })
    for (const format of ['csv', 'pdf']) {
      expect((await exported(format, ann)).headers['x-total-rows'], format).toBe('1')
      expect((await exported(format, chief)).headers['x-total-rows'], format).toBe('2')
    }
    expect((await exported('csv', ann)).text).toContain('ANNS')
    expect((await exported('csv', ann)).text).not.toContain('BOBS')
  })

  test('who sees a part of the company and no place tells them apart reads own rows, whatever they may', async () => {
    const part = { operators: [newId()], stations: null, investors: null }
    expect(await codes('ticket', {}, { ...chief, scope: part })).toEqual([])
    expect(await codes('ticket', {}, { ...ann, permissions: chief.permissions, scope: part })).toEqual(['ANNS'])
  })

  test('what hangs on a record of somebody else is out of reach as well', async () => {
    await made('remark', { code: 'ON-ANNS', ticket: annsTicket }, ann)
    const other = await made('remark', { code: 'ON-BOBS', ticket: bobsTicket }, bob)
    expect(await codes('remark', {}, ann)).toEqual(['ON-ANNS'])
    expect((await call('remark/get', { id: other }, ann)).code).toBe('kernel.notFound')
    // Everybody's remarks, but only on tickets that one reaches.
    const half = callerWith({ tenantId, userId: ann.userId, permissions: may('probe.remark:all') })
    expect(await codes('remark', {}, half)).toEqual(['ON-ANNS'])
    expect(await codes('remark', {}, chief)).toEqual(['ON-ANNS', 'ON-BOBS'])
  })

  test('its name is read on a record that one reaches', async () => {
    const admin = callerWith({ tenantId })
    const id = await made('bill', { code: 'BILL', ticket: bobsTicket }, admin)
    const { data } = await call('bill/get', { id }, ann)
    expect(data.labels['probe.ticket']).toEqual({ [bobsTicket]: 'BOBS' })
  })
})

describe('what one may change', () => {
  test('refuses change, deletion and commands on other owners’ records', async () => {
    for (const [path, input] of [
      ['save', { id: bobsTicket, hours: 9 }],
      ['del', { id: bobsTicket }],
      ['close', { ids: [annsTicket, bobsTicket] }],
    ] as const)
      expect((await call(`ticket/${path}`, input, ann)).code, path).toBe('kernel.notFound')
    expect((await call('ticket/close', { ids: [annsTicket] }, ann)).data).toEqual({ closed: 1 })
    expect((await call('ticket/save', { id: bobsTicket, hours: 3 }, chief)).success).toBe(true)
  })

  test('a new record is its maker’s, where the field is written and where the server sets it', async () => {
    const { data } = await call('ticket/save', { code: code(), hours: 1 }, ann)
    expect(data.assignee).toBe(ann.userId)
    const remarked = await call('remark/save', { code: code(), ticket: annsTicket }, ann)
    expect(remarked.data.author).toBe(ann.userId)
    expect((await call('ticket/save', { code: code(), hours: 1, assignee: ann.userId }, ann)).success).toBe(true)
    await call('ticket/del', { id: data.id }, ann)
  })

  test('whose it is changes who reaches everybody’s, in forms and in sheets', async () => {
    const id = await made('ticket', { code: code(), hours: 1 }, ann)
    const refused = { code: 'kernel.invalid', data: { fields: { assignee: expect.any(String) } } }
    expect(await call('ticket/save', { id, assignee: bob.userId }, ann)).toMatchObject(refused)
    expect(await call('ticket/save', { code: code(), hours: 1, assignee: bob.userId }, ann)).toMatchObject(refused)
    expect((await call('ticket/save', { id, assignee: ann.userId, hours: 4 }, ann)).success).toBe(true)
    expect((await call('ticket/save', { id, assignee: bob.userId }, chief)).success).toBe(true)
    expect((await call('ticket/get', { id }, ann)).code).toBe('kernel.notFound')
    const sheet = [
      { line: 2, values: { code: code(), hours: '1', assignee: 'BOB' } },
      { line: 3, values: { code: code(), hours: '1' } },
    ]
    const { data } = await call('ticket/import', { dryRun: false, rows: sheet }, ann)
    expect(data).toMatchObject({
      accepted: 1,
      refused: 1,
      rows: [{ line: 2, fields: { assignee: expect.any(String) } }],
    })
  })

  test('a reference to what one does not reach reads like one to nothing', async () => {
    const { data } = await call('bill/save', { code: 'B2', ticket: bobsTicket }, ann)
    expect(Object.keys(data.fields)).toEqual(['ticket'])
  })
})

test('an owner is one person of the definition', () => {
  const wrong = { ...ticket, fields: { ...ticket.fields, team: field.refs('probe.person') } }
  expect(() => defineResource({ ...wrong, scope: { owner: 'team' } })).toThrow(/one person/)
  expect(() => defineResource({ ...wrong, scope: { owner: 'nobody' } })).toThrow(/unknown field/)
  expect(ticket.permissions).toContain('probe.ticket:all')
  expect(bill.permissions).not.toContain('probe.bill:all')
})
