import { defineDictionary, defineResource, field, optional, type Resource } from '@wattyard/resource'
import {
  type Caller,
  createLiveBus,
  createTableText,
  type Database,
  type LiveEvent,
  newId,
  planTable,
  serveResource,
  type ServerModule,
} from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DictionaryView, type EntryView } from '../../contract/calls/dict-entry.ts'
import { createPlatform } from '../index.ts'

/** Words of it are those of a dictionary of another module: it exists, whatever its name says. */
const CAUSE = defineDictionary('members.blockReason', [
  'unpaid',
  'misuse',
  'cardLost',
  'ownRequest',
  'duplicate',
  'other',
])
const STATE = 'platform.approval.state'

const fault = defineResource({
  name: 'probe.fault',
  path: 'probe/fault',
  scope: 'shared',
  writes: 'crud',
  fields: {
    code: field.code({ max: 20 }),
    cause: optional(field.choice(CAUSE)),
    marks: field.choices(CAUSE),
    mood: field.oneOf(['calm', 'wild'], { initial: 'calm' }),
  },
  list: { columns: ['code', 'cause', 'marks'], filters: ['cause', 'marks'], sort: 'code' },
  form: [['code', 'cause', 'marks', 'mood']],
  label: 'code',
  unique: [['code']],
  commands: { close: { on: 'one', input: { why: field.choice(CAUSE) } } },
  exchange: { import: true },
})

let db: Database
let server: TestServer
/** A second process over the same database. */
let beside: TestServer
let as: Caller
const heard: LiveEvent[] = []

function modulesOf(live?: ReturnType<typeof createLiveBus>): ServerModule[] {
  const platform = createPlatform(live ? { live } : {})
  const probe: ServerModule = {
    name: 'probe',
    pages: { '/basedata/type': { anyOf: ['probe.fault:read'] } },
    resources: [serveResource(fault, { commands: { close: async (_call, _rows, input) => input } })],
  }
  const modules = [platform.module, probe]
  platform.learn(modules)
  return modules
}

beforeAll(async () => {
  db = await testDatabase({ sql: createTableText(planTable(fault as unknown as Resource)) })
  const live = createLiveBus()
  live.subscribe(event => heard.push(event))
  server = await testServer({ db, modules: modulesOf(live) })
  beside = await testServer({ db, modules: modulesOf() })
})
afterAll(async () => {
  await server.close()
  await beside.close()
  await db.close()
})
beforeEach(() => {
  as = callerWith({ tenantId: newId(), displayName: 'Ann' })
  heard.length = 0
})

const call = (path: string, input: Record<string, unknown> = {}, who = as, on = server) =>
  on.call(`/api/${path}`, input, { as: who })
const save = (input: Record<string, unknown>, who = as) => call('console/dict/save', input, who)
const own = (code: string, wordZh = code, more: Record<string, unknown> = {}) =>
  save({ dictionary: CAUSE.name, code, wordZh, ...more })
const anOwn = async (code: string, wordZh = code, more: Record<string, unknown> = {}) => {
  const answer = await own(code, wordZh, more)
  expect(answer.data?.fields ?? answer.code).toBe('0')
  return answer.data
}
const view = async (name: string, who = as): Promise<DictionaryView> => {
  const { data } = await server.call('/api/console/dict/all', {}, { as: who, method: 'GET' })
  const found = (data.list as DictionaryView[]).find(one => one.name === name) // the route's answer
  if (!found) throw new Error(`no dictionary ${name}`)
  return found
}
const entry = async (name: string, code: string): Promise<EntryView | undefined> =>
  (await view(name)).entries.find(one => one.code === code)
const codes = async (name: string, who = as) => (await view(name, who)).entries.map(one => one.code)
const aFault = async (input: Record<string, unknown> = {}) =>
  call('probe/fault/save', { code: newId().slice(-12), ...input })
