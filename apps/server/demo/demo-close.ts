import { createCipheriv } from 'node:crypto'
import { join } from 'node:path'
import { nextDayToClose } from '@wattyard/finance/server'
import { DEMO_PASSWORDS_FILE, keepLastSignIn, readOwnFile } from '@wattyard/identity/server'
import { type App, type Database, type Envelope, newId } from '@wattyard/server-kit'
import { type BusinessDay, daysBetween } from '@wattyard/time'

/** Login name of the person who closes the demo's days. */
const CLOSER = 'lina'
/** Known gate items of the demo's past: earlier open days, and the odd orders. */
const CARRY = ['previous', 'abnormal']

/** Where the demo's people work. */
export interface Workplace {
  app: App
  db: Database
  tenantId: string
  dataFolder: string
}

export interface Closing extends Workplace {
  /** Last day to close. */
  until: BusinessDay
}

/**
 * Closes the days of the demo's past as a person would: signs in, verifies the books, and closes up to the day by the console's
 * own calls, so that the closing is audited and signed like any other. Days already closed stay unchanged.
 * @throws Error naming the refused call
 */
export async function closePast({ until, ...place }: Closing): Promise<void> {
  const { db, tenantId } = place
  const next = await db.tenant(tenantId, tx => nextDayToClose(tx, tenantId), { readOnly: true })
  if (next === null || daysBetween(next, until) < 0) return
  await workAs(place, CLOSER, async ask => {
    await ask('/api/finance/books/verify', {})
    await ask('/api/finance/dayClose/close', { day: until, carry: CARRY, note: '演示数据' })
  })
}

/**
 * Signs in as one of the demo's people, works, and signs out. It leaves no trace in when that person last signed in, because they
 * did not.
 */
export async function workAs(
  { app, db, tenantId, dataFolder }: Workplace,
  loginName: string,
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  await keepLastSignIn(db, { tenantId, loginName }, async () => {
    const ask = await signIn(app, loginName, passwordOf(dataFolder, loginName))
    await work(ask)
    await ask('/c/logout', {})
  })
}

/** Returns the password of one of the demo's people. @throws Error when the file has none */
function passwordOf(dataFolder: string, name: string): string {
  const line = readOwnFile(join(dataFolder, DEMO_PASSWORDS_FILE))
    ?.split('\n')
    .find(one => one.startsWith(`${name} `))
  if (line === undefined) throw new Error(`${DEMO_PASSWORDS_FILE} has no ${name}`)
  return line.slice(name.length + 1)
}

/** Makes a call of the console as somebody; resolves to its answer. @throws Error naming the refused call */
export type Ask = (path: string, body: object) => Promise<unknown>

/** Signs in like the console, by key, encrypted password, cookies and public handle; returns a function that makes calls. */
async function signIn(app: App, name: string, password: string): Promise<Ask> {
  const cookies = new Map<string, string>()
  let handle = ''
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const answer = await app.fastify.inject({
      method,
      url: `/chg${path}${handle === '' ? '' : `?token=${handle}`}`,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'idempotency-key': newId(),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    const envelope = answer.json<Envelope>()
    if (!envelope.success) throw new Error(`${path}: ${envelope.code} ${envelope.msg}`)
    return envelope.data
  }
  const { key, id } = (await call('GET', '/login/encrypt/key')) as { key: string; id: string } // the route's declared answer
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'hex'), null)
  const secret = cipher.update(password, 'utf8', 'hex') + cipher.final('hex')
  await call('POST', '/c/login', { username: name, password: secret, rememberMe: false, key: id })
  handle = [...cookies].find(([name]) => name === 'Admin-Token')?.[1] ?? ''
  return (path, body) => call('POST', path, body)
}
