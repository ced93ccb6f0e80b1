import { type Database, newId } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestPile } from '../../testing/index.ts'
import { CREDENTIAL_TTL_MS, UNKNOWN_IDENTITY_TTL_MS } from '../limits.ts'
import { addCredential } from './add-credential.ts'
import { createCredentialCache } from './credential-cache.ts'
import { hashKey } from './station-key.ts'

let real: Database
/** Transactions opened since the last look. */
let opened = 0
let db: Database
const tenantId = newId()

beforeAll(async () => {
  real = await testDatabase()
  db = {
    ...real,
    platform: (run, options) => {
      opened++
      return real.platform(run, options)
    },
  }
})

afterAll(() => real.close())

test('everybody who asks in one moment is served by one look-up or two', async () => {
  const piles = await Promise.all(Array.from({ length: 30 }, () => addTestPile(real, { tenantId })))
  opened = 0
  const cache = createCredentialCache(db, () => 0)
  const found = await Promise.all(piles.map(pile => cache.find(pile.identity)))
  expect(found.map(list => list[0]?.pileId)).toEqual(piles.map(pile => pile.pileId))
  expect(opened).toBeLessThanOrEqual(2)
  await Promise.all(piles.map(pile => cache.find(pile.identity)))
  expect(opened).toBeLessThanOrEqual(2)
})

test('what is known is kept for a minute, what is unknown for seconds', async () => {
  let now = 0
  const pile = await addTestPile(real, { tenantId, networks: ['10.0.0.0/8'], protocols: ['ocpp16'] })
  const cache = createCredentialCache(db, () => now)
  const [credential] = await cache.find(pile.identity)
  expect(credential).toMatchObject({
    keyHash: hashKey(pile.key),
    profile: 'plain',
    protocols: ['ocpp16'],
    enabled: true,
    utcOffset_min: 480,
  })
  expect(credential?.networks?.has('10.1.2.3')).toBe(true)
  expect(await cache.find('nobody')).toEqual([])
  now = UNKNOWN_IDENTITY_TTL_MS
  expect([cache.known('nobody'), cache.known(pile.identity)?.length]).toEqual([undefined, 1])
  now = CREDENTIAL_TTL_MS
  expect(cache.known(pile.identity)).toBeUndefined()
})

test('a change made while the look-up is on its way is not lost', async () => {
  const pile = await addTestPile(real, { tenantId })
  const cache = createCredentialCache(db, () => 0)
  const asked = cache.find(pile.identity)
  cache.invalidate(pile.identity)
  await asked
  expect(cache.known(pile.identity)).toBeUndefined()
  const key = await real.platform(tx => addCredential(tx, { tenantId, pileId: pile.pileId, profile: 'tls' }))
  expect((await cache.find(pile.identity))[0]).toMatchObject({ keyHash: hashKey(key), profile: 'tls' })
})

test('a look-up that fails fails for those who asked, and the next one works', async () => {
  const pile = await addTestPile(real, { tenantId })
  let broken = true
  const flaky: Database = {
    ...real,
    platform: (run, options) => (broken ? Promise.reject(new Error('away')) : real.platform(run, options)),
  }
  const cache = createCredentialCache(flaky, () => 0)
  await expect(cache.find(pile.identity)).rejects.toThrow('away')
  broken = false
  expect(await cache.find(pile.identity)).toHaveLength(1)
})

test('who exists is known before anybody asks, and still when what was read of them has aged', async () => {
  let now = 0
  const pile = await addTestPile(real, { tenantId })
  const cache = createCredentialCache(db, () => now)
  expect(cache.exists(pile.identity)).toBe(false)
  await cache.fill()
  expect([cache.exists(pile.identity), cache.exists('nobody')]).toEqual([true, false])
  await cache.find(pile.identity)
  await cache.find('nobody')
  now = CREDENTIAL_TTL_MS
  expect(cache.known(pile.identity)).toBeUndefined()
  expect([cache.exists(pile.identity), cache.exists('nobody')]).toEqual([true, false])
})
