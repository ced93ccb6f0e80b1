import { aTenant, aUser } from '@wattyard/identity/testing'
import { col, type Database, seal, type Tx } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adoptSecrets, foreseeAdopting, linesOfAdopted } from './adopt-secrets.ts'
import { OtherSecrets, rememberedSecrets, rememberSecrets, strangeSecrets } from './known-secrets.ts'
import { freshSecrets, type Secrets } from '../secrets.ts'

let db: Database
let tenantId: string
let userId: string
beforeAll(async () => {
  db = await testDatabase()
  tenantId = (await aTenant(db)).tenantId
  userId = (await aUser(db, tenantId)).id
})
afterAll(() => db.close())

const own = freshSecrets()
const other = freshSecrets()
const keyOf = (secrets: Secrets, name: 'factors' | 'channels') => Buffer.from(secrets[name], 'hex')
const counted = async (table: string, where = 'true') => {
  const [row] = await db.platform(tx =>
    tx.query({ n: col.integer }, `select count(*)::int as n from ${table} where ${where}`),
  )
  return row?.n ?? 0
}

async function sealBy(tx: Tx, secrets: Secrets): Promise<void> {
  await tx.execute(
    'insert into identity_second_factor (tenant_id, user_id, sealed_secret, created_at, confirmed_at) values ($1, $2, $3, now(), now())',
    [tenantId, userId, seal(keyOf(secrets, 'factors'), `${tenantId}/${userId}`, Buffer.from('totp'))],
  )
  await tx.execute(
    `insert into notifications_channel (tenant_id, channel, version, enabled, settings, sealed_secret) values ($1, 'mail', 1, true, '{}', $2)`,
    [tenantId, seal(keyOf(secrets, 'channels'), `notifications/${tenantId}/mail`, Buffer.from('password'))],
  )
}

test('the first secrets are remembered, as fingerprints alone; others are refused, those of a newer release are added', async () => {
  const { fleet: _added, ...older } = own
  await db.platform(tx => rememberSecrets(tx, own, 'secrets.json'))
  await expect(db.platform(tx => rememberSecrets(tx, other, 'secrets.json'))).rejects.toThrow(OtherSecrets)
  const known = await db.platform(rememberedSecrets)
  if (known === null) throw new Error('nothing is remembered')
  for (const secret of Object.values(own)) expect(JSON.stringify(known)).not.toContain(secret)
  expect(strangeSecrets(own, known)).toEqual([])
  expect(strangeSecrets(older, known)).toEqual(['fleet'])
  const { fleet: _print, ...prints } = known.prints
  expect(strangeSecrets(own, { ...known, prints })).toEqual([])
  expect(strangeSecrets({ ...own, login: other.login, daySigning: other.daySigning }, known)).toEqual([
    'login',
    'daySigning',
  ])
})

test('what lost secrets sealed is gone or off, once, and what opens stays', async () => {
  await db.platform(tx => sealBy(tx, own))
  const same = await db.platform(tx => adoptSecrets(tx, own, 1))
  expect(same).toEqual({ changed: [], keys: [], factors: 0, letters: 0, channels: 0 })

  expect(await foreseeAdopting(db, other, 1)).toMatchObject({ factors: 1, letters: 1 })
  expect(await counted('identity_second_factor')).toBe(1)

  const adopted = await db.platform(tx => adoptSecrets(tx, other, 1))
  expect(adopted).toMatchObject({
    factors: 1,
    letters: 1,
    channels: 0,
    keys: [{ isKnown: true, closings: 0, entries: 0 }],
  })
  expect(adopted.changed.toSorted()).toEqual(Object.keys(own).toSorted())
  expect(linesOfAdopted(adopted).join('\n')).toContain('--foreign')
  expect(await counted('identity_second_factor')).toBe(0)
  expect(await counted('notifications_channel', 'enabled or sealed_secret is not null')).toBe(0)
  await db.platform(tx => rememberSecrets(tx, other, 'secrets.json'))
})