const exported = async (on = server, language = 'zh') =>
  (
    await on.call(
      '/api/probe/fault/export',
      { columns: 'code,cause,marks' },
      { as: { ...as, language: language as 'zh' }, method: 'GET' },
    )
  ).text

describe('what there is', () => {
  test('every closed set of every definition by itself, with where it is seen; dictionaries that fields name', async () => {
    const state = await view(STATE)
    expect(state).toMatchObject({ kind: 'closed', strays: [], titles: { zh: '审批申请 · 状态' } })
    expect(state.entries[0]).toMatchObject({ code: 'waiting', words: { zh: '待审批', en: 'Pending' }, enabled: true })
    expect((await view('probe.fault.mood')).uses).toEqual([
      { resource: 'probe.fault', field: 'probe.fault.mood', pages: ['/basedata/type'] },
    ])
    const cause = await view(CAUSE.name)
    expect(cause.kind).toBe('open')
    expect(cause.uses.map(use => use.field)).toEqual([
      'probe.fault.cause',
      'probe.fault.marks',
      'probe.fault.closeInput.why',
    ])
    expect(cause.entries.map(one => one.code)).toEqual([...CAUSE.codes])
  })

  test('another tenant has its own, and who may not is refused', async () => {
    const { id } = await anOwn('flood', '水浸')
    const stranger = callerWith({ tenantId: newId() })
    expect(await codes(CAUSE.name, stranger)).not.toContain('flood')
    expect((await call('console/dict/get', { id }, stranger)).code).toBe('kernel.notFound')
    expect((await call('console/dict/del', { id }, stranger)).code).toBe('kernel.notFound')
    const reader = callerWith({ tenantId: as.tenantId, permissions: ['platform.dictEntry:read'] })
    expect(await codes(CAUSE.name, reader)).toContain('flood')
    for (const [path, input] of [
      ['save', { dictionary: CAUSE.name, code: 'x', wordZh: 'x' }],
      ['del', { id }],
      ['arrange', { dictionary: CAUSE.name, codes: [] }],
      ['reset', { dictionary: CAUSE.name }],
      ['load', { dictionary: CAUSE.name, dryRun: false, rows: [{ line: 1, code: 'x', wordZh: 'x' }] }],
    ] as const)
      expect((await call(`console/dict/${path}`, input, reader)).status, path).toBe(403)
    expect((await call('console/dict/all', {}, callerWith({ tenantId: as.tenantId, permissions: [] }))).status).toBe(
      403,
    )
  })
})

