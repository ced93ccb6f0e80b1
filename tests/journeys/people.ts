import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Browser, type Page } from '@playwright/test'
import { aUser } from '@wattyard/identity/testing'
import { databaseOn, postgresPool, runningPostgres, type Database, col } from '@wattyard/server-kit'
import { productUrl } from './console.ts'
import { lendPage } from './kept-page.ts'

/** Passwords that journeys set; the generated ones are in a file only the product reads. */
export const KNOWN_PASSWORD = 'Journey-Person-2026!'

/** Asks the product as the person who is signed in on this page; each call has a key of its own, as commands that move money need. */
export async function ask<T>(page: Page, path: string, body: Record<string, unknown> = {}): Promise<T> {
  const cookies = await page.context().cookies()
  const token = cookies.find(cookie => cookie.name === 'Admin-Token')?.value ?? ''
  const answer = await page.request.post(`${productUrl()}/chg${path}?token=${token}`, {
    data: body,
    headers: { 'idempotency-key': randomUUID() },
  })
  const envelope = (await answer.json()) as { success: boolean; msg: string; data: T } // the product's own
  expect(envelope.success, envelope.msg).toBe(true)
  return envelope.data
}

/** A name that no other journey, and no earlier try of this one, has used. */
export function freshName(prefix: string): string {
  return `${prefix}${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`
}

/** A role of the demonstration, by its code. */
export async function roleId(admin: Page, code: string): Promise<string> {
  const { list } = await ask<{ list: { id: string; code: string }[] }>(admin, '/api/sys/role/list', { pageSize: 100 })
  return list.find(one => one.code === code)?.id ?? ''
}

/** A new person of the demonstration with one of its roles. */
export async function aPerson(
  role: string,
  reach: { operatorIds?: readonly string[]; userType?: 'investor' } = {},
): Promise<{ id: string; loginName: string }> {
  return inDatabase(async db => {
    const [found] = await db.platform(tx =>
      tx.query(
        { tenant_id: col.uuid, id: col.uuid },
        `select r.tenant_id, r.id from identity_role r join identity_tenant t on t.tenant_id = r.tenant_id
         where t.is_home and r.code = $1`,
        [role],
      ),
    )
    if (!found) throw new Error(`the demonstration has no role ${role}`)
    return aUser(db, found.tenant_id, {
      loginName: freshName('j'),
      password: KNOWN_PASSWORD,
      roleIds: [found.id],
      ...reach,
    })
  })
}

/** A new person with a role like that one, which nobody else has: for what must reach this person alone. */
export async function aPersonOfOwnRole(
  admin: Page,
  like: string,
): Promise<{ id: string; loginName: string; roleName: string }> {
  const code = freshName('r')
  await ask(admin, '/api/sys/role/copy', { id: await roleId(admin, like), code, name: code })
  return { ...(await aPerson(code)), roleName: code }
}

interface Machine {
  /** A narrow one whose browser runs no script. */
  isPhone?: boolean
  /** Its address, for journeys that fail on purpose or ask often. */
  address?: string
}

/** A browser of its own: other cookies, as on another machine. */
export async function anotherBrowser(browser: Browser, { isPhone = false, address }: Machine = {}): Promise<Page> {
  if (!isPhone && address === undefined) return lendPage(browser, 'zh-CN')
  const context = await browser.newContext({
    locale: 'zh-CN',
    reducedMotion: 'reduce',
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    javaScriptEnabled: !isPhone,
    ...(address ? { extraHTTPHeaders: { 'x-forwarded-for': address } } : {}),
  })
  return context.newPage()
}

function dataFolder(): string {
  const folder = process.env.WATTYARD_RUNNING_DATA
  if (!folder) throw new Error('the product is not running')
  return folder
}

/** The key that picture codes follow from: a journey has no eyes. */
export function loginSecret(): string {
  const secrets = JSON.parse(readFileSync(join(dataFolder(), 'secrets.json'), 'utf8')) as { login: string } // the product's own
  return secrets.login
}

/** Beside the running product, as its command line does: for what no screen can do yet. */
export async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const socket = runningPostgres(dataFolder())
  if (!socket) throw new Error('the database of the product is not running')
  const pool = postgresPool({ socket, size: 1 })
  try {
    return await work(databaseOn(pool))
  } finally {
    await pool.close()
  }
}
