import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerWith, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { newId } from '../new-id.ts'
import { Refusal } from '../refusal.ts'
import { route } from './route.ts'

/* Over real sockets: what a stranger sends is looked at while it is on its way. */

const MIB = 1024 * 1024
let server: TestServer
let port: number
const tenantId = newId()
const known = new Map<string, Caller>()
let lookUps = 0
let isOver = false

beforeAll(async () => {
  const note = z.strictObject({ note: z.string().max(MIB).optional(), ids: z.array(z.string()).optional() })
  const base = { method: 'POST', input: note } as const
  server = await testServer({
    authenticator: {
      async find(_tx, { handle }) {
        lookUps++
        if (isOver) throw new Refusal('identity.signedOut', { status: 401 })
        return known.get(handle ?? '') ?? null
      },
    },
    modules: [
      {
        name: 'probe',
        resources: [],
        routes: [
          route({ ...base, path: '/api/own', access: 'signed-in', work: 'write', handle: async () => null }),
          route({ ...base, path: '/api/held', access: 'probe.thing:read', work: 'write', handle: async () => null }),
          route({ ...base, path: '/api/open', access: 'public', work: 'write', handle: async () => null }),
          route({ ...base, path: '/api/raw', access: 'signed-in', work: 'raw', handle: async () => null }),
          route({
            ...base,
            path: '/api/wide',
            access: 'signed-in',
            work: 'write',
            members: 5_000,
            handle: async () => 1,
          }),
        ],
      },
    ],
  })
  await server.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.fastify.server.address() as AddressInfo).port
})
afterAll(async () => {
  server.app.fastify.server.closeAllConnections()
  await server.close()
})

/** The status and code that arrive after so much of a request, whose body is never finished. */
function answerTo(head: string, body = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const timer = setTimeout(() => socket.destroy(new Error(`no answer before the body: ${text}`)), 3_000)
    socket.on('error', reject)
    socket.on('data', part => {
      text += part.toString()
      if (!text.includes('"requestId"')) return
      clearTimeout(timer)
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]), text })
    })
    socket.write(`${head}\r\nHost: here\r\n\r\n${body}`)
  })
}

const unfinished = (path: string, length: number | 'chunked', more = '') =>
  `POST /chg${path} HTTP/1.1\r\nContent-Type: application/json\r\n${more}${
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  }`

function someone(permissions: readonly string[] = ['*']): string {
  const caller = callerWith({ tenantId, permissions })
  known.set(caller.sessionId, caller)
  return `?token=${caller.sessionId}`
}

test.each(['/api/own', '/api/held', '/api/raw', '/api/wide'])(
  '%s: who asks is settled before the body is there',
  async path => {
    for (const length of [200_000, 'chunked'] as const) {
      const before = lookUps
      expect(await answerTo(unfinished(path, length))).toMatchObject({ status: 401 })
      expect(lookUps, 'who shows nothing is no question to the database').toBe(before)
      expect(await answerTo(unfinished(`${path}?token=nobody`, length))).toMatchObject({ status: 401 })
      expect(lookUps).toBe(before + 1)
    }
  },
)

test('so is what the caller may do, and of what type the body is', async () => {
  expect(await answerTo(unfinished(`/api/held${someone([])}`, 1000))).toMatchObject({ status: 403 })
  const other = unfinished(`/api/own${someone()}`, 1000).replace('application/json', 'multipart/form-data; boundary=x')
  expect(await answerTo(other)).toMatchObject({ status: 415 })
  expect(await answerTo(unfinished('/api/open', 1000).replace('json', 'xml'))).toMatchObject({ status: 415 })
})

test('a body that says it is larger than the route takes is refused unread; routes for strangers take least', async () => {
  const who = someone()
  expect(await answerTo(unfinished(`/api/own${who}`, 256 * 1024 + 1))).toMatchObject({ status: 413 })
  expect(await answerTo(unfinished('/api/open', 16 * 1024 + 1))).toMatchObject({ status: 413 })
  expect(await answerTo(unfinished('/api/nowhere', 16 * 1024 + 1))).toMatchObject({ status: 413 })
  const rest = 'x'.repeat(17 * 1024)
  const chunk = `${rest.length.toString(16)}\r\n${rest}\r\n`
  expect(await answerTo(unfinished('/api/open', 'chunked'), chunk)).toMatchObject({ status: 413 })
})

test('the route limits members: fewest for anonymous callers, more where it declares so', async () => {
  const ids = (count: number) => ({ ids: Array.from({ length: count }, () => 'x') })
  const as = callerWith({ tenantId })
  known.set(as.sessionId, as)
  const code = async (path: string, count: number) =>
    (await server.call(`${path}?token=${as.sessionId}`, ids(count))).code
  expect(await code('/api/open', 100)).toBe('0')
  expect(await code('/api/open', 102)).toBe('kernel.malformedBody')
  expect(await code('/api/own', 1_900)).toBe('0')
  expect(await code('/api/own', 2_002)).toBe('kernel.malformedBody')
  expect(await code('/api/wide', 4_900)).toBe('0')
  expect(await code('/api/wide', 5_002)).toBe('kernel.malformedBody')
})

test('an answer tells fifty field errors at most', async () => {
  const as = callerWith({ tenantId })
  known.set(as.sessionId, as)
  const wrong = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`wrong${i}`, 1]))
  const answer = await server.call(`/api/own?token=${as.sessionId}`, wrong)
  expect(answer.code).toBe('kernel.invalid')
  expect(Object.keys(answer.data.fields)).toHaveLength(50)
  const entries = await server.call(`/api/own?token=${as.sessionId}`, { ids: Array.from({ length: 1_500 }, () => 1) })
  expect(Object.keys(entries.data.fields)).toHaveLength(50)
})

test('a session that ends while its body trickles in does not work any more; a quick one is looked up once', async () => {
  const who = someone()
  const before = lookUps
  const body = '{"note":"x"}'
  expect(await answerTo(unfinished(`/api/own${who}`, body.length), body)).toMatchObject({ status: 200 })
  expect(lookUps).toBe(before + 1)
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', part => (text += part.toString()))
  socket.write(`${unfinished(`/api/own${who}`, body.length)}\r\nHost: here\r\n\r\n{"note":`)
  await sleep(1_200)
  isOver = true
  socket.write('"x"}')
  await expect.poll(() => text).toContain('"code":"50008"')
  isOver = false
  socket.destroy()
})
