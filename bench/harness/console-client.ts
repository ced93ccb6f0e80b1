import { createCipheriv } from 'node:crypto'
import { insist } from './scenario.ts'
import { ADMIN_PASSWORD } from './product.ts'

interface Envelope {
  success: boolean
  msg: string
  code: string
  data: unknown
}

/** An answer as it came, whatever it says. */
export interface Asked {
  status: number
  ms: number
}

export interface ConsoleClient {
  /** What proves the session to the server: the cookie line and the public handle of the address. */
  session(): { cookie: string; handle: string }
  /** One call, measured whether it is a success or not; no answer at all has the status 0. */
  ask(path: string, body: object): Promise<Asked>
  /** One call of the API as the console makes it. @throws Error when the answer is not a success */
  post(path: string, body: object): Promise<{ data: unknown; ms: number }>
}

/** Signs in as the first administrator or somebody with the same password, as the console does: key, encrypted password, cookies, public handle. */
export async function signIn(url: string, username = 'admin'): Promise<ConsoleClient> {
  const cookies = new Map<string, string>()
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope> => {
    const handle = cookies.get('Admin-Token')
    const response = await fetch(`${url}/chg${path}${handle ? `?token=${handle}&mobileLogin=true` : ''}`, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';')[0] ?? ''
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const envelope = (await response.json()) as Envelope // the product's own envelope
    insist(envelope.success, `${path} ${JSON.stringify(body)}: ${envelope.code} ${envelope.msg}`)
    return envelope
  }
  const { key, id } = (await call('GET', '/login/encrypt/key')).data as { key: string; id: string } // the route's declared answer
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'hex'), null)
  const password = cipher.update(ADMIN_PASSWORD, 'utf8', 'hex') + cipher.final('hex')
  await call('POST', '/c/login', { username, password, rememberMe: false, key: id, mobileLogin: true })
  const cookieLine = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    session: () => ({ cookie: cookieLine(), handle: cookies.get('Admin-Token') ?? '' }),
    async ask(path, body) {
      const started = performance.now()
      try {
        const answer = await fetch(`${url}/chg${path}?token=${cookies.get('Admin-Token')}&mobileLogin=true`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: cookieLine() },
          body: JSON.stringify(body),
        })
        await answer.arrayBuffer()
        return { status: answer.status, ms: performance.now() - started }
      } catch {
        return { status: 0, ms: performance.now() - started }
      }
    },
    async post(path, body) {
      const started = performance.now()
      const { data } = await call('POST', path, body)
      return { data, ms: performance.now() - started }
    },
  }
}
