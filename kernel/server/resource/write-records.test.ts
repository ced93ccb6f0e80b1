import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, WHOLE_TENANT } from '../caller.ts'
import { newId } from '../new-id.ts'
import { aThing, type Things, thingsServer } from '../testing/things.ts'

let things: Things
beforeAll(async () => {
  things = await thingsServer()
})
afterAll(() => things.close())

const get = (id: string, as = things.as) => things.server.call('/api/probe/thing/get', { id }, { as })
const history = async (id: string) =>
  (await things.server.call('/api/probe/thing/history', { id }, { as: things.as })).data.list

async function anOwner(name = `owner ${newId()}`): Promise<string> {
  const { data } = await things.server.call('/api/probe/owner/save', { code: newId(), name }, { as: things.as })
  return data.id
}

test('what is saved comes back, a field of every kind', async () => {
  const [owner, helper] = [await anOwner('Ann'), await anOwner('Bob')]
  const values = aThing({
    note: 'two\nlines',
    mood: 'wild',
    tags: ['a', 'b'],
    colours: ['green'],
    active: false,
    count: -10,
    fee: '-12.34',
    price: '1.23456',
    energy: '7.8901',
    deposit: '0.01',
    voltage: '399.5',
    month: '2024-02',
    opens: '08:30',
    closes: '24:00',
    power: 7000,
    share: '12.3456',
    seenAt: 1_700_000_000_123,
    day: '2024-02-29',
    wait: 90,
    phone: '+86 755-26001234',
    mail: 'a@b.example',
    site: 'https://example.org/a?b=c',
    owner,
    helpers: [helper, owner],
    place: { lng: '113.943560', lat: '-22.5' },
    zone: 'America/Mexico_City',
    extra: { deep: [1, { two: null }] },
    serial: 'SN-1',
  })
  const { data } = await things.save({ ...values, key: 'correct horse' })
  const { data: got } = await get(data.id)
  expect(got).toMatchObject({
    ...values,
    score: null,
    version: 1,
    labels: { 'probe.owner': { [owner]: 'Ann', [helper]: 'Bob' } },
  })
  expect(got).not.toHaveProperty('key')
  expect(JSON.stringify([got, await history(data.id)])).not.toContain('horse')
})

test('a form may say less: initial values, empty lists, and empty texts for nothing', async () => {
  const { data } = await things.save(aThing({ note: '', fee: '', owner: '', colours: '' }))
  expect(data).toMatchObject({ mood: 'calm', active: true, tags: [], helpers: [], note: null, fee: null, owner: null })
})

test('all flaws of a new record are told at once: what cannot be read, and what is in use', async () => {
  const { data } = await things.save(aThing({ mood: 'wild', serial: 'S-77' }))
  const answer = await things.save(
    aThing({ code: data.code, mood: 'wild', serial: 'S-77', fee: '1.234', colour: 'red' }),
  )
  expect(answer.data.fields).toMatchObject({
    code: '已被占用',
    mood: '已被占用',
    serial: '已被占用',
    fee: '最多 2 位小数',
  })
})

test('a form that is not complete learns what is wrong with the rest, and nothing is created', async () => {
  const { data } = await things.save(aThing())
  const check = (values: Record<string, unknown>, as = things.as, resource = 'probe.thing') =>
    things.server.call('/api/resource/check', { resource, values }, { as })
  const { total } = (await things.server.call('/api/probe/thing/list', {}, { as: things.as })).data
  const answer = await check({ code: data.code, fee: '1.234', place: { lng: '222', lat: '22' }, nobody: 1 })
  expect(answer.data.fields).toEqual({
    code: '已被占用',
    fee: '最多 2 位小数',
    'place.lng': expect.any(String),
    nobody: '未知字段',
  })
  expect(await check({ fee: '1.23' })).toMatchObject({ success: true, data: {} })
  expect((await things.server.call('/api/probe/thing/list', {}, { as: things.as })).data.total).toBe(total)
  const reader = callerWith({ tenantId: things.as.tenantId, permissions: ['probe.thing:read'] })
  expect(await check({}, reader)).toMatchObject({ status: 403, code: 'kernel.forbidden' })
  expect((await check({}, things.as, 'probe.nothing')).data.fields).toHaveProperty('resource')
})

test('an update changes what it names, clears what it empties, and leaves the rest', async () => {
  const { data } = await things.save(aThing({ note: 'keep', count: 1, tags: ['x'], fee: '1.00' }))
  const { data: after } = await things.save({ id: data.id, version: 1, count: null, name: 'new' })
  expect(after).toMatchObject({ name: 'new', note: 'keep', count: null, tags: ['x'], fee: '1.00', version: 2 })
  const entries = await history(data.id)
  expect(entries[0]).toMatchObject({
    action: 'update',
    before: { count: 1, name: data.name },
    after: { count: null, name: 'new' },
  })
  expect(entries[1]).toMatchObject({ action: 'create', before: null })
})

