import { idInput } from '@wattyard/calls'
import { callerWith, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '../new-id.ts'
import { mustBeRoutePath } from './read-input.ts'
import { route, type RawCall } from './route.ts'

const input = z.strictObject({ channel: z.string().max(60), note: z.string().optional() })
const as = callerWith({ tenantId: newId() })
const id = newId()
let server: TestServer
let runs = 0

beforeAll(async () => {
  const base = { access: 'signed-in', input } as const
  const echo = async ({ input: given }: { input: z.infer<typeof input> }) => given
  server = await testServer({
    modules: [
      {
        name: 'probe',
        resources: [],
        routes: [
          route({ ...base, method: ['GET', 'POST'], path: '/api/probe/:channel/echo', work: 'read', handle: echo }),
          route({
            ...base,
            method: 'POST',
            path: '/api/probe/:channel/pay',
            work: 'write',
            keyed: true,
            handle: async call => [++runs, call.input.channel],
          }),
          route({
            ...base,
            method: 'POST',
            path: '/pubapi/probe/:channel',
            access: 'public',
            work: 'raw',
            bytes: true,
            handle: async (call: RawCall<z.infer<typeof input>>) => [call.input, String(call.request.body)],
          }),
          route({
            ...base,
            method: 'GET',
            path: '/pubapi/probe/:id/record',
            access: 'public',
            input: z.strictObject({ id: idInput }),
            work: 'raw',
            handle: async () => null,
          }),
        ],
      },
    ],
  })
})
afterAll(() => server.close())

const echo = (address: string, given: Record<string, unknown> = {}, method: 'GET' | 'POST' = 'GET') =>
  server.call(`/api/probe/${address}/echo`, given, { as, method, language: 'en' })

test('a named part of a path is an input beside those of query and body, decoded once', async () => {
  expect((await echo('wechat', { note: 'n' })).data).toEqual({ channel: 'wechat', note: 'n' })
  expect((await echo('wechat', { note: 'n' }, 'POST')).data).toEqual({ channel: 'wechat', note: 'n' })
  expect((await echo('a%2Fb%20%E5%A5%BD%253F')).data).toEqual({ channel: 'a/b 好%3F' })
  expect((await server.call('/api/probe/:channel/echo', { channel: 'a/b %好' }, { as })).data).toEqual({
    channel: 'a/b %好',
  })
})

test('bytes of a callback are read beside the part of its address', async () => {
  const { data } = await server.call(`/pubapi/probe/${id}`, { note: 'q' }, { bytes: Buffer.from('<xml/>') })
  expect(data).toEqual([{ channel: id, note: 'q' }, '<xml/>'])
})

test.each([
  ['en', 'channel is part of the address and cannot be sent again in the query or body'],
  ['zh', 'channel 已在请求地址中给出，查询参数和请求内容中不能再次出现'],
  ['es', 'channel forma parte de la dirección y no se puede enviar otra vez en la consulta ni en el cuerpo'],
])('a value that the address has is refused in query and body, whatever it is: %s', async (language, msg) => {
  const refusal = { status: 400, code: 'kernel.malformedBody', msg }
  for (const method of ['GET', 'POST'] as const)
    for (const given of [{ channel: 'alipay' }, { channel: 'wechat' }, { channel: { x: '1' } }])
      expect(await server.call('/api/probe/wechat/echo', given, { as, method, language })).toMatchObject(refusal)
  const bytes = Buffer.from('x')
  expect(await server.call('/pubapi/probe/a', { channel: 'b' }, { bytes, language })).toMatchObject(refusal)
})

test('what the address holds is checked like any input; without it there is no such address', async () => {
  const refused = await server.call('/pubapi/probe/none/record', {}, { method: 'GET', language: 'en' })
  expect(refused).toMatchObject({ code: 'kernel.invalid', data: { fields: { id: expect.any(String) as string } } })
  expect(await echo('x'.repeat(61))).toMatchObject({ code: 'kernel.invalid' })
  expect(await echo('x'.repeat(250))).toMatchObject({ status: 404, code: 'kernel.unknownPath' })
  expect(await echo('%FF')).toMatchObject({ status: 400, success: false })
  for (const address of ['/api/probe//echo', '/api/probe/wechat/echo/', '/api/probe/a/b/echo'])
    expect(await server.call(address, {}, { as, method: 'GET' })).toMatchObject({
      status: 404,
      code: 'kernel.unknownPath',
    })
})

test('one key means one address: the same key for another part is a conflict', async () => {
  const pay = (channel: string, key: string) => server.call('/api/probe/:channel/pay', { channel }, { as, key })
  const key = newId()
  expect((await pay('a', key)).data).toEqual([1, 'a'])
  expect((await pay('a', key)).data).toEqual([1, 'a'])
  expect(await pay('b', key)).toMatchObject({ success: false })
  expect((await pay('b', newId())).data).toEqual([2, 'b'])
})

test('a path with patterns, or with a name that means something else, is no path of a route', () => {
  for (const path of ['/api/a', '/c/logout', '/api/x/:id', '/api/:a/b/:bC2', '/servlet/validateCodeServlet'])
    expect(() => mustBeRoutePath(path)).not.toThrow()
  for (const path of [
    '/api/*',
    '/api/:id(\\d+)',
    '/api/:id?',
    '/api/x:id',
    '/api/:',
    '/api/:Id',
    '/api/:a-:b',
    '/api/:id/:id',
    '/api/:token',
    '/api/:_',
    '/api/:atStation',
    '/api/{id}',
  ])
    expect(() => mustBeRoutePath(path), path).toThrow(RangeError)
  const strange = route({
    method: 'GET',
    path: '/api/:id?',
    access: 'public',
    input,
    work: 'read',
    handle: async () => 0,
  })
  expect(() => server.app.add([strange])).toThrow(RangeError)
})
