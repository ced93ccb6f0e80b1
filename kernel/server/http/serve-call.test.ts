import { decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '../new-id.ts'
import { DryRun } from './dry-run.ts'
import type { Call } from './route.ts'
import { serveCall } from './serve-call.ts'

const wallet = defineCall({
  method: 'GET',
  path: '/api/probe/wallet',
  access: 'probe.wallet:read',
  wholeTenant: true,
  summary: 'a wallet',
  input: z.strictObject({ id: idInput }),
  output: z.object({ balance: decimalText, asOf: instant, notes: z.array(z.object({ text: z.string() })) }),
})

/** Answers a handler of no interest but for its result. */
const answering = (result: unknown) => {
  const served = serveCall(wallet, { work: 'read', handle: async () => result as never }) // what a handler ought not to return
  return served.handle({ input: { id: newId() } } as Call<never> as never)
}

test('path, access and limits are those of the declaration; a read is answered as a POST, too', () => {
  const served = serveCall(wallet, { work: 'read', handle: () => Promise.reject(new Error('not asked')) })
  expect(served).toMatchObject({
    method: ['GET', 'POST'],
    path: '/api/probe/wallet',
    access: 'probe.wallet:read',
    wholeTenant: true,
    work: 'read',
    input: wallet.input,
    output: wallet.output,
  })
  const write = serveCall({ ...wallet, method: 'POST' }, { work: 'write', handle: () => Promise.reject(new Error()) })
  expect(write.method).toBe('POST')
})

test('what the declaration does not name does not leave, at any depth', async () => {
  const result = {
    balance: '12.50',
    asOf: 1_763_000_000_000,
    passwordHash: 'secret',
    notes: [{ text: 'a', author: 'secret' }],
  }
  expect(await answering(result)).toEqual({ balance: '12.50', asOf: 1_763_000_000_000, notes: [{ text: 'a' }] })
})

test.each([
  ['a number for money', { balance: 12.5, asOf: 0, notes: [] }, /\/api\/probe\/wallet .*balance/],
  ['a broken decimal', { balance: '1e3', asOf: 0, notes: [] }, /balance/],
  ['a missing key', { balance: '1', notes: [] }, /asOf/],
  ['nothing', undefined, /whole/],
])('%s is an error of ours that names call and place', async (_what, result, message) => {
  await expect(answering(result)).rejects.toThrow(message)
})

test('the report of a dry run leaves in the declared shape, too', async () => {
  const report = { balance: '1', asOf: 0, notes: [], passwordHash: 'secret' }
  const dry = (said: unknown) =>
    serveCall(wallet, { work: 'read', handle: () => Promise.reject(new DryRun(said)) }).handle({
      input: { id: newId() },
    } as Call<never> as never)
  const { passwordHash: _secret, ...told } = report
  await expect(dry(report)).rejects.toEqual(new DryRun(told))
  await expect(dry(report)).rejects.toHaveProperty('report', told)
  await expect(dry({ ...report, balance: 1 })).rejects.toThrow(/balance/)
})
