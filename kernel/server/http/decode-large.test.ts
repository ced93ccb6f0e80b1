import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { bodyText, decodeBody } from './decode-body.ts'
import { decodeBytes, LARGE_BYTES } from './decode-large.ts'

const JSON_TYPE = 'application/json'
const LIMIT = 2_000

const large = (before: string, after = ''): Buffer =>
  Buffer.from(`{"text":"${'充电;'.repeat(LARGE_BYTES / 4)}",${before}"end":1${after}}`)

async function refusalOf(run: () => unknown): Promise<Refusal> {
  try {
    await run()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('was not refused')
}

test('a large body is what a small one would be', async () => {
  const bytes = large('"list":[{"a":null},2.5,true],')
  expect(await decodeBytes(JSON_TYPE, bytes, LIMIT)).toEqual(decodeBody(JSON_TYPE, bodyText(bytes), LIMIT))
})

test.each([
  ['a member twice', large('"end":2,')],
  ['a forbidden key', large('"__proto__":{},')],
  ['too many entries', large(`"list":[${'1,'.repeat(LIMIT)}1],`)],
  ['no JSON', large('', ',')],
  ['no UTF-8', Buffer.concat([Buffer.from([0xff]), large('')])],
])('a large body with %s is refused with the same words', async (_name, bytes) => {
  const small = await refusalOf(() => decodeBody(JSON_TYPE, bodyText(bytes), LIMIT))
  const refusal = await refusalOf(() => decodeBytes(JSON_TYPE, bytes, LIMIT))
  expect([refusal.code, refusal.status, refusal.params]).toEqual([small.code, small.status, small.params])
})

test('decoding a large body leaves this thread to other calls', async () => {
  const bytes = Buffer.from(JSON.stringify({ text: '2026-11-23;桩;"12.5"\n'.repeat(1_200_000) }))
  const alone_us = await spentHere(() => decodeBody(JSON_TYPE, bodyText(bytes), LIMIT))
  // What is left is taking the text over.
  expect(await spentHere(() => decodeBytes(JSON_TYPE, bytes, LIMIT))).toBeLessThan(alone_us / 2)
})

/**
 * Least processor time that this thread takes for the work, in µs: what a busy machine cannot stretch. Once in a while the collector
 * works in this thread meanwhile, through the heap of all files before.
 */
async function spentHere(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3; tries++) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}
