import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { allWords, SHORT_CLOCKS, TEST_CERTIFICATE, TEST_KEY, testDatabase } from '@wattyard/testing'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { type App, createApp } from './app.ts'
import { CONNECTION_CLOCKS } from './http-server.ts'
import { route } from './route.ts'

/* The product's own clocks, shortened, with TLS and without: both hold for both. */

const CLOCKS = { ...SHORT_CLOCKS, connections: 12 }
const SLACK_MS = 1_500

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

/** How long the server keeps a connection, and what it said last. */
async function lifeOf(line: Socket, dripEvery_ms?: number): Promise<{ ms: number; text: string }> {
  const started = performance.now()
  let text = ''
  line.on('data', part => (text += part.toString()))
  line.on('error', () => {})
  const drip = dripEvery_ms === undefined ? null : setInterval(() => line.writable && line.write('x'), dripEvery_ms)
  await new Promise(resolve => line.once('close', resolve))
  if (drip) clearInterval(drip)
  return { ms: performance.now() - started, text }
}

describe.each(['plain', 'TLS'])('%s', kind => {
  let app: App
  let port: number

  beforeAll(async () => {
    app = createApp({
      db,
      words: allWords(),
      log: pino({ level: 'silent' }),
      authenticator: { find: async () => null },
      tls: kind === 'TLS' ? { cert: Buffer.from(TEST_CERTIFICATE), key: Buffer.from(TEST_KEY) } : null,
      clocks: CLOCKS,
    })
    app.add([
      route({
        method: 'POST',
        path: '/api/open',
        access: 'public',
        input: z.looseObject({}),
        work: 'write',
        handle: async () => null,
      }),
      route({
        method: 'GET',
        path: '/api/large',
        access: 'public',
        input: z.looseObject({}),
        work: 'read',
        handle: async () => 'x'.repeat(40_000_000),
      }),
    ])
    await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    port = (app.fastify.server.address() as AddressInfo).port
  })
  afterAll(async () => {
    app.fastify.server.closeAllConnections()
    await app.fastify.close()
  })

  async function line(): Promise<Socket> {
    if (kind === 'plain') return connect(port, '127.0.0.1')
    const secure = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await new Promise(resolve => secure.once('secureConnect', resolve))
    return secure
  }

  // These wait for clocks beside each other; what counts connections comes after them, by itself.
  test.concurrent('headers that do not end', async () => {
    const slow = await line()
    slow.write('GET /chg/api/open HTTP/1.1\r\nHost: here\r\nX-Slow: ')
    const { ms, text } = await lifeOf(slow, 50)
    expect(text).toContain('408')
    expect(ms).toBeGreaterThan(CLOCKS.headers_ms - 100)
    expect(ms).toBeLessThan(CLOCKS.headers_ms + SLACK_MS)
  })

  test.concurrent('a body that drips', async () => {
    const slow = await line()
    slow.write(
      'POST /chg/api/open HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n',
    )
    const { ms } = await lifeOf(slow, 50)
    expect(ms).toBeGreaterThan(CLOCKS.request_ms - 100)
    expect(ms).toBeLessThan(CLOCKS.request_ms + SLACK_MS)
  })

  test.concurrent('nothing after a request that was answered', async () => {
    const idle = await line()
    idle.write('POST /chg/api/open HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n')
    const { ms, text } = await lifeOf(idle)
    expect(text).toContain('200 OK')
    // Node gives a second on top of what is said.
    expect(ms).toBeLessThan(CLOCKS.keepAlive_ms + 1_000 + SLACK_MS)
  })

  test.concurrent('nothing at all', async () => {
    const { ms } = await lifeOf(connect(port, '127.0.0.1'))
    expect(ms).toBeLessThan((kind === 'TLS' ? CLOCKS.handshake_ms : CLOCKS.headers_ms) + SLACK_MS)
  })

  test('an answer that the client does not read', async () => {
    const deaf = await line()
    deaf.on('error', () => {})
    const count = () =>
      new Promise<number>(resolve => app.fastify.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(count, { interval: 5 }).toBe(1)
    deaf.write('GET /chg/api/large HTTP/1.1\r\nHost: here\r\n\r\n')
    deaf.pause()
    await expect.poll(count, { timeout: 3 * CLOCKS.stalled_ms + SLACK_MS }).toBe(0)
    deaf.destroy()
  })

  test('more connections than there may be', async () => {
    const lines = Array.from({ length: CLOCKS.connections + 5 }, () => connect(port, '127.0.0.1'))
    let gone = 0
    for (const one of lines) one.on('error', () => {}).on('close', () => gone++)
    await expect.poll(() => gone, { timeout: CLOCKS.handshake_ms - 100, interval: 20 }).toBe(5)
    for (const one of lines) one.destroy()
  })
})

test('no clock is longer than somebody would wait', () => {
  expect(CONNECTION_CLOCKS).toMatchObject({ request_ms: 15_000, headers_ms: 10_000, handshake_ms: 10_000 })
})
