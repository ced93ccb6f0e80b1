import { callerWith } from '@wattyard/testing'
import { afterEach, expect, test } from 'vitest'
import type { Authenticator } from '../../http/credentials.ts'
import { type Things, thingsServer } from '../../testing/things.ts'

let things: Things
afterEach(() => things.close())

/** Rows that take several seconds to check. */
const ROWS = Array.from({ length: 4000 }, (_, i) => ({ line: i + 2, values: { code: `E${i}`, name: `Row ${i}` } }))

test('an import whose caller has gone ends: the next call finds a connection', async () => {
  things = await thingsServer()
  await things.list()
  const address = await things.server.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const leave = new AbortController()
  const sent = fetch(`${address}/chg/api/probe/thing/import?token=${things.as.sessionId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dryRun: true, rows: ROWS }),
    signal: leave.signal,
  })
  setTimeout(() => leave.abort(), 700)
  await expect(sent).rejects.toThrow('abort')
  // People have one connection of the two here, which the import holds; a call waits two seconds for it at most.
  expect((await things.list()).status).toBe(200)
})

// Whether the caller still may is asked beside the import: with one connection, fewer than the product takes, nobody can.
test.skipIf(process.env.WATTYARD_TEST_POOL === '1')('an import ends when its caller is shut out', async () => {
  let asked = 0
  const caller = callerWith({ tenantId: '' })
  const authenticator: Authenticator = {
    find: async () => (++asked <= 2 ? { ...caller, tenantId: things.as.tenantId } : null),
  }
  things = await thingsServer({ authenticator })
  const answer = await things.server.call('/api/probe/thing/import', { dryRun: true, rows: ROWS }, { as: caller })
  expect(answer.status).toBe(401)
})
