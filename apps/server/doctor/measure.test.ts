import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, route } from '@wattyard/server-kit'
import { allWords, SHORT_CLOCKS, TEST_CERTIFICATE, TEST_KEY, testDatabase } from '@wattyard/testing'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { measureLimits } from './measure.ts'

const CLOCKS = SHORT_CLOCKS
const resultsOf = (checks: { name: string; result: string }[]) => checks.map(({ name, result }) => `${name}: ${result}`)

describe.each([false, true])('the running product, TLS %s', tls => {
  test('has clocks in agreement', async () => {
    const db = await testDatabase()
    const app = createApp({
      db,
      words: allWords(),
      log: pino({ level: 'silent' }),
      authenticator: { find: async () => null },
      tls: tls ? { cert: Buffer.from(TEST_CERTIFICATE), key: Buffer.from(TEST_KEY) } : null,
      clocks: CLOCKS,
    })
    app.add([
      route({
        method: 'POST',
        path: '/c/login',
        access: 'public',
        input: z.looseObject({}),
        work: 'read',
        handle: async () => null,
      }),
    ])
    try {
      await app.fastify.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.fastify.server.address() as AddressInfo
      expect(resultsOf(await measureLimits({ host: '0.0.0.0', port, tls }, CLOCKS))).toEqual([
        `${tls ? 'no handshake' : 'silent line'}: good`,
        'slow headers: good',
        'slow body: good',
        'large body: good',
        'wide headers: good',
      ])
    } finally {
      app.fastify.server.closeAllConnections()
      await app.fastify.close()
      await db.close()
    }
  })
})

test('a server without limits is reported for each of them', async () => {
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 0, maxHeaderSize: 1_000_000 },
    (request, response) => void request.resume().on('end', () => response.end('good')),
  )
  try {
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    expect(resultsOf(await measureLimits({ host: '127.0.0.1', port, tls: false }, CLOCKS))).toEqual([
      'silent line: wrong',
      'slow headers: wrong',
      'slow body: wrong',
      'large body: wrong',
      'wide headers: wrong',
    ])
  } finally {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  }
})

test('reports nothing without a running server', async () => {
  expect(resultsOf(await measureLimits({ host: '127.0.0.1', port: 1, tls: false }, CLOCKS))).toEqual([
    'slow callers: hint',
  ])
})
