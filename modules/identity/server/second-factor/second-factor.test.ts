import { type Database, col } from '@wattyard/server-kit'
import { pathInputs, testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FactorProposal } from '../../contract/calls/second-factor.ts'
import {
  aRole,
  aTenant,
  aUser,
  type Browser,
  codeOf,
  encryptedPassword,
  type SignInServer,
  signInServer,
} from '../../testing/index.ts'

const PASSWORD = 'a passphrase for tests'
const STEP = 30_000
const MINUTE = 60_000
const WRONG = { success: false, code: 'kernel.invalid', data: { fields: { code: '验证码不正确或已使用' } } }
const OWING = { status: 401, success: false, code: 'identity.codeOwed' }

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
  user = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
  browser = server.browser()
  await browser.signIn(user.loginName, PASSWORD)
})
afterAll(() => db.close())

const begin = (from = browser, password = PASSWORD) => from.post('/api/security/factor/begin', { password })
const confirm = (code: string, from = browser) => from.post('/api/security/factor/confirm', { code })
const verify = (from: Browser, code: string) =>
  from.post('/c/login/verify', { code }, { token: owed.get(from) ?? null })
const me = (from: Browser) => from.get('/api/employee/me')
/** Tokens of sessions that owe a code: the console keeps them in memory, not in a cookie. */
const owed = new WeakMap<Browser, string>()

async function enrol(from = browser): Promise<{ secret: string; recovery: string[] }> {
  const { secret } = (await begin(from)).data as FactorProposal // the route's declared answer
  const confirmed = await confirm(codeOf(secret, server.clock.now()), from)
  expect(confirmed).toMatchObject({ success: true })
  server.clock.advance(2 * STEP)
  return { secret, recovery: confirmed.data.recoveryCodes }
}

async function passwordOnly(over: Record<string, unknown> = {}): Promise<Browser> {
  const fresh = server.browser()
  const answer = await fresh.signIn(user.loginName, PASSWORD, over)
  expect(answer).toMatchObject({ success: true, data: { owes: 'code' } })
  owed.set(fresh, answer.data.token)
  return fresh
}

const audited = async () =>
  (
    await db.platform(tx =>
      tx.query(
        { action: col.text, result: col.text, method: col.text.orNull, ip: col.text, agent: col.text },
        `select action, after->>'result' as result, after->>'method' as method, ip, after->>'userAgent' as agent
         from kernel_audit where record_id = $1 order by id`,
        [user.id],
      ),
    )
  ).map(({ action, result }) => `${action} ${result}`)

