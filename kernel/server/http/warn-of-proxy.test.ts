import { allWords, testDatabase } from '@wattyard/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { createApp } from './app.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

/** What the log says of so many calls with these headers. */
async function warnings(trustProxy: string[], headers: Record<string, string>): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(String(JSON.parse(line).msg)) })
  const app = createApp({ db, words: allWords(), log, authenticator: { find: async () => null }, trustProxy })
  for (let i = 0; i < 3; i++) await app.fastify.inject({ method: 'GET', url: '/chg/nowhere', headers })
  await app.fastify.close()
  return lines
}

test('an untrusted forwarding proxy is logged once', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
  expect(await warnings([], forwarded)).toEqual([expect.stringContaining('WATTYARD_TRUST_PROXY')])
  expect(await warnings(['10.0.0.1'], forwarded)).toEqual([expect.stringContaining('WATTYARD_TRUST_PROXY')])
  expect(await warnings(['127.0.0.1'], forwarded)).toEqual([])
  expect(await warnings([], {})).toEqual([])
})

test('a trusted proxy without X-Forwarded-Proto is logged once', async () => {
  expect(await warnings(['127.0.0.1'], { 'x-forwarded-for': '203.0.113.9' })).toEqual([
    expect.stringContaining('X-Forwarded-Proto'),
  ])
})
