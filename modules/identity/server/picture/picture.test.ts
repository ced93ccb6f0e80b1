import { crc32, inflateSync } from 'node:zlib'
import type { Database } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTenant, aUser, type Browser, type SignInServer, signInServer } from '../../testing/index.ts'
import { drawPicture, lettersOf } from './draw-picture.ts'
import { readPreLogin } from '../sign-in/login-key.ts'
import { pictureSeed } from './picture.ts'
import { PICTURES_PER_MINUTE } from './picture-routes.ts'
import { GLYPHS } from './picture-glyphs.ts'

const PASSWORD = 'a passphrase for tests'
const SECRET = Buffer.from('a5'.repeat(32), 'hex')
const MINUTE = 60_000
const OWED = { success: false, code: 'identity.pictureOwed', msg: '登录失败次数较多，请输入图形验证码后再登录' }
const WRONG = { success: false, code: 'identity.pictureWrong', data: null }
const FAILED = { success: false, code: 'identity.signInFailed' }

let db: Database
let server: SignInServer
let tenantId: string
let loginName: string
let browser: Browser
let serial = 0

beforeAll(async () => {
  db = await testDatabase()
  tenantId = (await aTenant(db, { code: 'home', isHome: true })).tenantId
})
beforeEach(async () => {
  server = await signInServer({ db, pictureAfter: 3 })
  loginName = (await aUser(db, tenantId, { password: PASSWORD })).loginName
  browser = server.browser()
})
afterAll(() => db.close())

/** A PNG of grey pixels, read again by the format and not by our own writer. */
function unpacked(file: Buffer): { width: number; height: number; pixels: number[]; chunks: string[] } {
  const chunks: string[] = []
  const data: Buffer[] = []
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const body = file.subarray(at + 4, at + 8 + length)
    expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(body))
    chunks.push(body.toString('latin1', 0, 4))
    if (chunks.at(-1) === 'IDAT') data.push(body.subarray(4))
    at += length + 12
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const rows = inflateSync(Buffer.concat(data))
  return { width, height, chunks, pixels: [...rows].filter((_, at) => at % (width + 1) !== 0) }
}

const uuid = () => `picture-${++serial}`
const show = (name: string, from = browser) => from.get('/servlet/validateCodeServlet', { uuid: name })
const check = (name: string, validateCode: string, from = browser) =>
  from.post('/api/security/checkcode', { uuid: name, validateCode })
/** What a person reads in the picture. */
function read(name: string, from = browser, now = server.clock.now()): string {
  const preLogin = readPreLogin(from.cookies.get('prelogin'))
  return preLogin ? lettersOf(pictureSeed(SECRET, { browser: preLogin.browser, uuid: name }, now)) : ''
}
async function passed(from = browser): Promise<void> {
  const name = uuid()
  await show(name, from)
  expect((await check(name, read(name, from), from)).success).toBe(true)
}
async function fail(times: number, name = loginName, from?: Browser): Promise<void> {
  for (let i = 0; i < times; i++)
    expect(await (from ?? server.browser(`198.51.100.${i}`)).signIn(name, 'wrong password')).toMatchObject(FAILED)
}

