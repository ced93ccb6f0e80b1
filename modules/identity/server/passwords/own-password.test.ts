import type { Database } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aTenant,
  aUser,
  type Browser,
  encryptedPassword,
  type SignInServer,
  signInServer,
} from '../../testing/index.ts'

const OLD = 'a passphrase for tests'
const NEW = 'another long phrase'

let db: Database
let server: SignInServer
let tenantId: string
let user: { id: string; loginName: string }
let browser: Browser

beforeAll(async () => {
  db = await testDatabase()
  tenantId = (await aTenant(db, { code: 'home', isHome: true })).tenantId
})
beforeEach(async () => {
  server = await signInServer({ db })
  user = await aUser(db, tenantId, { password: OLD })
  browser = await opened()
})
afterAll(() => db.close())

async function opened(password = OLD): Promise<Browser> {
  const fresh = server.browser()
  expect((await fresh.signIn(user.loginName, password)).success).toBe(true)
  return fresh
}
const change = (input: Record<string, unknown>, from = browser, path = '/api/user/pwd/update') => from.post(path, input)
const fields = async (input: Record<string, unknown>) => (await change(input)).data?.fields

describe('changing one’s own password', () => {
  test.each(['/api/user/pwd/update', '/api/sys/user/chgPwd', '/api/sys/user/pwd'])(
    '%s: this session stays, the others end, the old password opens nothing',
    async path => {
      const other = await opened()
      expect((await change({ oldPassword: OLD, newPassword: NEW, checkPass: NEW }, browser, path)).success).toBe(true)
      expect((await browser.get('/api/employee/me')).success).toBe(true)
      expect(await other.get('/api/employee/me')).toMatchObject({ status: 401, code: '50008' })
      expect((await server.browser().signIn(user.loginName, OLD)).success).toBe(false)
      await opened(NEW)
      const [line] = await db.platform(tx =>
        tx.query("select 1 from kernel_audit where record_id = $1 and action = 'change-password'", [user.id]),
      )
      expect(line).toBeDefined()
    },
  )

  test('passwords come encrypted under a key of one use, as at sign-in', async () => {
    const { key, id } = await browser.loginKey()
    const sealed = { oldPassword: encryptedPassword(key, OLD), newPassword: encryptedPassword(key, NEW), key: id }
    expect((await change(sealed)).success).toBe(true)
    expect(await change(sealed)).toMatchObject({ code: 'identity.staleDialog' })
    await opened(NEW)
    const late = await browser.loginKey()
    server.clock.advance(121_000)
    expect(
      await change({
        oldPassword: encryptedPassword(late.key, NEW),
        newPassword: encryptedPassword(late.key, OLD),
        key: late.id,
      }),
    ).toMatchObject({ code: 'identity.staleDialog' })
  })

  test('what is wrong is named, in the contract’s words', async () => {
    expect(await fields({ newPassword: NEW })).toEqual({ oldPassword: '请输入旧密码!' })
    expect(await fields({ oldPassword: OLD })).toEqual({ newPassword: '请输入新密码!' })
    expect(await fields({ oldPassword: OLD, newPassword: NEW, checkPass: 'x' })).toEqual({
      checkPass: '输入的密码不一致!',
    })
    expect(await fields({ oldPassword: OLD, newPassword: '12345' })).toEqual({ newPassword: '密码小于6个字符' })
    expect(await fields({ oldPassword: OLD, newPassword: '五个字好吗' })).toEqual({ newPassword: '密码小于6个字符' })
    expect(await fields({ oldPassword: 'wrong', newPassword: NEW })).toEqual({ oldPassword: '密码不正确' })
    expect(await fields({ oldPassword: OLD, newPassword: OLD })).toEqual({ newPassword: '新密码不能与旧密码相同' })
    expect(await fields({ oldPassword: OLD, newPassword: `${user.loginName}-2026` })).toEqual({
      newPassword: '密码不能包含账号或姓名',
    })
    await opened(OLD)
  })

  test('staff in production need the stronger one', async () => {
    const strict = await signInServer({ db, profile: 'production' })
    const theirs = strict.browser()
    await theirs.signIn(user.loginName, OLD)
    expect((await change({ oldPassword: OLD, newPassword: 'sixsix' }, theirs)).data.fields).toEqual({
      newPassword: '密码至少 12 个字符',
    })
  })

  test('of two at once with one old password exactly one wins', async () => {
    const other = await opened()
    const answers = await Promise.all([
      change({ oldPassword: OLD, newPassword: NEW }),
      change({ oldPassword: OLD, newPassword: 'a third long phrase' }, other),
    ])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
  })

  test('guessing the old one meets waits; guests have none to change; nobody signed in is refused', async () => {
    for (let i = 0; i < 5; i++) await change({ oldPassword: `guess ${i}`, newPassword: NEW })
    expect(await change({ oldPassword: OLD, newPassword: NEW })).toMatchObject({ status: 429 })
    const guest = await aUser(db, tenantId, { password: OLD, userType: 'guest' })
    const theirs = server.browser()
    await theirs.signIn(guest.loginName, OLD)
    expect(await change({ oldPassword: OLD, newPassword: NEW }, theirs)).toMatchObject({ code: 'kernel.readOnly' })
    expect(await change({ oldPassword: OLD, newPassword: NEW }, server.browser())).toMatchObject({ status: 401 })
  })
})
