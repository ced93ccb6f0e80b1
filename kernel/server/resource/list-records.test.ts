import { callerWith } from '@wattyard/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../new-id.ts'
import { aThing, type Things, thingsServer } from '../testing/things.ts'

let things: Things
const owners: Record<string, string> = {}

/** Ten things whose values are easy to tell apart. */
const ROWS = [
  {
    code: 'A-01',
    name: '科苑站',
    mood: 'calm',
    tags: ['red', 'x'],
    active: true,
    count: 1,
    fee: '1.00',
    price: '0.10000',
    seenAt: '2024-01-01T00:00:00Z',
    day: '2024-01-01',
    owner: 'Ann',
  },
  {
    code: 'A-02',
    name: '深圳湾',
    mood: 'wild',
    tags: ['red'],
    active: false,
    count: 2,
    fee: '2.00',
    price: '0.20000',
    seenAt: '2024-01-02T00:00:00Z',
    day: '2024-01-02',
    owner: 'Bob',
  },
  {
    code: 'A-03',
    name: '100%_\\',
    mood: 'calm',
    tags: [],
    active: true,
    count: 3,
    fee: '-3.00',
    seenAt: '2024-01-03T00:00:00Z',
    day: '2024-01-03',
    owner: 'Ann',
  },
  { code: 'B-04', name: 'Über Größe', mood: 'wild', tags: ['y'], active: true, count: 3, day: '2024-01-04' },
  { code: 'B-05', name: 'o\'Neil "x"', mood: 'calm', tags: ['x', 'y'], active: false, count: null },
  { code: 'b-06', name: 'repeat', mood: 'calm', tags: [], active: true, count: 5 },
  { code: 'C-07', name: 'repeat', mood: 'calm', tags: [], active: true, count: 5 },
  { code: 'C-08', name: 'repeat', mood: 'calm', tags: [], active: true, count: 5 },
  { code: 'C-09', name: '100 percent', mood: 'calm', tags: [], active: true, count: 5 },
  { code: 'C-10', name: '重庆长安', mood: 'calm', tags: [], active: true, count: 10 },
]

beforeAll(async () => {
  things = await thingsServer()
  for (const name of ['Ann', 'Bob'])
    owners[name] = (await things.server.call('/api/probe/owner/save', { code: name, name }, { as: things.as })).data.id
  for (const row of ROWS) {
    const { success, data } = await things.save({
      ...row,
      owner: row.owner ? owners[row.owner] : null,
      helpers: row.owner ? [owners[row.owner]] : [],
    })
    if (!success) throw new Error(JSON.stringify(data))
  }
})
afterAll(() => things.close())

async function codes(input: Record<string, unknown>): Promise<string[]> {
  const answer = await things.list({ pageSize: 200, ...input })
  if (!answer.success) throw new Error(answer.text)
  return answer.data.list.map((row: { code: string }) => row.code)
}

test.each([
  [{ code: 'a-0' }, ['A-01', 'A-02', 'A-03']],
  [{ name: '100%' }, ['A-03']],
  [{ name: '_' }, ['A-03']],
  [{ name: '\\' }, ['A-03']],
  [{ name: 'größe' }, ['B-04']],
  [{ name: "o'neil" }, ['B-05']],
  [{ name: "' or 1=1 --" }, []],
  [{ mood: 'wild' }, ['A-02', 'B-04']],
  [{ mood: 'wild,calm', code: 'A' }, ['A-01', 'A-02', 'A-03']],
  [{ mood: ['wild'] }, ['A-02', 'B-04']],
  [{ active: 'false' }, ['A-02', 'B-05']],
  [{ tags: 'x' }, ['A-01', 'B-05']],
  [{ tags: ['red', 'y'] }, ['A-01', 'A-02', 'B-04', 'B-05']],
  [{ count: 3 }, ['A-03', 'B-04']],
  [{ count: { from: 2, to: 3 } }, ['A-02', 'A-03', 'B-04']],
  [{ count: { from: '10' } }, ['C-10']],
  [{ fee: { to: '1.00' } }, ['A-01', 'A-03']],
  [{ fee: '-3' }, ['A-03']],
  [{ price: { from: '0.15' } }, ['A-02']],
  [{ day: { from: '2024-01-02', to: '2024-01-03' } }, ['A-02', 'A-03']],
  // Instants are half-open.
  [{ seenAt: { from: '2024-01-01T00:00:00Z', to: '2024-01-03T00:00:00Z' } }, ['A-01', 'A-02']],
  [{ seenAt: { from: Date.UTC(2024, 0, 3) } }, ['A-03']],
  [{ owner: 'Ann' }, ['A-01', 'A-03']],
  [{ helpers: 'Bob' }, ['A-02']],
  [{ mood: '', code: 'a-01', owner: null }, ['A-01']],
])('filter %j', async (filter, wanted) => {
  const named = Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [
      key,
      typeof value === 'string' && value in owners ? owners[value] : value,
    ]),
  )
  expect((await codes({ filter: named })).toSorted()).toEqual(wanted.toSorted())
})

