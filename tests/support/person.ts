import { randomUUID } from 'node:crypto'
import { encryptedPassword } from '@wattyard/identity/testing'

export interface Answer {
  success: boolean
  code: string
  data: unknown
}

/** Somebody with a session, who calls whichever server they like: a balancer in front of two does just that. */
export class Person {
  readonly #cookies = new Map<string, string>()

  async call(url: string, path: string, body?: object): Promise<Answer & { status: number }> {
    const handle = this.#cookies.get('Admin-Token')
    const response = await fetch(`${url}/chg${path}${handle ? `?token=${handle}&mobileLogin=true` : ''}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        ...(body ? { 'idempotency-key': randomUUID() } : {}),
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return { ...((await response.json()) as Answer), status: response.status } // the product's own envelope
  }

  async signIn(url: string, username: string, password: string): Promise<void> {
    const { key, id } = (await this.call(url, '/login/encrypt/key')).data as { key: string; id: string } // its declared answer
    const answer = await this.call(url, '/c/login', {
      username,
      password: encryptedPassword(key, password),
      rememberMe: false,
      key: id,
      mobileLogin: true,
    })
    if (!answer.success) throw new Error(`nobody could sign in: ${answer.code}`)
  }

  /** A stream of live events. @returns whether it is still open */
  async listen(url: string): Promise<() => boolean> {
    const response = await fetch(`${url}/chg/api/live?topics=t&token=${this.#cookies.get('Admin-Token')}`, {
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    if (response.status !== 200) throw new Error(`no stream: ${response.status}`)
    let isOpen = true
    const end = (): void => {
      isOpen = false
    }
    response.text().then(end, end)
    return () => isOpen
  }
}
