import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '@wattyard/server-kit'
import { settableClock } from '@wattyard/time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppMessage, MessagingApp } from './messaging-app.ts'
import { officialAccount } from './official-account.ts'

let server: Server
let app: MessagingApp
let asked: { path: string; token: string | null; body: Record<string, unknown> }[] = []
/** Answers to the message call, first come first served; its usual one afterwards. */
let next: { status?: number; body: string }[] = []
let tokens = 0

const MESSAGE: AppMessage = {
  openid: 'oABCDEF',
  id: '01a2-id',
  template: 'T1',
  data: { thing1: '充电桩离线', time3: '2026-11-20 08:00' },
  url: 'https://charge.example/jkweb/fwgl/notify',
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://here')
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      asked.push({
        path: url.pathname,
        token: url.searchParams.get('access_token'),
        body: JSON.parse(text) as Record<string, unknown>,
      }) // what our own client sent
      if (url.pathname === '/cgi-bin/stable_token')
        return response.end(JSON.stringify({ access_token: `token-${++tokens}`, expires_in: 7200 }))
      const { status = 200, body } = next.shift() ?? { body: '{"errcode":0,"errmsg":"ok","msgid":200228332}' }
      response.writeHead(status).end(body)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  // Messages need no database; the calls back do.
  const world = { db: undefined as unknown as Database, clock: settableClock(0) }
  app = officialAccount({ appId: 'wx1', secret: 's', token: 'agreed', api, timeout_ms: 500 }, world)
})
beforeEach(() => {
  asked = []
  next = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const notify = (message: Partial<AppMessage> = {}) => app.notify?.({ ...MESSAGE, ...message })

test('a template filled in, with the id that keeps it from being told twice', async () => {
  expect(await notify()).toEqual({ outcome: 'sent', receipt: '200228332' })
  expect(asked.at(-1)).toEqual({
    path: '/cgi-bin/message/template/send',
    token: `token-${tokens}`,
    body: {
      touser: 'oABCDEF',
      template_id: 'T1',
      client_msg_id: '01a2-id',
      url: MESSAGE.url,
      data: { thing1: { value: '充电桩离线' }, time3: { value: '2026-11-20 08:00' } },
    },
  })
  await notify({ url: null })
  expect(asked.at(-1)?.body).not.toHaveProperty('url')
})

test.each([
  ['{"errcode":43004,"errmsg":"require subscribe"}', 'refused', '43004'],
  ['{"errcode":40037,"errmsg":"invalid template_id"}', 'refused', '40037'],
  ['{"errcode":45009,"errmsg":"reach max api daily quota limit"}', 'later', '45009'],
  ['{"errcode":-1,"errmsg":"system error"}', 'later', '-1'],
])('the app says %s: %s', async (body, outcome, reason) => {
  next = [{ body }]
  expect(await notify()).toEqual({ outcome, reason })
})

test('a token that the app no longer takes is renewed once, and the message said again', async () => {
  const before = tokens
  next = [{ body: '{"errcode":42001,"errmsg":"access_token expired"}' }]
  expect(await notify()).toMatchObject({ outcome: 'sent' })
  expect(tokens).toBe(before + 1)
  next = [{ body: '{"errcode":42001}' }, { body: '{"errcode":42001}' }]
  expect(await notify()).toEqual({ outcome: 'refused', reason: '42001' })
})

test('an answer that cannot be read leaves open whether it arrived', async () => {
  next = [{ body: '<html>' }]
  await expect(notify()).rejects.toThrow('JSON')
  next = [{ body: '{"errcode":0}' }]
  await expect(notify()).rejects.toThrow('msgid')
})