test.each([
  ['filter.note', { filter: { note: 'x' } }],
  ['filter.nothing', { filter: { nothing: 'x' } }],
  ['filter.tenant_id', { filter: { tenant_id: newId() } }],
  ['filter.place', { filter: { place: '1,2' } }],
  ['filter.key', { filter: { key: 'x' } }],
  ['filter.toString', { filter: { toString: 'x' } }],
  ['filter.mood', { filter: { mood: 'mild' } }],
  ['filter.count', { filter: { count: 'x' } }],
  ['count', { filter: { count: { from: 'x' } } }],
  ['middle', { filter: { count: { middle: 1 } } }],
  ['filter.owner', { filter: { owner: 'Ann; drop table' } }],
  ['filter.code', { filter: { code: ['A'] } }],
  ['filter.name', { filter: { name: 'x'.repeat(201) } }],
  ['sort', { sort: 'note' }],
  ['sort', { sort: 'code; drop table probe_thing' }],
  ['sort', { sort: '--code' }],
  ['sort', { sort: 'toString' }],
  ['pageSize', { pageSize: 201 }],
  ['pageSize', { pageSize: 0 }],
  ['page', { page: '1.5' }],
  ['q', { q: 'x'.repeat(101) }],
  ['nothing', { nothing: 1 }],
])('%s is refused by name: %j', async (field, input) => {
  const answer = await things.list(input)
  expect(answer.code, answer.text).toBe('kernel.invalid')
  expect(Object.keys(answer.data.fields)).toEqual([expect.stringContaining(field)])
})

test('every filter that is wrong is named at once', async () => {
  const filter = { count: 'x', nothing: 'x', mood: 'mild', name: 'fine', owner: 'nobody' }
  const { code, data } = await things.list({ filter })
  expect(code).toBe('kernel.invalid')
  expect(Object.keys(data.fields).toSorted()).toEqual(['filter.count', 'filter.mood', 'filter.nothing', 'filter.owner'])
})

test('texts that no column can hold are refused by name in every search, and break nothing', async () => {
  for (const text of ['a\0b', '\ud800', 'x\udfff', '\u0007']) {
    const answer = await things.list({ q: text, filter: { name: text, code: text } })
    expect(Object.keys(answer.data?.fields ?? {}).toSorted(), JSON.stringify(text)).toEqual([
      'filter.code',
      'filter.name',
      'q',
    ])
    const select = await things.server.call('/api/probe/thing/select', { q: text }, { as: things.as })
    expect(Object.keys(select.data?.fields ?? {})).toEqual(['q'])
  }
})

test('a list of 101 choices is one too many', async () => {
  const answer = await things.list({ filter: { owner: Array.from({ length: 101 }, () => newId()) } })
  expect(answer.code).toBe('kernel.invalid')
  expect((await things.list({ filter: { tags: Array.from({ length: 101 }, (_, i) => `t${i}`) } })).code).toBe(
    'kernel.invalid',
  )
})

test.each([
  ['科苑', ['A-01']],
  ['keyuan', ['A-01']],
  ['KY', ['A-01']],
  ['kyz', ['A-01']],
  ['shenzhen', ['A-02']],
  ['chongqing', ['C-10']],
  ['cqca', ['C-10']],
  ['a-0', ['A-01', 'A-02', 'A-03']],
  ['100%', ['A-03']],
  ['GRÖSSE', []],
  ['größe', ['B-04']],
  ['nobody', []],
])('search %s', async (q, wanted) => {
  expect(await codes({ q })).toEqual(wanted)
})