describe('the picture', () => {
  test('is pixels: no line, text or name that a program could read; another for each name', async () => {
    const one = await show(uuid())
    expect(one.headers['content-type']).toBe('image/png')
    expect(one.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(one.headers['cache-control']).toBe('no-store')
    expect((await show(uuid())).text).not.toBe(one.text)
    const file = drawPicture(Buffer.alloc(32, 7))
    const { width, height, pixels, chunks } = unpacked(file)
    expect([width, height, chunks]).toEqual([180, 56, ['IHDR', 'IDAT', 'IEND']])
    // Something is on it, nearly everywhere, and grain on what is paper.
    expect(pixels.filter(shade => shade < 140).length).toBeGreaterThan(600)
    expect(new Set(pixels).size).toBeGreaterThan(80)
  })

  test('of one name is the same at a second look, so that looking again does not wash the noise out', async () => {
    const name = uuid()
    expect((await show(name)).text).toBe((await show(name)).text)
    expect((await show(name, server.browser())).text).not.toBe((await show(name)).text)
  })

  test('letters and noise overlap in darkness, and every letter can come', () => {
    const seen = new Set<string>()
    for (let i = 0; i < 200; i++) for (const letter of lettersOf(Buffer.alloc(32, i))) seen.add(letter)
    expect([...seen].toSorted()).toEqual(Object.keys(GLYPHS).toSorted())
    // No threshold leaves the letters alone: between the cells, where none stands, there is as dark a pixel as inside.
    for (let i = 0; i < 20; i++) {
      const { width, pixels } = unpacked(drawPicture(Buffer.alloc(32, i)))
      const margin = pixels.filter((_, at) => at % width < 8 || at % width >= width - 6)
      expect(Math.min(...margin)).toBeLessThan(150)
    }
  })

  test('an address has so many drawn in a minute; others have theirs', async () => {
    const greedy = server.browser('198.51.100.77')
    for (let i = 0; i < PICTURES_PER_MINUTE; i++) await show(uuid(), greedy)
    expect(await show(uuid(), greedy)).toMatchObject({ status: 429, code: 'identity.tooManyTries' })
    expect((await show(uuid())).headers['content-type']).toBe('image/png')
  })

  test('asking for pictures stores nothing', async () => {
    const rows = () => db.platform(tx => tx.query('select 1 from identity_picture'))
    const before = (await rows()).length
    for (let i = 0; i < 5; i++) await show(uuid())
    expect(await rows()).toHaveLength(before)
  })

  test('what is no name of a picture is refused and named', async () => {
    for (const name of ['', 'short', 'x'.repeat(65), '<script>alert(1)</script>'])
      expect(await show(name)).toMatchObject({ code: 'kernel.invalid', data: { fields: { uuid: expect.any(String) } } })
  })
})

describe('an answer', () => {
  test('is right once, in letters of either case, by either call of the contract', async () => {
    const name = uuid()
    await show(name)
    expect((await check(name, read(name).toLowerCase())).success).toBe(true)
    expect(await check(name, read(name))).toMatchObject(WRONG)
    const other = uuid()
    const validateCode = read(other)
    expect((await browser.get('/servlet/validateCodeServlet', { uuid: other, validateCode })).success).toBe(true)
    expect(await browser.get('/servlet/validateCodeServlet', { uuid: other, validateCode })).toMatchObject(WRONG)
  })

  test('may be wrong three times; then the right one is too late', async () => {
    const name = uuid()
    await show(name)
    for (let i = 0; i < 3; i++) expect(await check(name, '22222')).toMatchObject(WRONG)
    expect(await check(name, read(name))).toMatchObject(WRONG)
  })

  test('of many at once no more than three are looked at', async () => {
    const name = uuid()
    await show(name)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => check(name, '22222')),
      check(name, read(name)),
      check(name, read(name)),
    ])
    expect(answers.filter(answer => answer.success).length).toBeLessThanOrEqual(1)
  })

  test('counts for the browser that was shown the picture', async () => {
    const name = uuid()
    await show(name)
    const code = read(name)
    const other = server.browser()
    expect(await check(name, code, other)).toMatchObject(WRONG)
    await show(name, other)
    expect(await check(name, code, other)).toMatchObject(WRONG)
    expect((await check(name, code)).success).toBe(true)
  })

  test('has five to ten minutes', async () => {
    const name = uuid()
    await show(name)
    const code = read(name)
    server.clock.advance(5 * MINUTE)
    expect((await check(name, code)).success).toBe(true)
    const late = uuid()
    await show(late)
    const old = read(late)
    server.clock.advance(10 * MINUTE)
    expect(await check(late, old)).toMatchObject(WRONG)
  })

  test('is not taken from pages of others, nor more often than people type', async () => {
    expect(
      await browser.post(
        '/api/security/checkcode',
        { uuid: uuid(), validateCode: 'X' },
        { headers: { origin: 'https://evil.example' } },
      ),
    ).toMatchObject({ status: 403 })
    for (let i = 0; i < 20; i++) await check(uuid(), '22222')
    expect(await check(uuid(), '22222')).toMatchObject({ status: 429, code: 'identity.tooManyTries' })
  })
})