describe('what may be stored', () => {
  const fieldsOf = async (input: Record<string, unknown>) => Object.keys((await save(input)).data?.fields ?? {})

  test('a closed set takes other words, colours and order, and nothing else', async () => {
    expect((await save({ dictionary: STATE, code: 'waiting', wordZh: '等人批', colour: '#7722cc' })).success).toBe(true)
    expect(await entry(STATE, 'waiting')).toMatchObject({
      words: { zh: '等人批', en: 'Pending' },
      shipped: { zh: '待审批' },
      colour: '#7722cc',
    })
    expect(await fieldsOf({ dictionary: STATE, code: 'postponed', wordZh: '推迟' })).toEqual(['code'])
    expect(await fieldsOf({ dictionary: STATE, code: 'approved', enabled: false })).toEqual(['enabled'])
    expect(await fieldsOf({ dictionary: 'no.such', code: 'a', wordZh: 'a' })).toEqual(['dictionary'])
  })

  test('colours and icons are those we know; words hide nothing and part no list', async () => {
    const shipped = { dictionary: CAUSE.name, code: 'unpaid' }
    expect(await fieldsOf({ ...shipped, colour: 'red' })).toEqual(['colour'])
    expect(await fieldsOf({ ...shipped, colour: '#fff' })).toEqual(['colour'])
    expect(await fieldsOf({ ...shipped, colour: 'url(x)' })).toEqual(['colour'])
    expect(await fieldsOf({ ...shipped, icon: 'skull' })).toEqual(['icon'])
    expect(await fieldsOf({ ...shipped, wordZh: '甲、乙', wordEn: 'a,b', wordEs: 'a;b' })).toEqual([
      'wordZh',
      'wordEn',
      'wordEs',
    ])
    expect(await fieldsOf({ ...shipped, wordEn: 'pay\u202Edlo' })).toEqual(['wordEn'])
    expect(await fieldsOf({ ...shipped, wordEn: 'x'.repeat(41) })).toEqual(['wordEn'])
    expect(await fieldsOf({ dictionary: CAUSE.name, code: 'a b', wordZh: 'ab' })).toEqual(['code'])
    expect(await fieldsOf({ dictionary: CAUSE.name, code: 'constructor.x', wordZh: 'c' })).toEqual(['code'])
    expect(await fieldsOf({ dictionary: CAUSE.name, code: 'nameless' })).toEqual(['wordZh'])
  })

  test('no code and no word twice, nor one that only looks different', async () => {
    await anOwn('flood', '水浸', { wordEn: 'Flood' })
    expect(await fieldsOf({ dictionary: CAUSE.name, code: 'flood', wordZh: '又一次' })).toEqual(['code'])
    expect(await fieldsOf({ dictionary: CAUSE.name, code: 'FLOOD', wordZh: '大写' })).toEqual(['code'])
    // Cyrillic о twice; full width; a zero-width space would be refused besides.
    expect(await fieldsOf({ dictionary: CAUSE.name, code: 'flооd', wordZh: '西里尔' })).toEqual(['code'])
    expect(await fieldsOf({ dictionary: CAUSE.name, code: 'water', wordZh: ' 水 浸 ' })).toEqual(['wordZh'])
    expect(await fieldsOf({ dictionary: CAUSE.name, code: 'water', wordEn: 'ＦＬＯＯＤ' })).toEqual(['wordEn'])
    expect(await fieldsOf({ dictionary: CAUSE.name, code: 'water', wordZh: '逃费' })).toEqual(['wordZh'])
    // Its own word in another language is nobody else's.
    await anOwn('water', '漏水')
  })

  test('two who add the same at once: one of them is told', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => own('storm', '台风')))
    expect(answers.filter(one => one.success)).toHaveLength(1)
    expect((await codes(CAUSE.name)).filter(code => code === 'storm')).toHaveLength(1)
  })

  test('texts that would be markup or code stay texts', async () => {
    const nasty = '<img src=x onerror=alert(1)>'
    await anOwn('nasty', nasty, { wordEn: '{{constructor}} ${x} %s' })
    await aFault({ code: 'N1', cause: 'nasty' })
    expect(await exported()).toContain(nasty)
    expect(await exported(server, 'en')).toContain('{{constructor}} ${x} %s')
  })
})

