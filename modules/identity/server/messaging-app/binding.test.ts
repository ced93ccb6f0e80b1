import { newId, type Database, col } from '@wattyard/server-kit'
import { pathInputs, testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FactorPolicy } from '../../contract/binding.ts'
import {
  answerPairing,
  aTenant,
  aUser,
  type Browser,
  codeOf,
  type SignInServer,
  signInServer,
} from '../../testing/index.ts'

const PASSWORD = 'a passphrase for tests'
const MINUTE = 60_000
const OWED = { status: 403, success: false, code: 'identity.verificationOwed' }

let db: Database
let server: SignInServer
let tenantId: string
let adminRole: string
let user: { id: string; loginName: string }
let browser: Browser

beforeAll(async () => {
  db = await testDatabase()
  const made = await aTenant(db, { code: 'home', isHome: true })
  tenantId = made.tenantId
  adminRole = made.roleIds.admin
})
beforeEach(async () => {
  server = await signInServer({ db })
  await policy('optional')
  user = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
  browser = await signedIn()
})
afterAll(() => db.close())

async function signedIn(loginName = user.loginName): Promise<Browser> {
  const fresh = server.browser()
  expect((await fresh.signIn(loginName, PASSWORD)).success).toBe(true)
  return fresh
}
const policy = (factorPolicy: FactorPolicy, verifyEvery: number | null = null) =>
  db.platform(tx =>
    tx.execute('update identity_tenant set factor_policy = $2, verify_every_s = $3 where tenant_id = $1', [
      tenantId,
      factorPolicy,
      verifyEvery,
    ]),
  )
const qr = (from = browser, rebind = false) => from.get('/api/weixin/bind/qrcode', rebind ? { rebind: true } : {})
const state = async (from = browser) => (await from.get('/api/weixin/bind/is')).data
const me = (from = browser) => from.get('/api/employee/me')

async function linkOf(from = browser, rebind = false): Promise<string> {
  expect(await qr(from, rebind)).toMatchObject({ success: true })
  return (await state(from)).link
}
/** Binds a phone; the answer is the phone. */
async function bound(from = browser, phone = server.browser('192.0.2.77')): Promise<Browser> {
  expect(await answerPairing(phone, await linkOf(from))).toContain('data-tone="good"')
  expect((await state(from)).openid).toMatch(/^si_[\w-]{25}$/)
  return phone
}
const audited = async () =>
  (
    await db.platform(tx =>
      tx.query(
        { line: col.text },
        `select action || ' ' || coalesce(after->>'result', '') as line from kernel_audit
         where record_id = $1 and (action like 'messaging-app%' or action like 'verify%') order by id`,
        [user.id],
      ),
    )
  ).map(({ line }) => line)

