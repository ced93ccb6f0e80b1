import { testDatabase } from '@wattyard/testing'
import { expect, test } from 'vitest'
import { aTenant, signInServer } from '../../testing/index.ts'

test('off in the production profile unless it is switched on, and then only into a tenant of the demonstration', async () => {
  const db = await testDatabase()
  await aTenant(db, { code: 'main', isHome: true, profile: 'production' })
  const strict = await signInServer({ db, profile: 'production' })
  strict.identity.registerPermissions(['identity.office:read', 'identity.user:read', 'identity.office:export'])
  const OFF = { status: 403, code: 'identity.freeTryOff', msg: '当前未开放免登录体验' }
  expect(await strict.browser().post('/api/security/freetry')).toMatchObject(OFF)
  const open = await signInServer({ db, profile: 'production', freeTry: true })
  open.identity.registerPermissions(['identity.office:read', 'identity.user:read', 'identity.office:export'])
  expect(await open.browser().post('/api/security/freetry')).toMatchObject(OFF)
  const show = await aTenant(db, { code: 'show', profile: 'demo' })
  const guest = open.browser()
  expect((await guest.post('/api/security/freetry')).success).toBe(true)
  expect((await guest.get('/api/employee/me')).data).toMatchObject({
    company: { id: show.tenantId },
    permissions: ['identity.office:read'],
  })
  expect(await strict.browser().post('/api/security/freetry')).toMatchObject(OFF)
  await db.close()
})
