import { aTenant, Browser, TEST_HASH_COST } from '@wattyard/identity/testing'
import { callerWith, testDatabase, testServer } from '@wattyard/testing'
import { expect, test } from 'vitest'
import { compose } from './compose.ts'
import { freshSecrets } from './secrets.ts'

test('the limit of codes per address is the installation’s setting and applies at once', async () => {
  const db = await testDatabase()
  const { modules, identity } = compose({
    db,
    profile: 'demo',
    version: 'test',
    secrets: freshSecrets(),
    log: { warn: () => {} },
    publicUrl: 'https://charge.example',
    hashCost: TEST_HASH_COST,
  })
  const { tenantId } = await aTenant(db, { code: 'home', isHome: true })
  const server = await testServer({ modules, db, authenticator: identity.authenticator })
  const desk = await testServer({ modules, db })
  const ask = () => new Browser(server, '10.9.0.1').post('/api/user/pwd/forget/send', { username: 'ghost' })
  const set = (value: number, isPlatform: boolean) =>
    desk.call(
      '/api/platform/setting/save',
      { key: 'platform.resetCodesPerAddress', value },
      { as: callerWith({ tenantId, isPlatform }) },
    )
  expect((await ask()).success).toBe(true)
  expect((await ask()).success).toBe(true)
  // Anonymous users have no tenant: only the installation's own settings limit their requests.
  expect((await set(2, false)).success).toBe(false)
  expect((await set(2, true)).success).toBe(true)
  expect(await ask()).toMatchObject({ status: 429, code: 'identity.tooManyCodes' })
  expect((await set(10, true)).success).toBe(true)
  expect((await ask()).success).toBe(true)
  await identity.flush()
  await Promise.all([server.close(), desk.close()])
  await db.close()
})
