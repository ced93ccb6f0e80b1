import { computed, defineResource, field, optional, type Resource } from '@wattyard/resource'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { createTableText } from '../resource/propose-table.ts'
import {
  type Authenticator,
  type CommandHandler,
  fileRoutes,
  newId,
  planTable,
  reportRoute,
  serveResource,
  type ServerModule,
} from '../index.ts'

/** A resource of the kernel's own tests, with a field of every kind. */
export const thing = defineResource({
  name: 'probe.thing',
  path: 'probe/thing',
  scope: { operator: 'owner', station: 'id' },
  writes: 'crud',
  fields: {
    code: field.code({ max: 20 }),
    name: field.text({ max: 50 }),
    note: optional(field.note({ max: 500 })),
    mood: field.oneOf(['calm', 'wild'], { initial: 'calm' }),
    tags: field.tags(),
    colours: optional(field.tags({ values: ['red', 'green'] })),
    active: field.boolean({ initial: true }),
    count: optional(field.integer({ min: -10, max: 1000 })),
    fee: optional(field.money()),
    deposit: optional(field.money({ min: 0.01, max: 500 })),
    voltage: optional(field.quantity('V', { decimals: 1, min: 0, max: 1000 })),
    month: optional(field.month()),
    opens: optional(field.timeOfDay()),
    closes: optional(field.timeOfDay({ max: 24 })),
    price: optional(field.price()),
    energy: optional(field.energy()),
    power: optional(field.power()),
    share: optional(field.percent()),
    seenAt: optional(field.instant()),
    day: optional(field.businessDay()),
    wait: optional(field.duration()),
    phone: optional(field.phone({ privacy: 'personal' })),
    mail: optional(field.email({ privacy: 'personal' })),
    site: optional(field.url()),
    owner: optional(field.ref('probe.owner')),
    helpers: field.refs('probe.owner'),
    place: optional(field.geoPoint()),
    zone: optional(field.zone()),
    key: optional(field.secret()),
    extra: optional(field.json()),
    paper: optional(field.file({ accept: ['pdf', 'text'], megabytes: 1 })),
    papers: optional(field.files({ max: 3 })),
    photo: optional(field.image()),
    photos: optional(field.images({ max: 2 })),
    story: optional(field.richText()),
    serial: optional(field.code({ fixed: true })),
    score: optional(computed(field.integer())),
  },
  list: {
    columns: ['code', 'name', 'mood', 'fee', 'owner', 'createdAt'],
    filters: [
      'code',
      'name',
      'mood',
      'tags',
      'active',
      'count',
      'fee',
      'price',
      'voltage',
      'month',
      'opens',
      'seenAt',
      'day',
      'owner',
      'helpers',
      'createdAt',
    ],
    sort: 'code',
    sorts: ['name', 'count', 'fee', 'seenAt', 'day', 'createdAt'],
    search: ['code', 'name'],
    totals: ['count', 'fee', 'energy', 'voltage', 'wait'],
  },
  form: [['code', 'name']],
  label: 'name',
  unique: [['code'], ['mood', 'serial']],
  commands: {
    poke: { on: 'one', input: { hard: optional(field.boolean()) } },
    pokeAll: { on: 'batch' },
    pay: { on: 'one', keyed: true, input: { amount: field.money() } },
    sweep: { on: 'none' },
  },
  exchange: { import: true },
})

export const owner = defineResource({
  name: 'probe.owner',
  path: 'probe/owner',
  scope: 'shared',
  writes: 'crud',
  fields: { code: field.code(), name: field.text(), nameEn: optional(field.text()), nameEs: optional(field.text()) },
  list: { columns: ['code', 'name'], filters: ['name'], sort: 'code', sorts: ['name'] },
  form: [
    ['code', 'name'],
    ['nameEn', 'nameEs'],
  ],
  label: 'name',
  labelIn: { en: 'nameEn', es: 'nameEs' },
  unique: [['code']],
})

// Definitions differ only in the types of their keys.
export const PLAIN = { thing: thing as unknown as Resource, owner: owner as unknown as Resource }

/** The tables as the kernel itself proposes them, so that the proposal is tested by everything here. */
export const TABLES = [PLAIN.owner, PLAIN.thing].map(one => createTableText(planTable(one))).join('\n')

const touch: CommandHandler<typeof thing, 'poke' | 'pokeAll'> = async (call, rows) => {
  await call.tx.execute(
    'update probe_thing set score = coalesce(score, 0) + 1, version = version + 1 where id = any($1::uuid[])',
    [rows.map(row => row.id)],
  )
  return { touched: rows.length }
}

/** Commands write, so that repeating one shows. */
export function probeModule(quotaBytes = ROOM): ServerModule {
  return {
    name: 'probe',
    routesOver: index => [...fileRoutes(index, { quotaBytes: async () => quotaBytes }), reportRoute(index)],
    resources: [
      serveResource(thing, {
        allows: (action, row) => action !== 'poke' || row.active === true,
        commands: {
          poke: touch,
          pokeAll: touch,
          pay: async (call, rows, { amount }) => {
            await touch(call, rows, {})
            return { touched: rows.length, paid: String(amount) }
          },
          sweep: async call => ({ gone: await call.tx.execute('delete from probe_thing where active = false') }),
        },
      }),
      serveResource(owner, {}),
    ],
  }
}

export interface Things {
  server: TestServer
  close(): Promise<void>
  as: ReturnType<typeof callerWith>
  save(values: Record<string, unknown>, options?: Parameters<TestServer['call']>[2]): ReturnType<TestServer['call']>
  list(input?: Record<string, unknown>, options?: Parameters<TestServer['call']>[2]): ReturnType<TestServer['call']>
}

/** Bytes that files of things may take, unless a test says otherwise. */
const ROOM = 100 * 1024 * 1024

/** Returns a server with things only, and somebody of one tenant who may do everything. */
export async function thingsServer({
  quotaBytes = ROOM,
  authenticator,
}: {
  quotaBytes?: number
  authenticator?: Authenticator
} = {}): Promise<Things> {
  const db = await testDatabase({ sql: TABLES })
  const server = await testServer({
    modules: [probeModule(quotaBytes)],
    db,
    ...(authenticator ? { authenticator } : {}),
  })
  const as = callerWith({ tenantId: newId() })
  return {
    server,
    as,
    async close() {
      await server.close()
      await db.close()
    },
    save: (values, options = {}) => server.call('/api/probe/thing/save', values, { as, ...options }),
    list: (input = {}, options = {}) => server.call('/api/probe/thing/list', input, { as, ...options }),
  }
}

let made = 0
/** Returns the least that a thing needs, with a code of its own. */
export function aThing(differs: Record<string, unknown> = {}): Record<string, unknown> {
  made++
  return { code: `T${String(made).padStart(5, '0')}`, name: `thing ${made}`, ...differs }
}
