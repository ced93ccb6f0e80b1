import { ecb } from '@noble/ciphers/aes.js'
import { fillPath } from '@wattyard/calls'
import type { Database, ServerModule } from '@wattyard/server-kit'
import { type Answer, formBody, testServer, type TestServer } from '@wattyard/testing'
import { type SettableClock, settableClock } from '@wattyard/time'
import { type LoginKey } from '../contract/calls/sign-in.ts'
import { createIdentity, type Identity, type IdentityOptions } from '../server/create-identity.ts'
import { aUser, TEST_HASH_COST } from './people.ts'

export interface SignInServer extends TestServer {
  identity: Identity
  clock: SettableClock
  browser(ip?: string): Browser
}

/** Keys of test servers, not used elsewhere. */
export const TEST_SECRETS = { login: 'a5'.repeat(32), factors: 'c3'.repeat(32) }

/** The real app with identity's own authenticator, and a clock set by the test. */
export async function signInServer(
  options: { db: Database; modules?: readonly ServerModule[] } & Partial<IdentityOptions>,
): Promise<SignInServer> {
  const { modules = [], ...rest } = options
  const clock = settableClock(Date.UTC(2026, 10, 20, 8, 0, 0))
  const identity = createIdentity({
    profile: 'demo',
    secrets: TEST_SECRETS,
    version: '0.0.0',
    clock,
    hashCost: TEST_HASH_COST,
    // Most tests do not involve the picture code; those that do set this themselves.
    pictureAfter: Number.POSITIVE_INFINITY,
    ...rest,
  })
  identity.learnPages([identity.module, ...modules])
  identity.registerDeletionRules([identity.module, ...modules])
  const server = await testServer({
    db: options.db,
    modules: [identity.module, ...modules],
    authenticator: identity.authenticator,
  })
  return { ...server, identity, clock, browser: ip => new Browser(server, ip) }
}

/** Makes a user of a tenant, signed in with its own browser; `code` names a tenant other than the home tenant. */
export async function aSignedIn(
  server: SignInServer,
  db: Database,
  tenantId: string,
  { code, ip, ...over }: Parameters<typeof aUser>[2] & { code?: string; ip?: string } = {},
): Promise<{ id: string; loginName: string; browser: Browser }> {
  const { id, loginName, password } = await aUser(db, tenantId, over)
  const browser = server.browser(ip)
  const answer = await browser.signIn(code ? `${loginName}@${code}` : loginName, password)
  if (!answer.success) throw new Error(`${loginName}: ${answer.text}`)
  return { id, loginName, browser }
}

/** Hex ciphertext as the console makes it (AES-128-ECB-PKCS7, contract §5), made with a different library. */
export function encryptedPassword(key: string, password: string): string {
  return Buffer.from(ecb(Buffer.from(key, 'hex')).encrypt(new TextEncoder().encode(password))).toString('hex')
}

interface Request {
  headers?: Record<string, string>
  /** Sent as `?token=`; defaults to the cookie's value, none when null. */
  token?: string | null
}

/** A browser: keeps cookies, sends the public handle, and sends forms as the contract's client does. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #server: TestServer
  readonly #ip: string

  constructor(server: TestServer, ip = '192.0.2.1') {
    this.#server = server
    this.#ip = ip
  }

  async send(
    method: 'GET' | 'POST',
    path: string,
    input: Record<string, unknown> = {},
    { headers = {}, token }: Request = {},
  ): Promise<Answer> {
    const { path: filled, rest: body } = fillPath(path, input)
    const handle = token === undefined ? this.cookies.get('Admin-Token') : token
    const query = new URLSearchParams(method === 'GET' ? formBody(body) : '')
    if (handle) {
      query.set('token', handle)
      query.set('mobileLogin', 'true')
    }
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.#server.app.fastify.inject({
      method,
      url: `/chg${filled}${query.size ? `?${query.toString()}` : ''}`,
      remoteAddress: this.#ip,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        host: 'wattyard.test',
        ...headers,
      },
      ...(method === 'POST' ? { payload: formBody(body) } : {}),
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.#keep(line)
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    const envelope = isJson
      ? (JSON.parse(response.body) as Answer)
      : { success: false, msg: '', code: '', data: null, requestId: '' } // the app's own envelope
    return {
      ...envelope,
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
    }
  }

  get(path: string, query: Record<string, unknown> = {}, request: Request = {}): Promise<Answer> {
    return this.send('GET', path, query, request)
  }

  post(path: string, body: Record<string, unknown> = {}, request: Request = {}): Promise<Answer> {
    return this.send('POST', path, body, request)
  }

  async loginKey(): Promise<LoginKey> {
    const { data } = await this.get('/login/encrypt/key')
    return data as LoginKey // the route's declared answer
  }

  /** The whole sign-in of the contract: key, encryption, login. */
  async signIn(
    username: string,
    password: string,
    over: Record<string, unknown> = {},
    request: Request = {},
  ): Promise<Answer> {
    const { key, id } = await this.loginKey()
    return this.post(
      '/c/login',
      { username, password: encryptedPassword(key, password), rememberMe: false, key: id, mobileLogin: true, ...over },
      request,
    )
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    if (attributes.some(attribute => attribute.trim() === 'Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(at + 1))
  }
}