describe('binding', () => {
  test('a QR code of our own, a page that asks, and the poll that finds it', async () => {
    const { data } = await qr()
    expect(data).toMatch(/^\/chg\/pubapi\/weixin\/bind\/picture\/[0-9a-f-]{36}$/)
    const before = await state()
    expect(before).toMatchObject({ timeout: false, openid: '', app: 'standIn', closable: true, hasCode: false })
    expect(before.qrUntil).toBe(server.clock.now() + 5 * MINUTE)
    expect(before.link).toMatch(/^http:\/\/wattyard\.test\/chg\/pubapi\/weixin\/confirm\?scene=[\w-]{22}$/)
    const picture = await browser.get(
      data.replace('/chg', '').split('?')[0],
      { id: data.split('=')[1] },
      { token: null },
    )
    expect(picture.headers['content-type']).toContain('image/svg+xml')
    const phone = server.browser('192.0.2.77')
    const page = await answerPairing(phone, before.link)
    expect(page).toContain('绑定成功')
    const after = await state()
    expect(after).toMatchObject({ timeout: false, qrUntil: null, link: null })
    expect((await me()).data.user.gzhOpenid).toBe(after.openid)
    expect(await audited()).toEqual(['messaging-app-bound bound'])
  })

  test('the page tells who, where and from what; it runs nothing, and is said in three languages', async () => {
    const link = new URL(await linkOf())
    const scene = link.searchParams.get('scene')
    for (const [language, word] of [
      ['zh', '确认绑定账号？'],
      ['en', 'Link this phone?'],
      ['es', '¿Vincular este teléfono?'],
    ] as const) {
      const page = await server
        .browser('192.0.2.78')
        .get('/pubapi/weixin/confirm', { scene }, { token: null, headers: { 'accept-language': language } })
      expect(page.text).toContain(word)
      expect(page.text).toContain(user.loginName)
      expect(page.text).not.toContain('<script')
      expect(page.text).not.toMatch(/identity\.phone/)
      expect(page.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'nonce-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      )
      expect(String(page.headers['set-cookie'])).toMatch(
        /^standin=[\w-]{22}; Path=\/chg\/pubapi\/weixin; HttpOnly; SameSite=Strict/,
      )
    }
  })

  test('a name that looks like markup stays text', async () => {
    await db.platform(tx =>
      tx.execute("update identity_tenant set name = '<img src=x onerror=alert(1)>' where tenant_id = $1", [tenantId]),
    )
    const link = new URL(await linkOf())
    const page = await server
      .browser()
      .get('/pubapi/weixin/confirm', { scene: link.searchParams.get('scene') }, { token: null })
    expect(page.text).toContain('&lt;img src=x')
    expect(page.text).not.toContain('<img')
  })

  test('the picture is for the browser whose session shows it; the code runs out, is good once and gives way to a newer one', async () => {
    const first = await qr()
    const path = first.data.replace('/chg', '')
    const other = await signedIn()
    expect((await other.get(path, {}, { token: null })).status).toBe(404)
    const old = (await state()).link
    const link = await linkOf()
    expect((await browser.get(path, {}, { token: null })).status).toBe(404)
    const phone = server.browser('192.0.2.77')
    expect(await answerPairing(phone, old)).toContain('二维码已失效')
    server.clock.advance(5 * MINUTE)
    expect((await state()).qrUntil).toBeNull()
    expect(await answerPairing(phone, link)).toContain('二维码已失效')
    const again = await linkOf()
    const both = await Promise.all([answerPairing(phone, again), answerPairing(phone, again)])
    expect(both.filter(page => page.includes('绑定成功'))).toHaveLength(1)
    expect(await answerPairing(phone, `${again.slice(0, -3)}xyz`)).toContain('二维码已失效')
  })

  test('a phone that says no, one without the cookie of the page, and a page of another site bind nothing', async () => {
    const link = await linkOf()
    const scene = new URL(link).searchParams.get('scene')
    const bare = server.browser('192.0.2.79')
    expect((await bare.post('/pubapi/weixin/confirm', { scene, decision: 'confirm' }, { token: null })).text).toContain(
      '二维码已失效',
    )
    const phone = server.browser('192.0.2.77')
    await phone.get('/pubapi/weixin/confirm', { scene }, { token: null })
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      expect(
        await phone.post('/pubapi/weixin/confirm', { scene, decision: 'confirm' }, { token: null, headers }),
      ).toMatchObject({ status: 403 })
    expect(await answerPairing(phone, link, 'decline')).toContain('已拒绝')
    expect(await state()).toMatchObject({ openid: '', qrUntil: null, isDeclined: true })
    expect(await answerPairing(phone, link)).toContain('二维码已失效')
    expect(await audited()).toEqual(['messaging-app-bound-failed declined'])
  })

  test('one account for one person of a company; another company may have it too', async () => {
    const phone = await bound()
    const second = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
    const theirs = await signedIn(second.loginName)
    expect(await answerPairing(phone, await linkOf(theirs))).toContain('已被占用')
    expect((await state(theirs)).openid).toBe('')
    const acme = await aTenant(db, { code: `acme${newId().slice(-6)}` })
    const foreign = await aUser(db, acme.tenantId, { password: PASSWORD, roleIds: [acme.roleIds.admin] })
    const [{ code } = { code: '' }] = await db.platform(tx =>
      tx.query({ code: col.text }, 'select code from identity_tenant where tenant_id = $1', [acme.tenantId]),
    )
    await bound(await signedIn(`${foreign.loginName}@${code}`), phone)
  })

  test('of two people with one phone at the same moment one is bound', async () => {
    const second = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
    const theirs = await signedIn(second.loginName)
    const phone = server.browser('192.0.2.77')
    const links = [await linkOf(), await linkOf(theirs)]
    // The phone is known before the race.
    await phone.get(
      '/pubapi/weixin/confirm',
      { scene: new URL(links[0] ?? '').searchParams.get('scene') },
      { token: null },
    )
    const pages = await Promise.all(links.map(link => answerPairing(phone, link)))
    expect(pages.filter(page => page.includes('绑定成功'))).toHaveLength(1)
    expect([(await state()).openid, (await state(theirs)).openid].filter(Boolean)).toHaveLength(1)
  })

  test('takes a password of the last ten minutes, and ends the other sessions', async () => {
    const other = await signedIn()
    server.clock.advance(10 * MINUTE)
    expect(await qr()).toMatchObject({ status: 403, code: 'identity.passwordOwed' })
    const prove = (password: string) => browser.post('/api/security/reauthenticate', { password })
    expect((await prove('wrong')).data.fields).toEqual({ password: '密码不正确' })
    expect(await qr()).toMatchObject({ code: 'identity.passwordOwed' })
    expect((await prove(PASSWORD)).success).toBe(true)
    await bound()
    expect(await me(other)).toMatchObject({ status: 401, code: '50008' })
    expect((await me()).success).toBe(true)
  })

  test('a bound account is replaced and removed only by a session that has shown a factor', async () => {
    const phone = await bound()
    const thief = await signedIn()
    expect(await qr(thief, true)).toMatchObject(OWED)
    expect(await thief.post('/api/weixin/bind/remove', { password: PASSWORD })).toMatchObject(OWED)
    expect(await thief.post('/api/security/factor/begin', { password: PASSWORD })).toMatchObject(OWED)
    expect((await state(thief)).openid).not.toBe('')
    // Shown with the phone that is bound, not with another.
    const link = await linkOf(thief)
    expect(await answerPairing(server.browser('192.0.2.80'), link)).toContain('不是已绑定的账号')
    expect(await qr(thief, true)).toMatchObject(OWED)
    const again = await linkOf(thief)
    expect(await answerPairing(phone, again)).toContain('验证成功')
    const before = (await state(thief)).openid
    const other = server.browser('192.0.2.81')
    expect(await answerPairing(other, await linkOf(thief, true))).toContain('绑定成功')
    expect((await state(thief)).openid).not.toBe(before)
    expect((await thief.post('/api/weixin/bind/remove', { password: 'wrong' })).data.fields).toEqual({
      password: '密码不正确',
    })
    expect((await thief.post('/api/weixin/bind/remove', { password: PASSWORD })).success).toBe(true)
    expect((await state(thief)).openid).toBe('')
    expect(await thief.post('/api/weixin/bind/remove', { password: PASSWORD })).toMatchObject({
      code: 'identity.notBound',
    })
    expect(await audited()).toEqual([
      'messaging-app-bound bound',
      'messaging-app-verified-failed other-account',
      'messaging-app-verified verified',
      'messaging-app-bound bound',
      'messaging-app-unbound removed',
    ])
  })

  test('an administrator takes it away from who has lost the phone', async () => {
    await bound()
    const boss = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
    const theirs = await signedIn(boss.loginName)
    expect((await theirs.post('/api/sys/user/resetFactor', { id: user.id })).success).toBe(true)
    expect(await me()).toMatchObject({ status: 401 })
    expect((await state(await signedIn())).openid).toBe('')
  })

  test('twenty codes a minute; none where no app is offered or the company does not want it', async () => {
    for (let i = 0; i < 20; i++) await qr()
    expect(await qr()).toMatchObject({ status: 429, code: 'identity.tooManyTries' })
    await policy('off')
    expect(await qr(await signedIn())).toMatchObject({ code: 'identity.factorOff' })
    const without = await signInServer({ db, messagingApp: { kind: 'off' } })
    const theirs = without.browser()
    await theirs.signIn(user.loginName, PASSWORD)
    expect(await qr(theirs)).toMatchObject({ code: 'identity.messengerOff' })
    expect((await theirs.get('/pubapi/weixin/confirm', { scene: 'x' })).status).toBe(404)
  })

  test('the secrets of scene and phone are nowhere in the database', async () => {
    const link = await linkOf()
    const scene = new URL(link).searchParams.get('scene') ?? ''
    const phone = server.browser('192.0.2.77')
    await answerPairing(phone, link)
    const [row] = await db.platform(tx =>
      tx.query(
        { text: col.text },
        `select (select json_agg(s)::text from identity_scene s) || (select json_agg(b)::text from identity_binding b)
           || (select json_agg(a)::text from kernel_audit a) as text`,
      ),
    )
    expect(row?.text).not.toContain(scene)
    expect(row?.text).not.toContain(phone.cookies.get('standin') ?? 'no cookie')
  })
})

/** Every route that is not public, by each of its methods. */
const closedRoutes = () =>
  server.app
    .routes()
    .filter(({ access }) => access !== 'public')
    .flatMap(({ path, method }) => ([method].flat() as ('GET' | 'POST')[]).map(one => ({ path, method: one })))
const OPEN_WHILE_OWED = [
  '/api/employee/me',
  '/api/security/factor',
  '/api/security/factor/begin',
  '/api/security/factor/confirm',
  '/api/security/factor/verify',
  '/api/security/reauthenticate',
  '/api/weixin/bind/is',
  '/api/weixin/bind/qrcode',
]

async function refusedEverywhere(from: Browser): Promise<string[]> {
  const token = from.cookies.get('Admin-Token') ?? ''
  const open: string[] = []
  for (const { path, method } of closedRoutes()) {
    const headers = { 'x-token': token, 'idempotency-key': newId() }
    const answer = await from.send(method, path, pathInputs(path), { headers })
    if (answer.status !== 403 || answer.code !== OWED.code) open.push(path)
  }
  return [...new Set(open)].toSorted()
}

describe('a company that requires it', () => {
  beforeEach(() => policy('required'))

  test('closes every route but showing a factor, whoever it is, until one was shown; then the session is a new one', async () => {
    expect(await refusedEverywhere(browser)).toEqual(OPEN_WHILE_OWED)
    expect((await me()).data.verification).toEqual({ due: true, closable: false })
    const copy = server.browser()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    await bound()
    expect((await me()).data.verification).toEqual({ due: false, closable: true })
    expect((await browser.post('/api/sys/user/list')).success).toBe(true)
    // Who had taken the session before has nothing now.
    expect(await me(copy)).toMatchObject({ status: 401 })
  })

  test('asks again at the next sign-in, and takes the bound phone alone', async () => {
    const phone = await bound()
    const fresh = await signedIn()
    expect(await refusedEverywhere(fresh)).toEqual(OPEN_WHILE_OWED)
    // The password is no way around: neither another phone nor an app of one's own.
    expect(await qr(fresh, true)).toMatchObject(OWED)
    expect(await fresh.post('/api/security/factor/begin', { password: PASSWORD })).toMatchObject(OWED)
    const link = await linkOf(fresh)
    expect(await answerPairing(server.browser('192.0.2.80'), link)).toContain('不是已绑定的账号')
    expect(await state(fresh)).toMatchObject({ timeout: true, closable: false })
    expect(await answerPairing(phone, link)).toContain('验证成功')
    expect(await state(fresh)).toMatchObject({ timeout: false })
    expect((await fresh.post('/api/sys/user/list')).success).toBe(true)
  })

  test('an authenticator app does the same job', async () => {
    const { data } = await browser.post('/api/security/factor/begin', { password: PASSWORD })
    expect((await browser.post('/api/sys/user/list')).code).toBe(OWED.code)
    expect(
      (await browser.post('/api/security/factor/confirm', { code: codeOf(data.secret, server.clock.now()) })).success,
    ).toBe(true)
    expect((await browser.post('/api/sys/user/list')).success).toBe(true)
  })

  test('a verification runs out by the company’s time; a code renews it, a wrong or used one does not', async () => {
    const { data } = await browser.post('/api/security/factor/begin', { password: PASSWORD })
    await browser.post('/api/security/factor/confirm', { code: codeOf(data.secret, server.clock.now()) })
    await policy('required', 900)
    server.clock.advance(900_000 - 1)
    expect((await browser.post('/api/sys/user/list')).success).toBe(true)
    server.clock.advance(1)
    expect(await browser.post('/api/sys/user/list')).toMatchObject(OWED)
    const verify = (code: string) => browser.post('/api/security/factor/verify', { code })
    expect((await verify('000000')).data.fields).toEqual({ code: '验证码不正确或已使用' })
    expect(await browser.post('/api/sys/user/list')).toMatchObject(OWED)
    const code = codeOf(data.secret, server.clock.now())
    expect((await verify(code)).success).toBe(true)
    expect((await browser.post('/api/sys/user/list')).success).toBe(true)
    expect((await verify(code)).data.fields).toEqual({ code: '验证码不正确或已使用' })
  })

  test('who takes their last factor away owes another at once', async () => {
    await bound()
    expect((await browser.post('/api/weixin/bind/remove', { password: PASSWORD })).success).toBe(true)
    expect(await browser.post('/api/sys/user/list')).toMatchObject(OWED)
  })

  test('neither a login name nor a host opens the dialog; questions about accounts stay closed too', async () => {
    const named = await aUser(db, tenantId, {
      loginName: `admin-${newId().slice(-6)}`,
      password: PASSWORD,
      roleIds: [adminRole],
    })
    const theirs = await signedIn(named.loginName)
    for (const host of ['localhost', 'charge.example']) {
      const answer = await theirs.get('/api/weixin/bind/is', {}, { headers: { host } })
      expect(answer.data).toMatchObject({ due: true, closable: false })
    }
    expect((await theirs.post('/api/user/account/check', { account: named.loginName })).data).toEqual({
      available: true,
    })
  })

  test('guests owe nothing', async () => {
    const guest = await aUser(db, tenantId, { password: PASSWORD, roleIds: [], userType: 'guest' })
    const theirs = await signedIn(guest.loginName)
    expect((await me(theirs)).data.verification).toEqual({ due: false, closable: true })
  })
})

test('by choice, who has bound a phone is reminded, and may close the dialog', async () => {
  expect((await me()).data.verification).toEqual({ due: false, closable: true })
  await bound()
  const fresh = await signedIn()
  expect((await me(fresh)).data.verification).toEqual({ due: true, closable: true })
  expect((await fresh.post('/api/sys/user/list')).success).toBe(true)
})

test('the platform owner has a factor in production, whatever the company asks for; user 1 means nothing else', async () => {
  const owner = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
  await db.platform(tx => tx.execute('update identity_user set is_owner = true where id = $1', [owner.id]))
  const strict = await signInServer({ db, profile: 'production' })
  for (const [loginName, due] of [
    [owner.loginName, true],
    [user.loginName, false],
  ] as const) {
    const theirs = strict.browser()
    await theirs.signIn(loginName, PASSWORD)
    expect((await me(theirs)).data.verification).toEqual({ due, closable: !due })
    expect((await theirs.post('/api/sys/user/list')).success).toBe(!due)
  }
  const demo = await signedIn(owner.loginName)
  expect((await me(demo)).data).toMatchObject({ verification: { due: false }, user: { id: '1' } })
  await db.platform(tx => tx.execute('update identity_user set is_owner = false where id = $1', [owner.id]))
})

test('the policy is the administrator’s to set, within bounds', async () => {
  const set = (input: Record<string, unknown>) =>
    browser.post('/api/sys/tenant/setFactorPolicy', { id: tenantId, ...input })
  expect((await set({ factorPolicy: 'required', verifyEvery: 899 })).data.fields).toEqual({
    verifyEvery: '不能短于 900 秒',
  })
  expect((await set({ factorPolicy: 'sometimes' })).data.fields).toHaveProperty('factorPolicy')
  expect((await set({ factorPolicy: 'required', verifyEvery: 900 })).success).toBe(true)
  expect(await browser.post('/api/sys/user/list')).toMatchObject(OWED)
  expect((await me()).data.verification).toEqual({ due: true, closable: false })
})