describe('signing in', () => {
  test('asks for it after the third failure of an account, whether or not there is such an account', async () => {
    for (const name of [loginName, `ghost${++serial}`]) {
      await fail(2, name)
      await fail(1, name, server.browser('203.0.113.1'))
      expect(await server.browser('203.0.113.2').signIn(name, 'wrong password')).toMatchObject(OWED)
    }
    // The right password does not tell that it is right.
    expect(await browser.signIn(loginName, PASSWORD)).toMatchObject(OWED)
    await show(uuid())
    await passed()
    expect((await browser.signIn(loginName, PASSWORD)).success).toBe(true)
    expect((await server.browser().signIn(loginName, PASSWORD)).success).toBe(true)
  })

  test('asks for it after the third failure of an address, of whatever accounts', async () => {
    for (let i = 0; i < 3; i++) await fail(1, `nobody${++serial}`, server.browser('203.0.113.9'))
    expect(await server.browser('203.0.113.9').signIn(loginName, PASSWORD)).toMatchObject(OWED)
    expect((await server.browser('203.0.113.10').signIn(loginName, PASSWORD)).success).toBe(true)
    server.clock.advance(15 * MINUTE)
    expect((await server.browser('203.0.113.9').signIn(loginName, PASSWORD)).success).toBe(true)
  })

  test('one picture lets one sign-in through, also of two at once', async () => {
    await fail(3)
    await show(uuid())
    await passed()
    const both = await Promise.all([browser.signIn(loginName, 'wrong one'), browser.signIn(loginName, 'wrong two')])
    expect(both.map(answer => answer.code).toSorted()).toEqual(['identity.pictureOwed', 'identity.signInFailed'])
    expect(await browser.signIn(loginName, PASSWORD)).toMatchObject(OWED)
  })

  test('being asked counts as no failure, and the lock comes as before', async () => {
    await fail(3)
    for (let i = 0; i < 5; i++)
      expect(await server.browser(`203.0.113.${50 + i}`).signIn(loginName, 'x')).toMatchObject(OWED)
    const eager = server.browser('203.0.113.70')
    await show(uuid(), eager)
    for (let i = 0; i < 2; i++) {
      await passed(eager)
      expect(await eager.signIn(loginName, 'wrong password')).toMatchObject(FAILED)
    }
    await passed(eager)
    expect(await eager.signIn(loginName, PASSWORD)).toMatchObject(FAILED)
    server.clock.advance(MINUTE)
    await passed(eager)
    expect((await eager.signIn(loginName, PASSWORD)).success).toBe(true)
  })

  test('who cannot see it waits a quarter of an hour', async () => {
    await fail(3)
    server.clock.advance(15 * MINUTE)
    expect((await browser.signIn(loginName, PASSWORD)).success).toBe(true)
  })

  test('an answered picture that was not used is worth nothing later; rows are tidied away', async () => {
    await show(uuid())
    await passed()
    server.clock.advance(10 * MINUTE)
    await fail(3)
    expect(await browser.signIn(loginName, PASSWORD)).toMatchObject(OWED)
    server.clock.advance(60 * MINUTE)
    const tidy = server.identity.module.jobs?.find(job => job.name === 'identity.tidy')
    await tidy?.run({ db, now: server.clock.now(), signal: new AbortController().signal })
    expect(await db.platform(tx => tx.query('select 1 from identity_picture'))).toEqual([])
  })
})