test('saving what is there already writes no audit entry', async () => {
  const { data } = await things.save(aThing({ fee: '1.00' }))
  await things.save({ id: data.id, version: 1, fee: '1', name: data.name })
  expect(await history(data.id)).toHaveLength(1)
})

test('saving an old version is refused and changes nothing', async () => {
  const { data } = await things.save(aThing())
  expect((await things.save({ id: data.id, version: 1, name: 'first' })).data.version).toBe(2)
  for (const version of [1, 3, 'x', -1])
    expect(await things.save({ id: data.id, version, name: 'late' }), String(version)).toMatchObject({
      status: 409,
      code: 'kernel.stale',
    })
  expect((await get(data.id)).data.name).toBe('first')
})

test.each([
  ['code', 'a b', expect.stringContaining('例如 SZ-001')],
  ['code', '', '必填'],
  ['code', 'x'.repeat(21), '最多 20 个字符'],
  ['name', null, '类型不正确'],
  ['name', '  ', '必填'],
  ['name', 'a\u0000b', '含有看不见的控制字符，请删除后重新输入'],
  ['name', '\ud83d', '含有看不见的控制字符，请删除后重新输入'],
  ['note', 'x'.repeat(501), '最多 500 个字符'],
  ['mood', 'Calm', '不在可选范围内'],
  ['tags', [1], '类型不正确'],
  ['colours', ['blue'], '不在可选范围内'],
  ['active', 'maybe', '不在可选范围内'],
  ['count', 1.5, '请填写整数，例如 12'],
  ['count', 1001, '不能大于 1000'],
  ['count', '1e3', '请填写整数，例如 12'],
  ['fee', '1.234', '最多 2 位小数'],
  ['fee', '1e2', '不是有效的数值'],
  ['fee', 1.5, '类型不正确'],
  ['fee', 'NaN', '不是有效的数值'],
  ['price', '0.1234567', '最多 6 位小数'],
  ['price', '0.6.8', '不是有效的数值'],
  ['energy', '１２', '不是有效的数值'],
  ['seenAt', 'yesterday', expect.stringContaining('2026-01-31')],
  ['day', '2023-02-29', '不是有效的日期'],
  ['wait', -1, '不能小于 0'],
  ['count', -11, '不能小于 -10'],
  ['deposit', '0', '不能小于 0.01'],
  ['deposit', '500.01', '不能大于 500'],
  ['fee', '-100000000.01', '不能小于 -100000000'],
  ['voltage', '-0.1', '不能小于 0'],
  ['voltage', '1000.1', '不能大于 1000'],
  ['voltage', '1.25', '最多 1 位小数'],
  ['month', '2024-13', '不是有效的月份'],
  ['month', '2024-1', '不是有效的月份'],
  ['opens', '24:00', '不是有效的时间'],
  ['opens', '8:30', '不是有效的时间'],
  ['closes', '24:01', '不是有效的时间'],
  ['phone', '1', expect.stringContaining('0755-26001234')],
  ['phone', '12345', expect.stringContaining('0755-26001234')],
  ['mail', 'a@b', expect.stringContaining('name@example.com')],
  ['site', 'javascript:alert(1)', expect.stringContaining('https://')],
  ['site', 'http://example.org', expect.stringContaining('https://')],
  ['owner', 'ann', '记录编号格式不正确'],
  ['helpers', [newId()], '找不到对应的记录'],
  ['zone', 'Mars/Base', '不是有效的时区'],
  ['key', 'short', '至少 8 个字符'],
  ['score', 1, '未知字段'],
  ['tenant_id', newId(), '未知字段'],
  ['toString', 'x', '未知字段'],
])('%s %j is refused by name', async (key, value, saying) => {
  const { data, code } = await things.save(aThing({ [key]: value }))
  expect({ code, fields: data.fields }).toEqual({ code: 'kernel.invalid', fields: { [key]: saying } })
})

test('the parts of a point are named', async () => {
  for (const [place, fields] of [
    [{ lng: '181', lat: '0' }, { 'place.lng': '不能大于 180' }],
    [{ lng: '0', lat: '0', alt: '1' }, { 'place.alt': '未知字段' }],
    [{ lng: '0' }, { 'place.lat': '必填' }],
  ] as const) {
    const { data } = await things.save(aThing({ place }))
    // An optional field is a union, whose parts zod reports at the field itself.
    expect(Object.keys(data.fields), JSON.stringify(place)).toEqual([expect.stringMatching(/^place/)])
    expect(Object.values(data.fields)).toEqual(Object.values(fields))
  }
})

