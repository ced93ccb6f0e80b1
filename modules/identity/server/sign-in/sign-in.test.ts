import { type Database, col } from '@wattyard/server-kit'
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
import { readPhc } from '../passwords/hash-password.ts'
import { accountHash, accountName } from './login-attempts.ts'

let db: Database
let server: SignInServer
let tenantId: string
let adminRole: string

beforeAll(async () => {
  db = await testDatabase()
  const made = await aTenant(db, { code: 'home', isHome: true })
  tenantId = made.tenantId
  adminRole = made.roleIds.admin
})
beforeEach(async () => {
  server = await signInServer({ db })
})
afterAll(() => db.close())

const PASSWORD = 'a passphrase for tests'
const MINUTE = 60_000
const person = (over: Parameters<typeof aUser>[2] = {}) =>
  aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole], ...over })
const FAILED = {
  status: 200,
  success: false,
  code: 'identity.signInFailed',
  msg: '账号或密码不正确，或登录尝试过多，请稍后重试',
  data: null,
}

const sqlCount = async (text: string, values: unknown[]): Promise<number> => {
  const [row] = await db.platform(tx => tx.query({ n: col.bigint }, `select count(*) as n from ${text}`, values))
  return Number(row?.n)
}

test('a name that no text may hold is refused by name', async () => {
  const { key, id } = await server.browser().loginKey()
  const body = { username: 'a@\ud83d', password: encryptedPassword(key, PASSWORD), key: id }
  // JSON alone can carry half a character.
  const { statusCode, body: answer } = await server.app.fastify.inject({
    method: 'POST',
    url: '/chg/c/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect(statusCode).toBeLessThan(500)
  expect(JSON.parse(answer)).toMatchObject({ success: false, code: 'kernel.invalid' })
})

test('key, encrypted password, login, me, logout: the contract word for word', async () => {
  const { id, loginName } = await person({ displayName: '张伟', phone: '13900000001' })
  const browser = server.browser()
  const { key, id: keyId } = await browser.loginKey()
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const password = encryptedPassword(key, PASSWORD)
  const login = await browser.post('/c/login', {
    username: ` ${loginName} `,
    password,
    rememberMe: 'false',
    key: keyId,
    mobileLogin: 'true',
  })
  expect(login).toMatchObject({ status: 200, success: true, code: '0' })
  expect(login.data).toEqual({ token: browser.cookies.get('Admin-Token') })
  const me = await browser.get('/api/employee/me')
  expect(me.data.user).toMatchObject({
    id,
    recordId: id,
    loginName,
    name: '张伟',
    phone: '13900000001',
    userType: 'staff',
  })
  expect(me.data.roles).toEqual(['admin', 'adminRole', '*'])
  expect(me.data.permissions).toEqual(['*'])
  expect(me.data.menus.map(({ code }: { code: string }) => code)).toEqual([
    'tenant',
    'org',
    'employee',
    'role',
    'personalCenter',
  ])
  expect(me.data.company).toMatchObject({ id: tenantId, code: 'home', zone: 'Asia/Shanghai', currency: 'CNY' })
  const out = await browser.post('/c/logout', { anything: 'at all' })
  expect(out).toMatchObject({ status: 200, success: true })
  expect(out.headers['clear-site-data']).toBe('"cache", "storage"')
  expect(browser.cookies.size).toBe(0)
})

describe('login keys', () => {
  let browser: Browser
  let loginName: string
  beforeEach(async () => {
    loginName = (await person()).loginName
    browser = server.browser()
  })
  const login = (from: Browser, key: string, password: string) =>
    from.post('/c/login', { username: loginName, password, key })

  test('work once, whether the first use succeeded or not', async () => {
    const good = await browser.loginKey()
    expect((await login(browser, good.id, encryptedPassword(good.key, PASSWORD))).success).toBe(true)
    browser.cookies.clear()
    const first = await browser.loginKey()
    const preLogin = browser.cookies.get('prelogin') ?? ''
    expect(await login(browser, first.id, encryptedPassword(first.key, 'wrong password'))).toMatchObject(FAILED)
    browser.cookies.set('prelogin', preLogin)
    expect(await login(browser, first.id, encryptedPassword(first.key, PASSWORD))).toMatchObject(FAILED)
  })

  test('are accepted by their hex, as older clients send it, but only the one given last', async () => {
    const { key } = await browser.loginKey()
    expect((await login(browser, key.toUpperCase(), encryptedPassword(key, PASSWORD))).success).toBe(true)
    const stale = await browser.loginKey()
    await browser.loginKey()
    expect(await login(browser, stale.key, encryptedPassword(stale.key, PASSWORD))).toMatchObject(FAILED)
  })

  test('of two tabs of one browser both work', async () => {
    const one = await browser.loginKey()
    const two = await browser.loginKey()
    const cookie = browser.cookies.get('prelogin') ?? ''
    expect((await login(browser, one.id, encryptedPassword(one.key, PASSWORD))).success).toBe(true)
    browser.cookies.set('prelogin', cookie)
    expect((await login(browser, two.id, encryptedPassword(two.key, PASSWORD))).success).toBe(true)
  })

  test('expire after 120 s', async () => {
    const late = await browser.loginKey()
    server.clock.advance(120_001)
    expect(await login(browser, late.id, encryptedPassword(late.key, PASSWORD))).toMatchObject(FAILED)
    const intime = await browser.loginKey()
    server.clock.advance(119_000)
    expect((await login(browser, intime.id, encryptedPassword(intime.key, PASSWORD))).success).toBe(true)
  })

  test('of another browser, of no browser and invented ones are refused', async () => {
    const other = server.browser()
    const theirs = await other.loginKey()
    await browser.loginKey()
    expect(await login(browser, theirs.id, encryptedPassword(theirs.key, PASSWORD))).toMatchObject(FAILED)
    browser.cookies.clear()
    expect(await login(browser, theirs.id, encryptedPassword(theirs.key, PASSWORD))).toMatchObject(FAILED)
    await browser.loginKey()
    const invented = Buffer.alloc(22)
    invented.writeUIntBE(server.clock.now() + 3600_000, 0, 6)
    for (const key of [invented.toString('base64url'), '', 'f'.repeat(32), '../../etc'])
      expect(await login(browser, key, encryptedPassword(theirs.key, PASSWORD))).toMatchObject(FAILED)
  })

  test('two logins racing on one key: exactly one wins', async () => {
    const { key, id } = await browser.loginKey()
    const twin = server.browser()
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value)
    const password = encryptedPassword(key, PASSWORD)
    const answers = await Promise.all([login(browser, id, password), login(twin, id, password)])
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(answers.find(answer => !answer.success)).toMatchObject(FAILED)
  })

  test('hand out without leaving a row; junk that does not decrypt leaves none either', async () => {
    const before = await sqlCount('identity_login_key', [])
    for (let i = 0; i < 20; i++) await browser.loginKey()
    const { id } = await browser.loginKey()
    await login(browser, id, 'zz')
    expect(await sqlCount('identity_login_key', [])).toBe(before)
  })
})

describe('ciphertexts', () => {
  test('every flipped bit is a failed sign-in like any other', async () => {
    const { loginName } = await person()
    for (let bit = 0; bit < 256; bit += 17) {
      const browser = server.browser(`198.51.100.${bit % 200}`)
      const { key, id } = await browser.loginKey()
      const bytes = Buffer.from(encryptedPassword(key, PASSWORD), 'hex')
      bytes[Math.floor(bit / 8) % bytes.length]! ^= 1 << (bit % 8) // inside the buffer
      expect(
        await browser.post('/c/login', { username: loginName, password: bytes.toString('hex'), key: id }),
      ).toMatchObject(FAILED)
      server.clock.advance(20 * MINUTE)
    }
  })

  test('base64 is as good as hex, also where a form turned + into a blank', async () => {
    const { loginName } = await person()
    const browser = server.browser()
    for (let i = 0; i < 8; i++) {
      const { key, id } = await browser.loginKey()
      const password = Buffer.from(encryptedPassword(key, PASSWORD), 'hex').toString('base64').replaceAll('+', ' ')
      expect((await browser.post('/c/login', { username: loginName, password, key: id })).success).toBe(true)
    }
  })

  test('128 Chinese characters and 4-byte characters survive whole; one character less is another password', async () => {
    const long = '充电桩运营'.repeat(26).slice(0, 126) + '🔋'
    const { loginName } = await person({ password: long })
    expect((await server.browser().signIn(loginName, long)).success).toBe(true)
    expect(await server.browser().signIn(loginName, long.slice(0, 126))).toMatchObject(FAILED)
  })

  test('full-width typing is the same password', async () => {
    const { loginName } = await person({ password: 'Charge2026 ok' })
    expect((await server.browser().signIn(loginName, 'Ｃharge２０２６　ok')).success).toBe(true)
  })

  test('longer than 1 KiB, no text and nothing at all', async () => {
    const { loginName } = await person()
    const browser = server.browser()
    const key = await browser.loginKey()
    expect(
      await browser.post('/c/login', { username: loginName, password: 'ab'.repeat(1040), key: key.id }),
    ).toMatchObject(FAILED)
    const { key: hex, id } = await browser.loginKey()
    const { ecb } = await import('@noble/ciphers/aes.js')
    const noText = Buffer.from(ecb(Buffer.from(hex, 'hex')).encrypt(Uint8Array.of(0xff, 0xfe, 0xc3))).toString('hex')
    expect(await browser.post('/c/login', { username: loginName, password: noText, key: id })).toMatchObject(FAILED)
    expect(await browser.post('/c/login', { username: '', password: '', key: id })).toMatchObject({
      success: false,
      code: 'kernel.invalid',
    })
    expect(await browser.post('/c/login', { username: 'x', password: 'ab', key: id, admin: 'true' })).toMatchObject({
      code: 'kernel.invalid',
      data: { fields: { admin: '未知字段' } },
    })
  })
})

describe('who may sign in', () => {
  test('names fold: case, width and blanks around do not matter', async () => {
    await person({ loginName: 'Zhang.Wei' })
    for (const name of ['zhang.wei', 'ZHANG.WEI', ' ｚhang.wei '])
      expect((await server.browser().signIn(name, PASSWORD)).success).toBe(true)
  })

  test('another tenant’s people name their tenant; the same name in two tenants is two people', async () => {
    const acme = await aTenant(db, { code: 'Acme' })
    const { loginName } = await person()
    const theirs = await aUser(db, acme.tenantId, { loginName, password: 'another passphrase' })
    const browser = server.browser()
    expect((await browser.signIn(`${loginName}@acme`, 'another passphrase')).success).toBe(true)
    expect((await browser.get('/api/employee/me')).data.user.recordId).toBe(theirs.id)
    expect(await server.browser().signIn(`${loginName}@acme`, PASSWORD)).toMatchObject(FAILED)
    expect(await server.browser().signIn(loginName, 'another passphrase')).toMatchObject(FAILED)
    expect(await server.browser().signIn(`${loginName}@nobody`, PASSWORD)).toMatchObject(FAILED)
  })

  test('disabled people, people without a password and people of a suspended tenant: the same answer', async () => {
    const disabled = await person()
    const without = await person()
    const gone = await aTenant(db, { code: 'gone' })
    await aUser(db, gone.tenantId, { loginName: 'some', password: PASSWORD })
    await db.platform(async tx => {
      await tx.execute("update identity_user set status = 'disabled' where id = $1", [disabled.id])
      await tx.execute('update identity_user set password_hash = null where id = $1', [without.id])
      await tx.execute("update identity_tenant set status = 'suspended' where id = $1", [gone.tenantId])
    })
    for (const name of [disabled.loginName, without.loginName, 'some@gone', 'nobody-at-all'])
      expect(await server.browser().signIn(name, PASSWORD)).toMatchObject(FAILED)
  })

  test('every answer is in the caller’s language', async () => {
    const answer = await server.browser().signIn('nobody', 'nothing', {}, { headers: { 'accept-language': 'es' } })
    expect(answer.msg).toMatch(/contraseña/)
  })
})

describe('throttling', () => {
  test('five fails lock for 1, 2, 4, 8, 15, 15 minutes; the right password does not open a lock; success forgets', async () => {
    const { loginName } = await person()
    let ip = 0
    const attempt = (password: string) => server.browser(`203.0.113.${ip++ % 250}`).signIn(loginName, password)
    for (let i = 0; i < 5; i++) expect(await attempt('wrong')).toMatchObject(FAILED)
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      server.clock.advance(minutes * MINUTE - 1000)
      expect(await attempt(PASSWORD)).toMatchObject(FAILED)
      server.clock.advance(1000)
      expect(await attempt('wrong')).toMatchObject(FAILED)
    }
    server.clock.advance(15 * MINUTE)
    expect((await attempt(PASSWORD)).success).toBe(true)
    for (let i = 0; i < 4; i++) await attempt('wrong')
    expect((await attempt(PASSWORD)).success).toBe(true)
  })

  test('the two names of an account of the home tenant are counted as one', async () => {
    const { loginName } = await person()
    const attempt = (name: string, password: string, i: number) =>
      server.browser(`198.51.100.${i}`).signIn(name, password)
    for (let i = 0; i < 5; i++) await attempt(i % 2 ? loginName : `${loginName}@HOME`, 'wrong', i)
    expect(await attempt(`${loginName}@home`, PASSWORD, 6)).toMatchObject(FAILED)
    server.clock.advance(MINUTE)
    expect((await attempt(`${loginName}@home`, PASSWORD, 7)).success).toBe(true)
    expect((await attempt(loginName, 'wrong', 8)).success).toBe(false)
    expect((await attempt(loginName, PASSWORD, 9)).success).toBe(true)
  })

  test('names that do not exist are locked the same way', async () => {
    for (let i = 0; i < 6; i++) await server.browser(`203.0.113.${i}`).signIn('ghost', 'wrong')
    const ghost = [accountHash(accountName('ghost')), new Date(server.clock.now())]
    expect(await sqlCount('identity_login_attempt where account = $1 and locked_until > $2', ghost)).toBe(1)
  })

  test('a burst for one account counts every guess: no more than five are tried', async () => {
    const { loginName } = await person()
    const burst = Array.from({ length: 15 }, (_, i) =>
      server.browser(`203.0.113.${i}`).signIn(loginName, i === 14 ? PASSWORD : 'wrong'),
    )
    const answers = await Promise.all(burst)
    expect(answers.every(answer => !answer.success)).toBe(true)
  })

  test('twenty fails of one address in a minute, then 429 with the time to wait; others and successes are not counted', async () => {
    const { loginName } = await person()
    for (let i = 0; i < 30; i++)
      expect((await server.browser('192.0.2.7').signIn(loginName, PASSWORD)).success).toBe(true)
    for (let i = 0; i < 20; i++)
      expect(await server.browser('192.0.2.7').signIn(`guess${i}`, 'x')).toMatchObject(FAILED)
    server.clock.advance(10_000)
    const refused = await server.browser('192.0.2.7').signIn(loginName, PASSWORD)
    expect(refused).toMatchObject({ status: 429, code: 'identity.tooManySignIns', msg: '登录请求过多，请 50 秒后重试' })
    expect(refused.headers['retry-after']).toBe('50')
    expect((await server.browser('192.0.2.8').signIn(loginName, PASSWORD)).success).toBe(true)
    server.clock.advance(51_000)
    expect((await server.browser('192.0.2.7').signIn(loginName, PASSWORD)).success).toBe(true)
  })

  test('a forwarded address is not believed', async () => {
    for (let i = 0; i < 20; i++)
      await server.browser('192.0.2.9').signIn(`spoof${i}`, 'x', {}, { headers: { 'x-forwarded-for': `10.0.0.${i}` } })
    expect(
      (await server.browser('192.0.2.9').signIn('spoof', 'x', {}, { headers: { 'x-forwarded-for': '10.1.1.1' } }))
        .status,
    ).toBe(429)
  })
})