test('a resource without search fields refuses a search', async () => {
  const answer = await things.server.call('/api/probe/owner/list', { q: 'a' }, { as: things.as })
  expect(answer.data.fields).toEqual({ q: '未知字段' })
})

test('search follows a rename', async () => {
  const { data } = await things.save(aThing({ name: '旧名' }))
  await things.save({ id: data.id, version: 1, name: '新名' })
  expect(await codes({ q: 'jiuming' })).toEqual([])
  expect(await codes({ q: 'xinming' })).toEqual([data.code])
  await things.server.call('/api/probe/thing/del', { id: data.id }, { as: things.as })
})

test('pages of any size put together are the list, in any order, each row once', async () => {
  const sorts = [
    'code',
    '-code',
    'name',
    '-name',
    'count',
    '-count',
    'fee',
    '-fee',
    'seenAt',
    '-seenAt',
    'day',
    'createdAt',
    '-createdAt',
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sorts), fc.integer({ min: 1, max: 12 }), async (sort, pageSize) => {
      const whole = await codes({ sort })
      const paged: string[] = []
      for (let page = 1; page <= Math.ceil(whole.length / pageSize) + 1; page++)
        paged.push(...(await codes({ sort, pageSize, page })))
      expect(paged).toEqual(whole)
      expect(new Set(whole).size).toBe(ROWS.length)
    }),
    { numRuns: 25 },
  )
})

test('sorting down is sorting up, read backwards', async () => {
  for (const sort of ['code', 'count', 'day', 'createdAt'])
    expect(await codes({ sort: `-${sort}` })).toEqual((await codes({ sort })).toReversed())
})

test('deep pages are refused with the reason, counts stop at ten thousand', async () => {
  const deep = await things.list({ page: 2_000, pageSize: 200 }, { language: 'en' })
  expect(deep.msg).toBe('Only the first 100000 rows can be paged. Narrow the filters')
  const crowd = callerWith({ tenantId: newId() })
  await things.server.db.tenant(crowd.tenantId, tx =>
    tx.execute(
      `insert into probe_thing (tenant_id, id, code, name, mood, tags, active, helpers_ids)
       select $1, gen_random_uuid(), 'N' || n, 'n', 'calm', '{}', true, '{}' from generate_series(1, 10005) as n`,
      [crowd.tenantId],
    ),
  )
  expect((await things.list({}, { as: crowd })).data).toMatchObject({ total: 10_000, capped: true })
  expect((await things.list({ filter: { code: 'N1000' } }, { as: crowd })).data).toMatchObject({
    capped: false,
    total: 7,
  })
})

test('a list says how old it is, what its ids mean, and what the caller may do', async () => {
  const { data } = await things.list({ filter: { code: 'A-01' } })
  expect(Math.abs(Date.now() - data.asOf)).toBeLessThan(60_000)
  expect(data.labels).toEqual({ 'probe.owner': { [String(owners.Ann)]: 'Ann' } })
  expect(data.can).toEqual(['create', 'export', 'import', 'pokeAll', 'sweep'])
  expect(data.list[0].can).toEqual(['update', 'delete', 'poke', 'pokeAll', 'pay'])
  const reader = callerWith({ tenantId: things.as.tenantId, permissions: ['probe.thing:read', 'probe.thing:pay'] })
  const { data: read } = await things.list({ filter: { code: 'A-01' } }, { as: reader })
  expect([read.can, read.list[0].can]).toEqual([[], ['pay']])
})

test('a picker finds by text and by id, inside the tenant only', async () => {
  const select = (input: Record<string, unknown>, as = things.as) =>
    things.server.call('/api/probe/thing/select', input, { as })
  const { data } = await select({ q: 'keyuan' })
  expect(data.list).toEqual([{ id: expect.any(String), label: '科苑站' }])
  expect((await select({ ids: data.list[0].id })).data.list).toEqual(data.list)
  expect((await select({ ids: data.list[0].id }, callerWith({ tenantId: newId() }))).data.list).toEqual([])
  const owner = await things.server.call('/api/probe/owner/select', { q: 'nn' }, { as: things.as })
  expect(owner.data.list).toEqual([{ id: owners.Ann, label: 'Ann' }])
})