describe('where values are written', () => {
  test('only what is offered is taken, by forms, commands and sheets', async () => {
    expect((await aFault({ cause: 'flood' })).data.fields).toHaveProperty('cause')
    await anOwn('flood', '水浸')
    const { data } = await aFault({ cause: 'flood', marks: ['unpaid', 'flood'] })
    expect(data).toMatchObject({ cause: 'flood', marks: ['unpaid', 'flood'] })
    expect((await call('probe/fault/close', { id: data.id, why: 'storm' })).data.fields).toHaveProperty('why')
    expect((await call('probe/fault/close', { id: data.id, why: 'flood' })).data).toEqual({ why: 'flood' })
    const rows = [
      { line: 2, values: { code: 'S1', cause: '水浸', marks: '逃费, 水浸' } },
      { line: 3, values: { code: 'S2', cause: '没有的' } },
    ]
    const sheet = await call('probe/fault/import', { dryRun: false, rows })
    expect(sheet.data).toMatchObject({
      accepted: 1,
      refused: 1,
      rows: [{ line: 3, fields: { cause: expect.any(String) } }],
    })
    const { data: list } = await call('probe/fault/list', { filter: { marks: 'flood' } })
    expect(list.list.map((one: { code: string }) => one.code)).toContain('S1')
  })

  test('what is switched off is no more offered, keeps its word, and stays where it is stored', async () => {
    const { id } = await anOwn('flood', '水浸')
    const stored = (await aFault({ code: 'F1', cause: 'flood', marks: ['flood'] })).data
    expect((await save({ id, enabled: false })).success).toBe(true)
    expect((await aFault({ cause: 'flood' })).data.fields).toHaveProperty('cause')
    expect((await aFault({ marks: ['unpaid', 'flood'] })).data.fields).toHaveProperty('marks')
    const kept = await call('probe/fault/save', {
      id: stored.id,
      cause: 'flood',
      marks: ['flood', 'unpaid'],
      mood: 'wild',
    })
    expect(kept.data).toMatchObject({ cause: 'flood', mood: 'wild' })
    expect(await exported()).toContain('水浸')
    expect((await save({ dictionary: CAUSE.name, code: 'unpaid', enabled: false })).success).toBe(true)
    expect((await aFault({ cause: 'unpaid' })).data.fields).toHaveProperty('cause')
  })

  test('an entry in use is not deleted, one that is not goes; values older than the dictionary are told and can be taken in', async () => {
    const { id } = await anOwn('flood', '水浸')
    const { data } = await aFault({ code: 'F2', marks: ['flood'] })
    const refused = await call('console/dict/del', { id })
    expect(refused).toMatchObject({ success: false, code: 'platform.entryInUse' })
    await call('probe/fault/save', { id: data.id, marks: [] })
    expect((await call('console/dict/del', { id })).success).toBe(true)
    expect(await codes(CAUSE.name)).not.toContain('flood')
    await db.tenant(as.tenantId, tx =>
      tx.execute("update probe_fault set cause = '老原因', marks = '{旧标签,unpaid}' where id = $1", [data.id]),
    )
    expect((await view(CAUSE.name)).strays).toEqual(['旧标签', '老原因'])
    expect((await call('probe/fault/save', { id: data.id, cause: '老原因', mood: 'wild' })).success).toBe(true)
    await anOwn('老原因', '老原因')
    expect((await view(CAUSE.name)).strays).toEqual(['旧标签'])
  })
})

describe('in force at once', () => {
  test('here and in other processes at the next request, for this tenant alone; consoles are told', async () => {
    await aFault({ code: 'W1', cause: 'unpaid' })
    expect(await exported(beside)).toContain('逃费')
    const { data } = await save({ dictionary: CAUSE.name, code: 'unpaid', wordZh: '没付钱', wordEs: 'Sin pagar' })
    expect(heard.map(({ topic, tenantId, everybody }) => [topic, tenantId, everybody])).toEqual([
      ['platform.wording', as.tenantId, true],
    ])
    for (const on of [server, beside]) {
      expect(await exported(on)).toContain('没付钱')
      expect(await exported(on, 'es')).toContain('Sin pagar')
      expect(await exported(on, 'en')).toContain('Left without paying')
    }
    const sheet = { dryRun: false, rows: [{ line: 2, values: { code: 'W2', cause: '没付钱' } }] }
    expect((await call('probe/fault/import', sheet, as, beside)).data.accepted).toBe(1)
    expect((await call('console/dict/del', { id: data.id })).success).toBe(true)
    expect(await exported(beside)).toContain('逃费')
  })

  test('a change that is refused in the end leaves nothing behind', async () => {
    await save({ dictionary: STATE, code: 'waiting', wordZh: '甲' })
    heard.length = 0
    const stale = await entry(STATE, 'waiting')
    expect((await save({ id: stale?.id, version: 99, wordZh: '乙' })).code).toBe('kernel.stale')
    expect(heard).toEqual([])
    expect((await entry(STATE, 'waiting'))?.words.zh).toBe('甲')
  })
})

