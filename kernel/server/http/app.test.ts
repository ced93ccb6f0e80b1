import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerWith } from '@wattyard/testing'
import { newId } from '../new-id.ts'
import { aThing, type Things, thingsServer } from '../testing/things.ts'

let things: Things
beforeAll(async () => {
  things = await thingsServer()
})
afterAll(() => things.close())

const inject = (options: {
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  payload?: string
}) => things.server.app.fastify.inject({ method: 'POST', ...options })

test('every answer has the one shape, is never cached, and says its number', async () => {
  const answer = await things.list()
  expect(answer).toMatchObject({ status: 200, success: true, code: '0', msg: '' })
  expect(answer.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
})

test('who asks comes before what is asked', async () => {
  const nonsense = { pageSize: -1, nobody: 'x' }
  const stranger = await things.server.call('/api/probe/thing/list', nonsense)
  expect(stranger).toMatchObject({ status: 401, success: false, code: '1000', data: null })
  const powerless = callerWith({ tenantId: things.as.tenantId, permissions: [] })
  for (const path of [
    'list',
    'get',
    'select',
    'history',
    'save',
    'del',
    'export',
    'import',
    'poke',
    'pokeAll',
    'sweep',
  ]) {
    const answer = await things.server.call(`/api/probe/thing/${path}`, nonsense, {
      as: powerless,
      method: path === 'export' ? 'GET' : 'POST',
    })
    expect(answer, path).toMatchObject({ status: 403, code: 'kernel.forbidden', data: null })
  }
})

test('refusals speak the language of the request', async () => {
  for (const [language, msg] of [
    ['zh', '请求地址不存在'],
    ['en', 'Unknown request address'],
    ['es', 'Dirección de solicitud desconocida'],
    ['es-MX,en;q=0.5', 'Dirección de solicitud desconocida'],
    ['fr', '请求地址不存在'],
  ] as const) {
    const answer = await things.server.call('/api/probe/nothing', {}, { language })
    expect(answer.status).toBe(404)
    expect(answer.msg).toBe(msg)
  }
  const invalid = await things.save({ name: 'x' }, { language: 'en' })
  expect(invalid).toMatchObject({ status: 200, code: 'kernel.invalid', data: { fields: { code: 'Required' } } })
})

test.each([
  ['text/plain', 415, 'kernel.unsupportedType'],
  ['application/json\ta', 415, 'kernel.unsupportedType'],
  ['application/json; charset=latin1', 415, 'kernel.unsupportedType'],
  ['application/xml', 415, 'kernel.unsupportedType'],
  ['multipart/form-data; boundary=x', 415, 'kernel.unsupportedType'],
])('content type %j is refused with %d', async (type, status, code) => {
  const response = await inject({
    url: `/chg/api/probe/thing/list?token=${things.as.sessionId}`,
    headers: { 'content-type': type },
    payload: '{"page":1}',
  })
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ success: false, code })
})

test('a body over the limit, a broken body, a key twice', async () => {
  const url = `/chg/api/probe/thing/list?token=${things.as.sessionId}`
  const json = { 'content-type': 'application/json' }
  const large = await inject({ url, headers: json, payload: JSON.stringify({ q: 'x'.repeat(1024 * 1024) }) })
  expect([large.statusCode, large.json().code]).toEqual([413, 'kernel.tooLarge'])
  const broken = await inject({ url, headers: json, payload: '{"page":' })
  expect([broken.statusCode, broken.json().code]).toEqual([400, 'kernel.malformedBody'])
  const twice = await inject({ url: `${url}&page=1`, headers: json, payload: '{"page":2}' })
  expect([twice.statusCode, twice.json().code]).toEqual([400, 'kernel.malformedBody'])
  const polluted = await inject({
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '__proto__.admin=1',
  })
  expect(polluted.statusCode).toBe(400)
  const unknown = await inject({ url, headers: json, payload: '{"pge":1}' })
  expect(unknown.json()).toMatchObject({ code: 'kernel.invalid', data: { fields: { pge: '未知字段' } } })
})

test('other sites and prefetching are refused; the address bar and our own page are not', async () => {
  const from = (headers: Record<string, string>) => things.list({}, { method: 'GET', headers })
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { purpose: 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
  ])
    expect((await from(headers as Record<string, string>)).code, JSON.stringify(headers)).toBe('kernel.crossSite')
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}])
    expect((await from(headers as Record<string, string>)).success, JSON.stringify(headers)).toBe(true)
})

test('forms with dotted keys and JSON mean the same', async () => {
  const values = aThing({
    place: { lng: '113.9', lat: '22.5' },
    tags: ['a', 'b'],
    count: 7,
    active: false,
    fee: '12.30',
  })
  const { data } = await things.save(values, { form: true })
  expect(data).toMatchObject({
    place: { lng: '113.9', lat: '22.5' },
    tags: ['a', 'b'],
    count: 7,
    active: false,
    fee: '12.30',
  })
  const found = await things.list({ filter: { code: values.code, active: 'false' } }, { method: 'GET' })
  expect(found.data.total).toBe(1)
})