test('unique sets name their fields, and empty ones do not collide', async () => {
  const { data } = await things.save(aThing({ serial: 'U-1', mood: 'wild' }))
  expect((await things.save(aThing({ code: data.code }))).data.fields).toEqual({ code: '已被占用' })
  expect((await things.save(aThing({ serial: 'U-1', mood: 'wild' }))).data.fields).toEqual({
    mood: '已被占用',
    serial: '已被占用',
  })
  expect((await things.save(aThing({ serial: 'U-1', mood: 'calm' }))).success).toBe(true)
  expect((await things.save(aThing())).success).toBe(true)
  const stranger = callerWith({ tenantId: newId() })
  expect((await things.save(aThing({ code: data.code }), { as: stranger })).success).toBe(true)
})

test('two who take one code at the same moment: one gets it, the other learns which field it was', async () => {
  const code = `RACE-${newId().slice(-8)}`
  const answers = await Promise.all(Array.from({ length: 4 }, () => things.save(aThing({ code }))))
  expect(answers.filter(one => one.success)).toHaveLength(1)
  for (const lost of answers.filter(one => !one.success)) expect(lost.data.fields).toEqual({ code: '已被占用' })
})

test('two who change one record at the same moment: none overwrites the other', async () => {
  const { data } = await things.save(aThing())
  const answers = await Promise.all(['a', 'b', 'c'].map(name => things.save({ id: data.id, version: 1, name })))
  expect(answers.filter(one => one.success)).toHaveLength(1)
  for (const lost of answers.filter(one => !one.success)) expect(lost.code).toBe('kernel.stale')
})

test('a fixed field is written once', async () => {
  const { data } = await things.save(aThing({ serial: 'F-1' }))
  const again = await things.save({ id: data.id, version: 1, serial: 'F-2' })
  expect(again.data.fields).toEqual({ serial: '未知字段' })
})

test('invalid ids and foreign ids give the same answer as unknown ids', async () => {
  const stranger = callerWith({ tenantId: newId() })
  const { data: theirs } = await things.save(aThing(), { as: stranger })
  for (const id of [theirs.id, newId()]) {
    expect(await get(id)).toMatchObject({ status: 404, code: 'kernel.notFound', data: null })
    expect(await things.save({ id, version: 1, name: 'x' })).toMatchObject({ status: 404, code: 'kernel.notFound' })
    for (const command of ['poke', 'del', 'history'])
      expect((await things.server.call(`/api/probe/thing/${command}`, { id }, { as: things.as })).code, command).toBe(
        'kernel.notFound',
      )
  }
  for (const id of ['x', '1', "' or 1=1", [theirs.id]])
    expect((await things.save({ id, name: 'x' })).data.fields).toEqual({ id: '记录编号格式不正确' })
  expect((await get(theirs.id, stranger)).data.version).toBe(1)
})

test('a caller limited to some owners neither sees nor makes rows of others', async () => {
  const [mine, other] = [await anOwner(), await anOwner()]
  const limited = callerWith({ tenantId: things.as.tenantId, scope: { ...WHOLE_TENANT, operators: [mine] } })
  const { data: his } = await things.save(aThing({ owner: mine }), { as: limited })
  expect(his.owner).toBe(mine)
  const { data: foreign } = await things.save(aThing({ owner: other }))
  expect((await get(foreign.id, limited)).code).toBe('kernel.notFound')
  expect((await things.save(aThing({ owner: other }), { as: limited })).code).toBe('kernel.outsideScope')
  expect((await things.save({ id: his.id, version: 1, owner: other }, { as: limited })).code).toBe(
    'kernel.outsideScope',
  )
  expect((await get(his.id)).data).toMatchObject({ owner: mine, version: 1 })
  const nobody = callerWith({ tenantId: things.as.tenantId, scope: { ...WHOLE_TENANT, operators: [] } })
  expect((await things.list({}, { as: nobody })).data.total).toBe(0)
})

test('create and update are permissions of their own', async () => {
  const creator = callerWith({ tenantId: things.as.tenantId, permissions: ['probe.thing:read', 'probe.thing:create'] })
  const { data } = await things.save(aThing(), { as: creator })
  expect(data.can).toEqual([])
  expect(await things.save({ id: data.id, version: 1, name: 'x' }, { as: creator })).toMatchObject({ status: 403 })
  const updater = callerWith({ tenantId: things.as.tenantId, permissions: ['probe.thing:update'] })
  expect(await things.save(aThing(), { as: updater })).toMatchObject({ status: 403 })
})