describe('order, reset, history, sheets', () => {
  test('an order is whole; one made on an old screen is refused', async () => {
    await anOwn('flood', '水浸')
    const order = ['flood', ...CAUSE.codes.toReversed()]
    expect((await call('console/dict/arrange', { dictionary: CAUSE.name, codes: order })).success).toBe(true)
    expect(await codes(CAUSE.name)).toEqual(order)
    for (const wrong of [
      order.slice(1),
      [...order, 'unpaid'],
      [...order.slice(1), 'unpaid'],
      [...order.slice(1), 'other2'],
    ])
      expect((await call('console/dict/arrange', { dictionary: CAUSE.name, codes: wrong })).code).toBe('kernel.stale')
    expect(await codes(CAUSE.name)).toEqual(order)
    // What is added later follows.
    await anOwn('storm', '台风')
    expect((await codes(CAUSE.name)).at(-1)).toBe('storm')
  })

  test('reset takes back what the product ships and keeps what is the tenant’s own; the history knows', async () => {
    await anOwn('flood', '水浸')
    await save({ dictionary: CAUSE.name, code: 'unpaid', wordZh: '没付钱', colour: 'bad' })
    await call('console/dict/arrange', { dictionary: CAUSE.name, codes: ['flood', ...CAUSE.codes] })
    expect((await call('console/dict/reset', { dictionary: CAUSE.name })).data.changed).toBe(CAUSE.codes.length)
    expect(await codes(CAUSE.name)).toEqual([...CAUSE.codes, 'flood'])
    expect(await entry(CAUSE.name, 'unpaid')).toMatchObject({ words: { zh: '逃费' }, colour: null })
    const history = await server.call('/api/console/dict/changes', { dictionary: CAUSE.name }, { as, method: 'GET' })
    const did = history.data.list.map(
      (one: { action: string; code: string | null }) => `${one.action} ${one.code ?? ''}`,
    )
    expect(did).toContain('reset unpaid')
    expect(did).toContain('create flood')
    expect(did).toContain('arrange ')
    expect(history.data.list.every((one: { actorName: string }) => one.actorName === 'Ann')).toBe(true)
  })

  test('a sheet changes what it says, leaves the rest, names what is wrong, and a dry run writes nothing', async () => {
    const rows = [
      { line: 2, code: 'unpaid', wordZh: '逃费', wordEn: 'Unpaid', enabled: '是' },
      { line: 3, code: 'misuse', wordZh: '恶意占用', wordEn: '', enabled: 'true' },
      { line: 4, code: 'flood', wordZh: '水浸', colour: '#0055aa', icon: 'cloud', enabled: 'false' },
      { line: 5, code: 'bad code', wordZh: 'x' },
      { line: 6, code: 'twin', wordZh: '水浸' },
    ]
    const expected = { accepted: 2, unchanged: 1, refused: 2 }
    const dry = await call('console/dict/load', { dictionary: CAUSE.name, dryRun: true, rows })
    expect(dry.data).toMatchObject(expected)
    expect(await codes(CAUSE.name)).toEqual([...CAUSE.codes])
    const real = await call('console/dict/load', { dictionary: CAUSE.name, dryRun: false, rows })
    expect(real.data).toMatchObject(expected)
    expect(real.data.rows.map((one: { line: number; fields: object }) => [one.line, Object.keys(one.fields)])).toEqual([
      [5, ['code']],
      [6, ['wordZh']],
    ])
    expect(await entry(CAUSE.name, 'unpaid')).toMatchObject({ words: { zh: '逃费', en: 'Unpaid' } })
    expect(await entry(CAUSE.name, 'flood')).toMatchObject({ colour: '#0055aa', icon: 'cloud', enabled: false })
    expect((await call('console/dict/load', { dictionary: CAUSE.name, dryRun: false, rows })).data).toMatchObject({
      accepted: 0,
      unchanged: 3,
    })
  })
})