test('stored hashes are argon2id, and grow with the configured cost at the next sign-in', async () => {
  const { id, loginName } = await person()
  const stored = async () => {
    const [row] = await db.platform(tx =>
      tx.query({ password_hash: col.text }, 'select password_hash from identity_user where id = $1', [id]),
    )
    return readPhc(row?.password_hash ?? '')
  }
  expect(await stored()).toMatchObject({ memory_kib: 64, passes: 1, lanes: 1 })
  const stronger = await signInServer({ db, hashCost: { memory_kib: 256, passes: 2, lanes: 1 } })
  expect((await stronger.browser().signIn(loginName, PASSWORD)).success).toBe(true)
  expect(await stored()).toMatchObject({ memory_kib: 256, passes: 2, lanes: 1 })
  expect((await stronger.browser().signIn(loginName, PASSWORD)).success).toBe(true)
})

test('every sign-in and failure is in the audit, with its reason, address and program, and never the password', async () => {
  const { id, loginName } = await person({ displayName: '李审计' })
  const browser = server.browser('192.0.2.33')
  await browser.signIn(loginName, 'wrong passphrase', {}, { headers: { 'user-agent': 'TestBrowser/1' } })
  await browser.signIn(loginName, PASSWORD)
  await browser.post('/c/logout')
  const rows = await db.platform(tx =>
    tx.query(
      { action: col.text, ip: col.text, after: col.json<Record<string, unknown>>().orNull },
      'select action, ip, after from kernel_audit where record_id = $1 order by id',
      [id],
    ),
  )
  expect(rows.map(row => [row.action, row.after?.result ?? null])).toEqual([
    ['sign-in-failed', 'wrong-password'],
    ['sign-in', 'signed-in'],
    ['sign-out', null],
  ])
  expect(rows[0]).toMatchObject({
    ip: '192.0.2.33',
    after: { method: 'password', userAgent: 'TestBrowser/1', loginName },
  })
  await server.browser().signIn('never-existed', 'some secret thing')
  expect(
    await sqlCount(
      "kernel_audit where after->>'loginName' = 'never-existed' and after->>'result' = 'unknown-user' and tenant_id = $1",
      [tenantId],
    ),
  ).toBe(1)
  expect(
    await sqlCount("kernel_audit where after::text like '%passphrase%' or after::text like '%secret thing%'", []),
  ).toBe(0)
})