describe('enrolment', () => {
  test('a secret, its QR address, a code, ten recovery codes', async () => {
    const { data } = await begin()
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(data.uri).toBe(
      `otpauth://totp/Wattyard:${user.loginName}?secret=${data.secret}&issuer=Wattyard&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await browser.get('/api/security/factor')).data).toEqual({ since: null, recoveryLeft: 0 })
    const confirmed = await confirm(codeOf(data.secret, server.clock.now()))
    const codes: string[] = confirmed.data.recoveryCodes
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
    expect((await browser.get('/api/security/factor')).data).toEqual({ since: server.clock.now(), recoveryLeft: 10 })
    expect(await begin()).toMatchObject({ success: false, code: 'identity.factorExists' })
  })

  test('asks for the password again, encrypted or not, and says when it is wrong', async () => {
    expect(await begin(browser, 'not it')).toMatchObject({
      code: 'kernel.invalid',
      data: { fields: { password: '密码不正确' } },
    })
    const { key, id } = await browser.loginKey()
    const sealed = { password: encryptedPassword(key, PASSWORD), key: id }
    expect((await browser.post('/api/security/factor/begin', sealed)).success).toBe(true)
    expect(await browser.post('/api/security/factor/begin', sealed)).toMatchObject({ code: 'identity.staleDialog' })
    expect(
      await browser.post('/api/security/factor/begin', { password: '' }, { headers: { 'accept-language': 'en' } }),
    ).toMatchObject({ code: 'kernel.invalid' })
  })

  test('guessing the password in a stolen session meets the waits of sign-in, which itself stays open', async () => {
    for (let i = 0; i < 5; i++) await begin(browser, `guess ${i}`)
    expect(await begin()).toMatchObject({ status: 429, code: 'identity.tooManyTries' })
    expect((await server.browser().signIn(user.loginName, PASSWORD)).success).toBe(true)
    server.clock.advance(61_000)
    expect((await begin()).success).toBe(true)
    expect((await audited()).filter(line => line === 're-authentication-failed wrong-password')).toHaveLength(5)
  })

  test('not confirmed means not asked for', async () => {
    const first = (await begin()).data.secret
    const second = (await begin()).data.secret
    expect(second).not.toBe(first)
    expect(await confirm(codeOf(first, server.clock.now()))).toMatchObject(WRONG)
    expect((await server.browser().signIn(user.loginName, PASSWORD)).data.owes).toBeUndefined()
    server.clock.advance(61 * MINUTE)
    const tidy = server.identity.module.jobs?.find(job => job.name === 'identity.tidy')
    await tidy?.run({ db, now: server.clock.now(), signal: new AbortController().signal })
    const rows = await db.platform(tx => tx.query('select 1 from identity_second_factor where user_id = $1', [user.id]))
    expect(rows).toEqual([])
  })

  test('ends the other sessions, which never gave a code', async () => {
    const other = server.browser()
    await other.signIn(user.loginName, PASSWORD)
    await enrol()
    expect(await me(other)).toMatchObject({ status: 401, code: '50008' })
    expect((await me(browser)).success).toBe(true)
  })

  test('nothing in the database opens it: neither secret nor recovery codes are there', async () => {
    const { secret, recovery } = await enrol()
    const [row] = await db.platform(tx =>
      tx.query(
        { text: col.text },
        `select (select json_agg(f)::text from identity_second_factor f) || (select json_agg(c)::text from identity_recovery_code c)
           || (select json_agg(a)::text from kernel_audit a) as text`,
      ),
    )
    const bits = Array.from(secret, l =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(l).toString(2).padStart(5, '0'),
    ).join('')
    const hex = Buffer.from((bits.match(/.{8}/g) ?? []).map(o => Number.parseInt(o, 2))).toString('hex')
    for (const text of [secret, hex, ...recovery]) expect(row?.text).not.toContain(text)
  })
})

describe('signing in', () => {
  test('takes the password and then a code; the session is new, and only then there', async () => {
    const { secret } = await enrol()
    const theirs = await passwordOnly({ rememberMe: 'true' })
    expect(theirs.cookies.has('Admin-Token')).toBe(false)
    const half = theirs.cookies.get('sid')
    const answer = await verify(theirs, codeOf(secret, server.clock.now()))
    expect(answer).toMatchObject({ success: true, data: { token: theirs.cookies.get('Admin-Token') } })
    expect(theirs.cookies.get('sid')).not.toBe(half)
    expect(answer.data.token).not.toBe(owed.get(theirs))
    expect(String(answer.headers['set-cookie'])).toContain(`Max-Age=${30 * 24 * 3600}`)
    expect((await me(theirs)).success).toBe(true)
    const lines = await audited()
    expect(lines.slice(-2)).toEqual(['sign-in-password code-owed', 'sign-in signed-in'])
  })

  test('before the code every route is closed but verifying and signing out', async () => {
    await enrol()
    const theirs = await passwordOnly()
    const token = owed.get(theirs) ?? ''
    for (const { path, method, access } of server.app.routes()) {
      if (access === 'public') continue
      for (const one of [method].flat() as ('GET' | 'POST')[])
        expect(
          await theirs.send(one, path, pathInputs(path), { token, headers: { 'x-token': token } }),
          path,
        ).toMatchObject(OWING)
    }
    expect((await theirs.post('/c/logout', {}, { token })).success).toBe(true)
    expect(await theirs.get('/api/employee/me', {}, { token })).toMatchObject({ status: 401 })
  })

  test('a code is good for one step before and after, and once', async () => {
    const { secret } = await enrol()
    const now = () => server.clock.now()
    for (const drift of [-2, 2]) {
      const theirs = await passwordOnly()
      expect(await verify(theirs, codeOf(secret, now(), drift))).toMatchObject(WRONG)
    }
    for (const drift of [-1, 0, 1]) {
      const theirs = await passwordOnly()
      expect((await verify(theirs, codeOf(secret, now(), drift))).success).toBe(true)
      const replay = await passwordOnly()
      expect(await verify(replay, codeOf(secret, now(), drift))).toMatchObject(WRONG)
    }
    // The one of the step before was seen over a shoulder, the newer was used.
    const late = await passwordOnly()
    expect(await verify(late, codeOf(secret, now(), -1))).toMatchObject(WRONG)
    expect(await audited()).toContain('sign-in-failed used-code')
  })

  test('of two at once with one code exactly one gets in', async () => {
    const { secret } = await enrol()
    const [one, two] = [await passwordOnly(), await passwordOnly()]
    const code = codeOf(secret, server.clock.now())
    const answers = await Promise.all([verify(one, code), verify(two, code)])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    const third = await passwordOnly()
    server.clock.advance(2 * STEP)
    const next = codeOf(secret, server.clock.now())
    const again = await Promise.all([verify(third, next), verify(third, next)])
    expect(again.filter(answer => answer.success)).toHaveLength(1)
  })

  test('five wrong codes, then ten minutes’ pause, whatever the session', async () => {
    const { secret } = await enrol()
    for (let i = 0; i < 5; i++) expect(await verify(await passwordOnly(), '000000')).toMatchObject(WRONG)
    const theirs = await passwordOnly()
    const good = () => codeOf(secret, server.clock.now())
    expect(await verify(theirs, good())).toMatchObject({ status: 429, code: 'identity.tooManyTries' })
    server.clock.advance(10 * MINUTE - 1000)
    const again = await passwordOnly()
    expect(await verify(again, good())).toMatchObject({ status: 429, msg: '尝试次数过多，请 1 秒后重试' })
    server.clock.advance(1000)
    expect((await verify(again, good())).success).toBe(true)
  })

  test('ten minutes for the code, no longer', async () => {
    const { secret } = await enrol()
    const theirs = await passwordOnly()
    server.clock.advance(10 * MINUTE)
    expect(await verify(theirs, codeOf(secret, server.clock.now()))).toMatchObject({ status: 401, code: '1000' })
  })

  test('with the cookie alone, the token alone or another’s token there is nothing to verify', async () => {
    const { secret } = await enrol()
    const theirs = await passwordOnly()
    const code = codeOf(secret, server.clock.now())
    const nobody = { status: 401, code: '1000' }
    expect(await theirs.post('/c/login/verify', { code }, { token: null })).toMatchObject(nobody)
    const thief = server.browser()
    expect(await thief.post('/c/login/verify', { code, handle: owed.get(theirs) })).toMatchObject(nobody)
    const other = await passwordOnly()
    expect(await theirs.post('/c/login/verify', { code, handle: owed.get(other) })).toMatchObject(nobody)
    // A whole session owes nothing.
    expect(await browser.post('/c/login/verify', { code })).toMatchObject(nobody)
    expect(
      await theirs.post(
        '/c/login/verify',
        { code, handle: owed.get(theirs) },
        { headers: { origin: 'https://evil.example' } },
      ),
    ).toMatchObject({ status: 403 })
    expect((await theirs.post('/c/login/verify', { code, handle: owed.get(theirs) })).success).toBe(true)
  })

  test('a person disabled in between does not get in', async () => {
    const { secret } = await enrol()
    const theirs = await passwordOnly()
    await db.platform(tx => tx.execute("update identity_user set status = 'disabled' where id = $1", [user.id]))
    expect(await verify(theirs, codeOf(secret, server.clock.now()))).toMatchObject({ status: 401 })
  })

  test('who knows only the password pushes no session out', async () => {
    await enrol()
    for (let i = 0; i < 21; i++) await passwordOnly()
    expect((await me(browser)).success).toBe(true)
  })
})

describe('recovery codes', () => {
  test('are good once each, however they are typed', async () => {
    const { recovery } = await enrol()
    const [first = '', second = ''] = recovery
    expect((await verify(await passwordOnly(), first.toLowerCase().replaceAll('-', ' '))).success).toBe(true)
    expect(await verify(await passwordOnly(), first)).toMatchObject(WRONG)
    const [one, two] = [await passwordOnly(), await passwordOnly()]
    const both = await Promise.all([verify(one, second), verify(two, second)])
    expect(both.filter(answer => answer.success)).toHaveLength(1)
    expect((await browser.get('/api/security/factor')).data.recoveryLeft).toBe(8)
  })

  test('of somebody else open nothing', async () => {
    const { recovery } = await enrol()
    const other = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
    const theirs = server.browser()
    await theirs.signIn(other.loginName, PASSWORD)
    await enrol(theirs)
    const third = server.browser()
    owed.set(third, (await third.signIn(other.loginName, PASSWORD)).data.token)
    expect(await verify(third, recovery[0] ?? '')).toMatchObject(WRONG)
  })

  test('are renewed with password and code; the old ones are gone', async () => {
    const { secret, recovery } = await enrol()
    const renew = (input: Record<string, unknown>) => browser.post('/api/security/factor/recovery', input)
    expect(await renew({ password: 'x', code: codeOf(secret, server.clock.now()) })).toMatchObject({ success: false })
    expect(await renew({ password: PASSWORD, code: '000000' })).toMatchObject(WRONG)
    const { data } = await renew({ password: PASSWORD, code: codeOf(secret, server.clock.now()) })
    expect(data.recoveryCodes).toHaveLength(10)
    expect(await verify(await passwordOnly(), recovery[0] ?? '')).toMatchObject(WRONG)
    expect((await verify(await passwordOnly(), data.recoveryCodes[0])).success).toBe(true)
  })
})

describe('switching off', () => {
  test('takes password and code; then the password is enough again', async () => {
    const { secret } = await enrol()
    const off = (input: Record<string, unknown>) => browser.post('/api/security/factor/off', input)
    expect(await off({ password: PASSWORD })).toMatchObject({ data: { fields: { code: '必填' } } })
    expect(await off({ password: 'nope', code: codeOf(secret, server.clock.now()) })).toMatchObject({
      data: { fields: { password: '密码不正确' } },
    })
    expect(await off({ password: PASSWORD, code: '123' })).toMatchObject(WRONG)
    expect((await off({ password: PASSWORD, code: codeOf(secret, server.clock.now()) })).success).toBe(true)
    expect((await server.browser().signIn(user.loginName, PASSWORD)).data.owes).toBeUndefined()
    expect(await off({ password: PASSWORD, code: '123456' })).toMatchObject({ code: 'identity.noFactor' })
    expect(await audited()).toEqual(
      expect.arrayContaining([
        'second-factor-on done',
        'second-factor-off done',
        'second-factor-off-failed wrong-code',
      ]),
    )
  })

  test('an administrator resets another’s, not their own; whose rights are less, or of another tenant, may not', async () => {
    await enrol()
    const reset = (from: Browser, id: string) => from.post('/api/sys/user/resetFactor', { id })
    expect(await reset(browser, user.id)).toMatchObject({ code: 'identity.notYourself' })
    const small = await aRole(db, tenantId, { permissions: ['identity.user:resetFactor', 'identity.user:read'] })
    const clerk = await aUser(db, tenantId, { password: PASSWORD, roleIds: [small] })
    const theirs = server.browser()
    await theirs.signIn(clerk.loginName, PASSWORD)
    expect(await reset(theirs, user.id)).toMatchObject({ status: 403, code: 'identity.beyondOwnRights' })
    const acme = await aTenant(db)
    const stranger = await aUser(db, acme.tenantId, { password: PASSWORD, roleIds: [acme.roleIds.admin] })
    const far = server.browser()
    await far.signIn(`${stranger.loginName}@${(await me(browser)).data.company.code}`, PASSWORD)
    const [{ code } = { code: '' }] = await db.platform(tx =>
      tx.query({ code: col.text }, 'select code from identity_tenant where tenant_id = $1', [acme.tenantId]),
    )
    expect((await far.signIn(`${stranger.loginName}@${code}`, PASSWORD)).success).toBe(true)
    expect(await reset(far, user.id)).toMatchObject({ status: 404 })
    const admin = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
    const boss = server.browser()
    await boss.signIn(admin.loginName, PASSWORD)
    expect((await reset(boss, user.id)).success).toBe(true)
    expect(await me(browser)).toMatchObject({ status: 401 })
    expect((await server.browser().signIn(user.loginName, PASSWORD)).data.owes).toBeUndefined()
    expect(await reset(boss, user.id)).toMatchObject({ code: 'identity.noFactor' })
  })

  test('guests have none', async () => {
    const guest = await aUser(db, tenantId, { password: PASSWORD, roleIds: [], userType: 'guest' })
    const theirs = server.browser()
    await theirs.signIn(guest.loginName, PASSWORD)
    expect(await begin(theirs)).toMatchObject({ status: 403, code: 'kernel.readOnly' })
    expect(await confirm('123456', theirs)).toMatchObject({ status: 403, code: 'kernel.readOnly' })
  })
})
