import { aRole, aTenant, aUser } from '@wattyard/identity/testing'
import { newId } from '@wattyard/server-kit'
import { pathInputs } from '@wattyard/testing'
import { afterAll, expect, test } from 'vitest'
import { sessionWorld } from './world.ts'

const world = await sessionWorld()
afterAll(() => world.close())

const PASSWORD = 'a passphrase for tests'
/**
 * What a signed-in person has whoever they are: their account, views, news of what they may read, their stations as an investor, and
 * the business of those on the home page.
 */
const OWN =
  /^\/api\/(employee\/me|security\/|weixin\/bind\/|user\/pwd\/|sys\/user\/(pwd|chgPwd)$|platform\/view\/|msg\/|live$|home\/(figures|course|stations)$|device\/station\/list_by_investor$)/

test('a vip is refused every route but what is their own, even where another role would open it', async () => {
  const { tenantId, roleIds } = await aTenant(world.db, { code: 'home', isHome: true })
  const everything = await aRole(world.db, tenantId, { permissions: [...world.permissions] })
  const user = await aUser(world.db, tenantId, {
    password: PASSWORD,
    roleIds: [roleIds.vip, everything],
    userType: 'investor',
  })
  const browser = world.browser()
  await browser.signIn(user.loginName, PASSWORD)
  const { data } = await browser.get('/api/employee/me')
  expect(data.menus).toEqual([{ code: '/home' }, { code: 'personalCenter' }])
  expect(data.roles).not.toContain('adminRole')
  const token = browser.cookies.get('Admin-Token') ?? ''
  const wrong: string[] = []
  let refused = 0
  for (const { path, method, access } of world.server.app.routes()) {
    if (access === 'public' || access.startsWith('investors.')) continue
    if (access === 'signed-in' && OWN.test(path)) continue
    for (const one of [method].flat() as ('GET' | 'POST')[]) {
      const headers = { 'x-token': token, 'idempotency-key': newId() }
      const answer = await browser.send(one, path, pathInputs(path), { headers })
      if (answer.status === 403 && answer.code === 'kernel.forbidden') refused++
      else wrong.push(`${one} ${path} answered ${answer.status} ${answer.code}`)
    }
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(200)
})
