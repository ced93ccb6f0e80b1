import type { Database } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTenant, encryptedPassword, type SignInServer, signInServer } from '../../testing/index.ts'
import { passwordHasher } from '../passwords/hash-password.ts'
import { insertUser } from '../tenants/create-tenant.ts'

/** Small enough for hundreds of samples, large enough that a missing verification would show at once. */
const COST = { memory_kib: 19_456, passes: 2, lanes: 1 }
const ROUNDS = 40
const QUESTION_ROUNDS = 25

let db: Database
let server: SignInServer

beforeAll(async () => {
  db = await testDatabase()
  const { tenantId } = await aTenant(db, { code: 'home', isHome: true })
  const passwordHash = await passwordHasher(COST).hash('a passphrase for tests')
  await db.platform(async tx => {
    for (const loginName of ['known', 'barred', 'locked'])
      await insertUser(tx, tenantId, { loginName, displayName: loginName, passwordHash, roleIds: [] })
    await tx.execute("update identity_user set status = 'disabled' where login_name = 'barred'")
  })
  server = await signInServer({ db, hashCost: COST })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Trust R-02: the ways to fail cannot be told apart by time. The kinds alternate, so that the
 * machine's mood falls on all of them; the median of each is compared. A real difference stays
 * through the repeats that a busy machine may need.
 */
test('unknown, wrong, disabled, locked and undecipherable sign-ins take the same time', {
  timeout: 120_000,
  retry: 2,
}, async () => {
  const times: Record<string, number[]> = { unknown: [], wrong: [], disabled: [], locked: [], undecipherable: [] }
  let ip = 0
  async function attempt(kind: string, username: string, cipher: (key: string) => string): Promise<void> {
    const browser = server.browser(`10.0.${Math.floor(ip / 250)}.${ip++ % 250}`)
    const { key, id } = await browser.loginKey()
    const password = cipher(key)
    const begin = performance.now()
    const answer = await browser.post('/c/login', { username, password, key: id })
    times[kind]?.push(performance.now() - begin)
    expect(answer).toMatchObject({ status: 200, code: 'identity.signInFailed', data: null })
  }
  const wrong = (key: string) => encryptedPassword(key, 'not the passphrase')
  const forgetLocks = () =>
    db.platform(tx => tx.execute('delete from identity_login_attempt where locked_until is null or fails < 100'))
  for (let i = 0; i < 6; i++) await attempt('', 'locked', wrong)
  await db.platform(tx =>
    tx.execute('update identity_login_attempt set fails = 100, locked_until = $1', [
      new Date(server.clock.now() + 3_600_000),
    ]),
  )
  for (let round = 0; round < ROUNDS; round++) {
    await attempt('unknown', `ghost${round}`, wrong)
    await attempt('wrong', 'known', wrong)
    await attempt('disabled', 'barred', wrong)
    await attempt('locked', 'locked', wrong)
    await attempt('undecipherable', 'known', () => 'ab'.repeat(16))
    await forgetLocks()
  }
  const lowest = alike(times)
  // A path that skips the hash stands out by more than any noise.
  expect(lowest.least).toBeGreaterThan(Math.max(3, lowest.middle * 0.35))
})

/**
 * The other questions that could tell who exists (trust W16): a code for a forgotten password, a wrong one of it, and whether
 * a name is free. Somebody who exists costs some statements more; that has to drown in what all of them cost.
 */
test('a forgotten password and a name that may be free take the same time for everybody', {
  timeout: 120_000,
  retry: 2,
}, async () => {
  let ip = 0
  const ask = async (times: Record<string, number[]>, kind: string, path: string, body: Record<string, unknown>) => {
    const browser = server.browser(`10.1.${Math.floor(ip / 250)}.${ip++ % 250}`)
    const begin = performance.now()
    const { status } = await browser.post(path, body)
    ;(times[kind] ??= []).push(performance.now() - begin)
    expect([path, status]).toEqual([path, 200])
    // What goes on after the answer must not fall on the next one.
    await server.identity.flush()
  }
  const send: Record<string, number[]> = {}
  const update: Record<string, number[]> = {}
  const check: Record<string, number[]> = {}
  for (let round = 0; round < QUESTION_ROUNDS; round++)
    for (const [kind, username] of [
      ['unknown', `ghost${round}`],
      ['known', 'known'],
      ['disabled', 'barred'],
    ] as const) {
      await ask(send, kind, '/api/user/pwd/forget/send', { username })
      await ask(update, kind, '/api/user/pwd/forget/update', {
        username,
        code: '12345678',
        newPassword: 'another long phrase',
      })
      await ask(check, kind, '/api/user/account/check', { account: username })
    }
  for (const times of [send, update, check]) alike(times)
})

/**
 * The medians lie within 10 % of the middle, or 2 ms where the hash is this cheap: the full cost is five times as much. On a
 * busy machine nothing finer than its own noise can be seen: how far the same kind's odd and even rounds lie apart.
 */
function alike(times: Readonly<Record<string, number[]>>): { least: number; middle: number } {
  const medians = Object.fromEntries(Object.entries(times).map(([kind, values]) => [kind, median(values)]))
  const all = Object.values(medians)
  const middle = median(all)
  const noise = Math.max(...Object.values(times).map(selfNoise))
  const tolerance = Math.max(middle * 0.1, 2, noise * 2)
  for (const [kind, value] of Object.entries(medians))
    expect([kind, Math.abs(value - middle) <= tolerance, medians]).toEqual([kind, true, medians])
  return { least: Math.min(...all), middle }
}

function selfNoise(values: readonly number[]): number {
  const half = (parity: number) => median(values.filter((_, i) => i % 2 === parity))
  return Math.abs(half(0) - half(1))
}
