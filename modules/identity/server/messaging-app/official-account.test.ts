import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Database, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aTenant, aUser, type Browser, type SignInServer, signInServer } from '../../testing/index.ts'
import { flatXml } from './flat-xml.ts'
import { callbackSignature } from './official-account-callback.ts'

const PASSWORD = 'a passphrase for tests'
const SECRET = 'app-secret-of-tests'
const TOKEN = 'agreed-token'
const UNAVAILABLE = { status: 503, success: false, code: 'identity.messengerUnavailable' }

interface Asked {
  path: string
  token: string | null
  body: Record<string, unknown>
}

/** The app's API as far as we use it, on this machine. */
class Api {
  readonly asked: Asked[] = []
  tokens = 0
  /** Answers instead of the usual ones, first come first served. */
  next: ((path: string) => { status?: number; body: string; delay_ms?: number } | null)[] = []
  expires_in = 7200
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://here')
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        const body = JSON.parse(text) as Record<string, unknown> // what our own client sent
        this.asked.push({ path: url.pathname, token: url.searchParams.get('access_token'), body })
        const {
          status = 200,
          body: answer,
          delay_ms = 0,
        } = this.next.shift()?.(url.pathname) ?? this.#usual(url.pathname)
        setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(answer), delay_ms)
      })
    })
  }

  #usual(path: string): { status?: number; body: string; delay_ms?: number } {
    if (path === '/cgi-bin/stable_token')
      return {
        body: JSON.stringify({ access_token: `token-${++this.tokens}`, expires_in: this.expires_in }),
        delay_ms: 20,
      }
    return {
      body: JSON.stringify({
        ticket: 'gQH47joAAAA',
        expire_seconds: 300,
        url: `http://weixin.qq.com/q/${this.asked.length}`,
      }),
    }
  }

  listen = (): Promise<string> =>
    new Promise(done =>
      this.#server.listen(
        0,
        '127.0.0.1',
        () => done(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`), // it listens on a port
      ),
    )
  close = (): Promise<void> => new Promise(done => this.#server.close(() => done()))
}

let db: Database
let api: Api
let server: SignInServer
let browser: Browser
let user: { id: string; loginName: string }
let warnings: unknown[]
let serial = 0

let tenantId: string
let adminRole: string
beforeAll(async () => {
  db = await testDatabase()
  const made = await aTenant(db, { code: 'home', isHome: true })
  tenantId = made.tenantId
  adminRole = made.roleIds.admin
})
beforeEach(async () => {
  api = new Api()
  warnings = []
  server = await signInServer({
    db,
    messagingApp: {
      kind: 'officialAccount',
      appId: 'wx-test',
      secret: SECRET,
      token: TOKEN,
      api: await api.listen(),
      timeout_ms: 3_000,
    },
    log: { warn: (detail, message) => warnings.push([detail, message]) },
  })
  user = await aUser(db, tenantId, { password: PASSWORD, roleIds: [adminRole] })
  browser = server.browser()
  await browser.signIn(user.loginName, PASSWORD)
})
afterEach(() => api.close())
afterAll(() => db.close())

const qr = (from = browser) => from.get('/api/weixin/bind/qrcode')
const state = async () => (await browser.get('/api/weixin/bind/is')).data
const paths = () => api.asked.map(one => one.path.replace('/cgi-bin/', ''))
const sceneOf = (at = -1): string => {
  const info = api.asked.at(at)?.body.action_info as { scene: { scene_str: string } } // what our own client sent
  return info.scene.scene_str
}

interface Over {
  timestamp?: number
  nonce?: string
  token?: string
  query?: Record<string, string>
}
/** A call of the app to us. */
async function call(body: string | Buffer, over: Over = {}): Promise<{ status: number; text: string; type: string }> {
  const timestamp = String(over.timestamp ?? Math.floor(server.clock.now() / 1000))
  const nonce = over.nonce ?? `n${++serial}`
  const query = new URLSearchParams({
    signature: callbackSignature(over.token ?? TOKEN, timestamp, nonce),
    timestamp,
    nonce,
    openid: 'oUser-000000000000000001',
    ...over.query,
  })
  const answer = await server.app.fastify.inject({
    method: 'POST',
    url: `/chg/pubapi/weixin/callback?${query.toString()}`,
    headers: { 'content-type': 'text/xml' },
    payload: body,
  })
  return { status: answer.statusCode, text: answer.body, type: String(answer.headers['content-type']) }
}
const event = (name: string, key: string, openid = 'oUser-000000000000000001') =>
  `<xml><ToUserName><![CDATA[gh_account]]></ToUserName>
<FromUserName><![CDATA[${openid}]]></FromUserName><CreateTime>1763625600</CreateTime><MsgType><![CDATA[event]]></MsgType>
<Event><![CDATA[${name}]]></Event><EventKey><![CDATA[${key}]]></EventKey><Ticket><![CDATA[TICKET]]></Ticket></xml>`

describe('asking the app', () => {
  test('one token for many codes, a temporary code with a scene of ours, drawn here', async () => {
    const { data } = await qr()
    await qr()
    expect(paths()).toEqual(['stable_token', 'qrcode/create', 'qrcode/create'])
    expect(api.asked[0]?.body).toEqual({
      grant_type: 'client_credential',
      appid: 'wx-test',
      secret: SECRET,
      force_refresh: false,
    })
    expect(api.asked[1]).toMatchObject({ token: 'token-1', body: { expire_seconds: 300, action_name: 'QR_STR_SCENE' } })
    expect(sceneOf()).toMatch(/^[\w-]{22}$/)
    expect(sceneOf(1)).not.toBe(sceneOf(2))
    const latest = (await qr()).data
    const picture = await browser.get(latest.replace('/chg', ''), {}, { token: null })
    expect(picture.headers['content-type']).toContain('image/svg+xml')
    expect(data).toMatch(/^\/chg\/pubapi\/weixin\/bind\/picture\/[0-9a-f-]{36}$/)
    // Where the code leads is between the picture and the app.
    expect((await state()).link).toBeNull()
  })

  test('many at once wait for one token; it is renewed before it ends', async () => {
    await Promise.all(Array.from({ length: 5 }, () => qr()))
    expect(paths().filter(path => path === 'stable_token')).toHaveLength(1)
    server.clock.advance(7200_000 - 5 * 60_000 - 1)
    const late = server.browser()
    await late.signIn(user.loginName, PASSWORD)
    await qr(late)
    expect(api.tokens).toBe(1)
    server.clock.advance(1)
    await qr(late)
    expect(api.tokens).toBe(2)
  })

  test('a token that the app no longer takes is fetched anew, once', async () => {
    await qr()
    const invalid = (errcode: number) => () => ({ body: JSON.stringify({ errcode, errmsg: 'invalid credential' }) })
    api.next = [invalid(40001)]
    expect((await qr()).success).toBe(true)
    expect(paths().slice(2)).toEqual(['qrcode/create', 'stable_token', 'qrcode/create'])
    expect(api.asked[3]?.body.force_refresh).toBe(true)
    expect(api.asked[4]?.token).toBe('token-2')
    api.next = [invalid(42001), () => null, invalid(40001)]
    expect(await qr()).toMatchObject(UNAVAILABLE)
    expect(paths().slice(5)).toEqual(['qrcode/create', 'stable_token', 'qrcode/create'])
  })

  test.each([
    ['a refusal', { body: JSON.stringify({ errcode: 45009, errmsg: 'reach max api daily quota limit' }) }],
    ['a server error', { status: 502, body: '<html>bad gateway</html>' }],
    ['no JSON', { body: 'not json' }],
    ['another shape', { body: JSON.stringify({ tickets: [] }) }],
    ['too much', { body: JSON.stringify({ ticket: 'x'.repeat(80_000), url: 'http://weixin.qq.com/q/1' }) }],
    ['nothing in time', { body: '{}', delay_ms: 6_000 }],
  ])('%s is said as "not reachable", and no secret is logged', async (_name, answer) => {
    await qr()
    api.next = [() => answer]
    expect(await qr()).toMatchObject(UNAVAILABLE)
    expect(warnings).toHaveLength(1)
    const logged = JSON.stringify(warnings)
    for (const secret of [SECRET, TOKEN, 'token-1']) expect(logged).not.toContain(secret)
  })

  test('without an answer to the token there is no code either, and the next one tries again', async () => {
    api.next = [() => ({ body: JSON.stringify({ errcode: 40125, errmsg: 'invalid appsecret' }) })]
    expect(await qr()).toMatchObject(UNAVAILABLE)
    expect((await qr()).success).toBe(true)
  })
})

describe('the app’s calls', () => {
  test('it makes sure that the address is ours', async () => {
    const timestamp = String(Math.floor(server.clock.now() / 1000))
    const greet = (signature: string, echostr = '5838479218127813673') =>
      server.browser().get('/pubapi/weixin/callback', { signature, timestamp, nonce: 'n', echostr })
    const good = callbackSignature(TOKEN, timestamp, 'n')
    const answer = await greet(good)
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      200,
      '5838479218127813673',
      'text/plain; charset=utf-8',
    ])
    expect(await greet(good.replace(/^./, digit => (digit === '0' ? '1' : '0')))).toMatchObject({ status: 403 })
    expect((await greet(good, '<script>')).code).toBe('kernel.invalid')
  })

  test.each([
    ['SCAN', ''],
    ['subscribe', 'qrscene_'],
  ])('%s binds the scene, once', async (name, prefix) => {
    await qr()
    const openid = `oUser-${name}-${++serial}`
    const answer = await call(event(name, prefix + sceneOf(), openid))
    expect([answer.status, answer.type]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(answer.text).toContain(`<ToUserName><![CDATA[${openid}]]>`)
    expect(answer.text).toContain('绑定成功')
    expect(await state()).toMatchObject({ openid, app: 'officialAccount' })
    expect((await call(event(name, prefix + sceneOf(), openid))).text).toContain('二维码已过期或已使用')
  })

  test('wrongly signed, old, early and repeated calls are refused and change nothing', async () => {
    await qr()
    const body = event('SCAN', sceneOf(), 'oUser-refused')
    const now = Math.floor(server.clock.now() / 1000)
    expect((await call(body, { token: 'another' })).status).toBe(403)
    expect((await call(body, { timestamp: now - 301 })).status).toBe(403)
    expect((await call(body, { timestamp: now + 301 })).status).toBe(403)
    expect((await state()).openid).toBe('')
    const junk = event('CLICK', 'menu')
    expect((await call(junk, { nonce: 'once' })).text).toBe('success')
    expect((await call(body, { nonce: 'once' })).status).toBe(403)
    expect((await call(body, { query: { encrypt_type: 'aes', msg_signature: 'x' } })).status).toBe(403)
    expect((await state()).openid).toBe('')
    expect((await call(body)).text).toContain('绑定成功')
  })

  test('whatever else comes is heard and not acted on', async () => {
    await qr()
    for (const body of [
      event('SCAN', 'some-other-scene'),
      event('subscribe', ''),
      event('SCAN', sceneOf(), 'a b'),
      event('SCAN', sceneOf()).replace('<xml>', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xml>'),
      '<xml><ScanCodeInfo><ScanType>qrcode</ScanType></ScanCodeInfo></xml>',
      Buffer.from([0xff, 0xfe]),
      '',
    ]) {
      const { status, text } = await call(body)
      expect([status, text]).toEqual([200, 'success'])
    }
    expect((await state()).openid).toBe('')
    expect((await call('x'.repeat(17_000))).status).toBe(413)
  })
})

describe('the reader of messages', () => {
  test('takes one flat element and nothing that could be expanded', () => {
    const read = (text: string) => flatXml(Buffer.from(text))
    expect([...(read('<xml><A><![CDATA[<b>&amp;]]></A><B> 12 </B><C></C></xml>') ?? [])]).toEqual([
      ['A', '<b>&amp;'],
      ['B', '12'],
      ['C', ''],
    ])
    for (const bad of [
      '<xml><A>&amp;</A></xml>',
      '<xml><A>1</A><A>2</A></xml>',
      '<xml><A x="1">1</A></xml>',
      '<xml><A><B>1</B></A></xml>',
      '<xml><A>1</B></xml>',
      '<xml><A><![CDATA[1]]>2</A></xml>',
      '<?xml version="1.0"?><xml></xml>',
      '<xml><!-- --></xml>',
      `<xml>${Array.from({ length: 41 }, (_, i) => `<F${i}>1</F${i}>`).join('')}</xml>`,
      'xml',
    ])
      expect(read(bad), bad).toBeNull()
  })

  test('is quick with what was made to be slow', () => {
    const begin = process.cpuUsage()
    for (const bad of [
      `<xml>${'<A>'.repeat(5_000)}</xml>`,
      `<xml><A><![CDATA[${']'.repeat(15_000)}</A></xml>`,
      `<xml>${' '.repeat(15_000)}x</xml>`,
    ])
      expect(flatXml(Buffer.from(bad))).toBeNull()
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(500)
  })
})

test('calls to the app and of the app are in the log of the home tenant, without a secret in it', async () => {
  await db.platform(tx => tx.execute('delete from kernel_interface_call'))
  expect((await qr()).success).toBe(true)
  api.next = [() => ({ body: JSON.stringify({ errcode: 40001, errmsg: 'canary-of-the-app' }) })]
  await qr()
  await call(event('SCAN', sceneOf()))
  await call('<xml/>', { token: 'another-token' })
  await server.identity.flush()
  const rows = await db.platform(tx =>
    tx.query(
      {
        tenant_id: col.uuid,
        id: col.uuid,
        at: col.instant,
        direction: col.text,
        peer: col.text,
        host: col.text,
        method: col.text,
        path: col.text,
        status: col.integer,
        outcome: col.text,
        reason: col.text.orNull,
        took_ms: col.integer,
        sent_bytes: col.integer,
        answered_bytes: col.integer.orNull,
        correlation_id: col.text,
        times: col.integer,
        last_at: col.instant.orNull,
      },
      'select * from kernel_interface_call order by id',
    ),
  )
  expect(
    rows.filter(row => row.direction === 'out').map(row => [row.path, row.status, row.outcome, row.reason]),
  ).toEqual(
    expect.arrayContaining([
      ['/cgi-bin/stable_token', 200, 'ok', null],
      ['/cgi-bin/qrcode/create', 200, 'ok', null],
      ['/cgi-bin/qrcode/create', 200, 'refused', '40001'],
    ]),
  )
  expect(rows.filter(row => row.direction === 'in').map(row => [row.method, row.status, row.outcome])).toEqual(
    expect.arrayContaining([
      ['POST', 200, 'ok'],
      ['POST', 403, 'refused'],
    ]),
  )
  for (const row of rows) expect(row).toMatchObject({ tenant_id: tenantId, correlation_id: expect.any(String) })
  const text = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  for (const secret of [
    SECRET,
    TOKEN,
    'another-token',
    'token-1',
    'access_token',
    'signature',
    'oUser-',
    sceneOf(),
    'canary',
  ])
    expect(text).not.toContain(secret)
})

test('a flood of calls that are none of the app’s fills no table', async () => {
  await db.platform(tx => tx.execute('delete from kernel_interface_call'))
  for (let i = 0; i < 40; i++) await call('<xml/>', { token: 'another-token' })
  await server.identity.flush()
  const [row] = await db.platform(tx =>
    tx.query({ count: col.bigint }, 'select count(*) as count from kernel_interface_call'),
  )
  expect(row?.count).toBe(30n)
})