test('deleting is all or nothing, and tells what was lost', async () => {
  const { data: a } = await things.save(aThing({ note: 'last words' }))
  const { data: b } = await things.save(aThing())
  const del = (ids: string[]) => things.server.call('/api/probe/thing/del', { ids }, { as: things.as })
  expect((await del([a.id, newId()])).code).toBe('kernel.notFound')
  expect((await get(a.id)).success).toBe(true)
  const both = await things.server.call('/api/probe/thing/del', { id: a.id, ids: [b.id] }, { as: things.as })
  expect(both.data.fields).toEqual({ ids: '只能指定单条或多条记录中的一种' })
  expect((await del([a.id, b.id, a.id])).data).toEqual({ deleted: 2 })
  const [entry] = await things.server.db.tenant(things.as.tenantId, tx =>
    tx.query('select action, before from kernel_audit where record_id = $1 order by id desc', [a.id]),
  )
  expect(entry).toMatchObject({ action: 'delete', before: { note: 'last words' } })
})

test('commands act on what was chosen, when the state allows it', async () => {
  const { data: a } = await things.save(aThing())
  const { data: b } = await things.save(aThing({ active: false }))
  const run = (name: string, input: Record<string, unknown>) =>
    things.server.call(`/api/probe/thing/${name}`, input, { as: things.as })
  expect(a.can).toContain('poke')
  expect(b.can).not.toContain('poke')
  expect((await run('poke', { id: b.id })).code).toBe('kernel.notAllowedNow')
  expect((await run('poke', { ids: [a.id, b.id] })).data.fields).toEqual({ ids: '不能大于 1' })
  expect((await run('poke', {})).data.fields).toEqual({ id: '必填' })
  expect((await run('poke', { id: a.id, hard: 'x' })).data.fields).toEqual({ hard: '不在可选范围内' })
  expect((await run('poke', { id: a.id, soft: true })).data.fields).toEqual({ soft: '未知字段' })
  expect((await run('pokeAll', { ids: [a.id, b.id, a.id] })).data).toEqual({ touched: 2 })
  expect((await run('pokeAll', { ids: Array.from({ length: 1001 }, () => newId()) })).code).toBe('kernel.invalid')
  expect((await history(b.id))[0]).toMatchObject({ action: 'pokeAll', actorName: 'Tester' })
})

test('history names the actor to users who may see them, the address to readers of the log, neither to guests', async () => {
  const { data } = await things.save(aThing({ code: newId().slice(-8), owner: await anOwner() }))
  const read = async (as: Caller) =>
    (await things.server.call('/api/probe/thing/history', { id: data.id }, { as })).data.list[0]
  expect(await read(things.as)).toMatchObject({ actorName: 'Tester', ip: '127.0.0.1' })
  expect(await read(things.as)).not.toHaveProperty('actorId')
  const { tenantId } = things.as
  const reader = callerWith({ tenantId, permissions: ['probe.thing:read'] })
  expect(await read(reader)).toMatchObject({ actorName: 'Tester', ip: null })
  expect(await read({ ...reader, readOnly: true })).toMatchObject({ actorName: null, ip: null })
})

test('a form that is sent again with its key leaves one record, and is answered as the first time', async () => {
  const send = (values: Record<string, unknown>, key?: string, as = things.as) =>
    things.server.call('/api/probe/owner/save', values, { as, ...(key === undefined ? {} : { key }) })
  const values = { code: newId(), name: 'Once' }
  const key = newId()
  const [first, second] = await Promise.all([send(values, key), send(values, key)])
  expect(first.success, first.msg).toBe(true)
  expect(second.data).toEqual(first.data)
  expect((await send({ ...values, name: 'Other' }, key)).code).toBe('kernel.keyReused')
  // A refusal claims no key: put right, the form goes through.
  const wrong = newId()
  expect((await send({ code: newId() }, wrong)).success).toBe(false)
  expect((await send({ code: newId(), name: 'Right' }, wrong)).success).toBe(true)
  // An update as well: its second sending is no change by somebody else.
  const { id, version } = first.data
  const change = { id, version, name: 'Twice' }
  const again = newId()
  expect((await send(change, again)).data).toMatchObject({ version: version + 1 })
  expect((await send(change, again)).data).toMatchObject({ version: version + 1, name: 'Twice' })
  expect((await send(change, newId())).success).toBe(false)
  // Another person's key is another key, and without one nothing is remembered.
  const other = { ...things.as, userId: newId(), sessionId: newId() }
  expect((await send({ code: newId(), name: 'Hers' }, key, other)).success).toBe(true)
})