test('a guest reads and cannot write, whatever his permissions say', async () => {
  const guest = callerWith({ tenantId: things.as.tenantId, readOnly: true })
  const { data } = await things.save(aThing())
  expect(await things.save(aThing(), { as: guest })).toMatchObject({ status: 403, code: 'kernel.readOnly' })
  expect(await things.server.call('/api/probe/thing/poke', { id: data.id }, { as: guest })).toMatchObject({
    code: 'kernel.readOnly',
  })
  const list = await things.list({ filter: { code: data.code } }, { as: guest })
  expect(list.data).toMatchObject({ can: ['export'], list: [{ id: data.id, can: [] }] })
})

test('a command that moves money runs once per key', async () => {
  const { data } = await things.save(aThing())
  const pay = (amount: string, key?: string, as = things.as) =>
    things.server.call('/api/probe/thing/pay', { id: data.id, amount }, { as, ...(key ? { key } : {}) })
  expect(await pay('1.00')).toMatchObject({ status: 400, code: 'kernel.keyMissing' })
  expect(await pay('1.00', 'short')).toMatchObject({ status: 400, code: 'kernel.keyMissing' })
  const first = await pay('1.00', 'key-00000001')
  expect(first.data).toEqual({ touched: 1, paid: '100' })
  const again = await pay('1.00', 'key-00000001')
  expect(again.data).toEqual(first.data)
  expect(await pay('2.00', 'key-00000001')).toMatchObject({ status: 422, code: 'kernel.keyReused' })
  // Somebody else's key is another key.
  const other = callerWith({ tenantId: things.as.tenantId })
  expect((await pay('2.00', 'key-00000001', other)).success).toBe(true)
  const { data: now } = await things.server.call('/api/probe/thing/get', { id: data.id }, { as: things.as })
  expect(now.score).toBe(2)
})

test('one key sent four times at once has one effect and one answer', async () => {
  const { data } = await things.save(aThing())
  const twins = await Promise.all(
    Array.from({ length: 4 }, () =>
      things.server.call(
        '/api/probe/thing/pay',
        { id: data.id, amount: '1.00' },
        { as: things.as, key: 'key-00000003' },
      ),
    ),
  )
  expect(twins.map(one => one.data)).toEqual(twins.map(() => ({ touched: 1, paid: '100' })))
  const { data: now } = await things.server.call('/api/probe/thing/get', { id: data.id }, { as: things.as })
  expect(now.score).toBe(1)
})

test('a refused command leaves its key free', async () => {
  const { data } = await things.save(aThing())
  const missing = await things.server.call(
    '/api/probe/thing/pay',
    { id: newId(), amount: '1.00' },
    { as: things.as, key: 'key-00000002' },
  )
  expect(missing.code).toBe('kernel.notFound')
  const paid = await things.server.call(
    '/api/probe/thing/pay',
    { id: data.id, amount: '1.00' },
    { as: things.as, key: 'key-00000002' },
  )
  expect(paid.success).toBe(true)
})

test('unexpected errors all give the same answer without details', async () => {
  const { data } = await things.save(aThing())
  await things.server.db.tenant(things.as.tenantId, tx =>
    tx.execute('update probe_thing set fee_fen = 9223372036854775807, score = 2147483647 where id = $1', [data.id]),
  )
  const answer = await things.server.call(
    '/api/probe/thing/pokeAll',
    { ids: [data.id] },
    { as: things.as, language: 'en' },
  )
  expect(answer).toMatchObject({ status: 500, code: 'kernel.unexpected', data: null })
  expect(answer.text).not.toMatch(/probe_thing|integer|select|update/i)
})

test('a question mark inside a query is part of its value', async () => {
  const { server, as } = things
  await server.call('/api/probe/thing/save', aThing({ name: 'who? me?' }), { as })
  const answer = await inject({ method: 'GET', url: `/chg/api/probe/thing/list?token=${as.sessionId}&q=who? me` })
  expect(answer.json<{ data: { total: number } }>().data.total).toBe(1)
  const none = await inject({ method: 'GET', url: `/chg/api/probe/thing/list?token=${as.sessionId}&q=who? you` })
  expect(none.json<{ data: { total: number } }>().data.total).toBe(0)
})

test('bodies that are no UTF-8 or say a key twice are refused in the caller’s language, before anything is done', async () => {
  const { server, as } = things
  await server.call('/api/probe/thing/list', {}, { as })
  const post = async (payload: Buffer | string) => {
    const response = await server.app.fastify.inject({
      method: 'POST',
      url: `/chg/api/probe/thing/save?token=${as.sessionId}`,
      headers: { 'content-type': 'application/json', 'accept-language': 'es' },
      payload,
    })
    return { status: response.statusCode, ...response.json<Record<string, unknown>>() }
  }
  const say = (reason: string) => server.words.translate('es', `kernel.error.malformedBodyBecause.${reason}`)
  expect(
    await post(Buffer.concat([Buffer.from('{"code":"U-1","name":"'), Buffer.from([0xff]), Buffer.from('"}')])),
  ).toMatchObject({
    status: 400,
    code: 'kernel.malformedBody',
    msg: say('encoding'),
  })
  expect(await post('{"code":"U-2","name":"a","name":"b"}')).toMatchObject({
    status: 400,
    code: 'kernel.malformedBody',
    msg: say('duplicate'),
  })
  expect((await things.list({ q: 'u-' })).data.total).toBe(0)
})
