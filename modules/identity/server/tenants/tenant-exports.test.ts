import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import { type Database, newId, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExportManifest } from '../../contract/tenancy.ts'
import {
  aRole,
  aTenant,
  aUser,
  type Browser,
  encryptedPassword,
  type SignInServer,
  signInServer,
} from '../../testing/index.ts'
import { isGoodLink, LINK_MS, signLink } from './export-link.ts'
import { KEPT_MS } from './tenant-exports.ts'

const PASSWORD = 'a passphrase for tests'
const folder = mkdtempSync(join(tmpdir(), 'wattyard-exports-'))

let db: Database
let server: SignInServer
let homeId: string
let adminRole: string
let platform: Browser

beforeAll(async () => {
  db = await testDatabase()
  const home = await aTenant(db, { code: 'home', isHome: true })
  homeId = home.tenantId
  adminRole = home.roleIds.admin
  server = await signInServer({ db, exportFolder: folder })
  platform = await signedIn(adminRole)
})
afterAll(async () => {
  await server.close()
  await db.close()
  rmSync(folder, { recursive: true })
})

async function signedIn(roleId: string, tenantId = homeId, code = 'home'): Promise<Browser> {
  const { loginName } = await aUser(db, tenantId, { password: PASSWORD, roleIds: [roleId] })
  const browser = server.browser()
  const answer = await browser.signIn(`${loginName}@${code}`, PASSWORD)
  if (!answer.success) throw new Error(answer.text)
  return browser
}
async function askExport(id: string, browser = platform, password = PASSWORD) {
  const { key, id: named } = await browser.loginKey()
  return browser.post('/api/sys/tenants/export', { id, password: encryptedPassword(key, password), key: named })
}
async function work(): Promise<void> {
  const job = server.identity.module.jobs?.find(one => one.name === 'identity.exports')
  await job?.run({ db, now: server.clock.now(), signal: new AbortController().signal })
}
const exportsOf = async (id: string) => (await platform.get('/api/sys/tenants/exports', { id })).data.list
const linkTo = async (id: string, browser = platform): Promise<string> =>
  (await browser.post('/api/sys/tenants/exportLink', { id })).data.path
/** As a browser follows a link: the cookies, and no token. */
const follow = (browser: Browser, path: string) => {
  const [address = '', query = ''] = path.split('?')
  return browser.get(address, Object.fromEntries(new URLSearchParams(query)), { token: null })
}

/** Files of a zip, read by its central directory as other programs do (APPNOTE 6.3). */
function unzipped(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, packed, size] = [16, 20, 24].map(place => bytes.readUInt32LE(at + place))
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map(place => bytes.readUInt16LE(at + place))
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString()
    const local = bytes.readUInt32LE(at + 42)
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const plain = inflateRawSync(bytes.subarray(begin, begin + (packed ?? 0)))
    expect([plain.length, crc32(plain)], name).toEqual([size, crc])
    files.set(name, plain)
    at += 46 + nameLength + extra + comment
  }
  return files
}

describe('an export of a tenant', () => {
  test('has every row of every table, says how many and their hash, and no password; nothing of anybody else', async () => {
    const { tenantId, roleIds } = await aTenant(db, { code: 'acme' })
    const person = await aUser(db, tenantId, { displayName: '唯一的人', roleIds: [roleIds.admin] })
    const stranger = await aUser(db, homeId, { displayName: '别家的人' })
    const asked = await askExport(tenantId)
    expect(asked.success).toBe(true)
    expect((await askExport(tenantId)).code).toBe('identity.exportOpen')
    expect(await exportsOf(tenantId)).toMatchObject([{ state: 'waiting', sha256: null }])
    await work()
    const [done] = await exportsOf(tenantId)
    expect(done).toMatchObject({
      id: asked.data.id,
      state: 'done',
      error: null,
      keptUntil: server.clock.now() + KEPT_MS,
    })

    const answer = await follow(platform, await linkTo(done.id))
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="tenant-acme.zip"',
      'content-security-policy': 'sandbox',
      'cache-control': 'no-store',
    })
    expect(answer.bytes.length).toBe(done.bytes)
    expect(createHash('sha256').update(answer.bytes).digest('hex')).toBe(done.sha256)

    const files = unzipped(answer.bytes)
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as ExportManifest // as we wrote it
    expect(manifest).toMatchObject({ format: 'wattyard.tenant-export/1', tenant: { id: tenantId, code: 'acme' } })
    expect(manifest.tables.length).toBeGreaterThan(50)
    expect(files.size).toBe(manifest.tables.length + 1)
    for (const table of manifest.tables) {
      const bytes = files.get(table.file) ?? Buffer.alloc(0)
      expect(createHash('sha256').update(bytes).digest('hex'), table.name).toBe(table.sha256)
      const lines = bytes.toString().split('\n').slice(0, -1)
      expect(lines.length, table.name).toBe(table.rows)
      for (const line of lines) expect(JSON.parse(line), table.name).toMatchObject({ tenant_id: tenantId })
      const [counted] = await db.platform(tx =>
        tx.query({ count: col.bigint }, `select count(*) as count from ${table.name} where tenant_id = $1`, [tenantId]),
      )
      // Getting the link and downloading were written down afterwards.
      const since = table.name === 'kernel_audit' ? 1 : 0
      expect(Number(counted?.count), table.name).toBe(table.rows + since)
    }
    const everything = [...files.values()].map(String).join('\n')
    expect(everything).toContain(person.id)
    expect(everything).toContain('唯一的人')
    for (const foreign of [stranger.id, '别家的人', '$argon2']) expect(everything).not.toContain(foreign)
    expect(manifest.tables.find(({ name }) => name === 'identity_user')?.omitted).toEqual(['password_hash'])
    expect(manifest.tables.find(({ name }) => name === 'identity_session')?.omitted).toEqual([
      'secret_hash',
      'handle_hash',
    ])
    expect(manifest.tables.find(({ name }) => name === 'gateway_credential')?.omitted).toEqual(['key_hash'])
  })

  test('takes the password once more, its own permission, and the platform', async () => {
    const other = await aTenant(db)
    expect((await askExport(other.tenantId, platform, 'wrong')).data.fields).toHaveProperty('password')
    const governor = await signedIn(await aRole(db, homeId, { permissions: ['identity.tenant:govern'] }))
    const theirs = await signedIn(other.roleIds.admin, other.tenantId, (await codeOf(other.tenantId)) ?? '')
    for (const browser of [governor, theirs]) {
      expect(await askExport(other.tenantId, browser)).toMatchObject({ status: 403, code: 'kernel.forbidden' })
      expect(await browser.get('/api/sys/tenants/exports', { id: other.tenantId })).toMatchObject({ status: 403 })
    }
    expect(await exportsOf(other.tenantId)).toEqual([])
    expect((await askExport(newId())).status).toBe(404)
  })

  test('is handed out by a link for one person, one file and ten minutes, with their own session', async () => {
    const { tenantId } = await aTenant(db)
    const { id } = (await askExport(tenantId)).data
    expect((await platform.post('/api/sys/tenants/exportLink', { id })).code).toBe('identity.exportGone')
    await work()
    const path = await linkTo(id)
    expect((await follow(platform, path)).status).toBe(200)
    const colleague = await signedIn(adminRole)
    for (const browser of [colleague, server.browser()])
      expect(await follow(browser, path)).toMatchObject({ status: 403, code: 'identity.linkGone' })
    expect((await follow(platform, path.replace(/sig=./, 'sig=!'))).status).toBe(403)
    // Who owes a second factor gets nothing here either.
    const demand = (policy: string) =>
      db.platform(tx =>
        tx.execute('update identity_tenant set factor_policy = $2 where tenant_id = $1', [homeId, policy]),
      )
    await demand('required')
    expect(await follow(platform, path)).toMatchObject({ status: 403, code: 'identity.linkGone' })
    await demand('optional')
    expect((await follow(platform, path.replace(/until=\d/, 'until=9'))).status).toBe(403)
    server.clock.advance(LINK_MS)
    expect((await follow(platform, path)).status).toBe(403)
    // Each download is in both audits.
    for (const owner of [homeId, tenantId]) {
      const [row] = await db.platform(tx =>
        tx.query(
          { count: col.bigint },
          "select count(*) as count from kernel_audit where tenant_id = $1 and record_id = $2 and action = 'downloadExport'",
          [owner, tenantId],
        ),
      )
      expect(row?.count).toBe(1n)
    }
  })

  test('a signature is good for what it was made for', () => {
    const secret = Buffer.alloc(32, 7)
    const to = { exportId: newId(), userId: newId(), until: 1_000_000 }
    const sig = new URLSearchParams(signLink(secret, to)).get('sig') ?? ''
    const now = to.until - LINK_MS
    expect(isGoodLink(secret, to, sig, now)).toBe(true)
    expect(isGoodLink(secret, { ...to, userId: newId() }, sig, now)).toBe(false)
    expect(isGoodLink(secret, { ...to, exportId: newId() }, sig, now)).toBe(false)
    expect(isGoodLink(Buffer.alloc(32, 8), to, sig, now)).toBe(false)
    expect(isGoodLink(secret, to, '', now)).toBe(false)
    expect(isGoodLink(secret, to, sig, to.until)).toBe(false)
    expect(isGoodLink(secret, to, sig, now - 1)).toBe(false)
  })
})

describe('files', () => {
  test('go after their time; what was left half written by a process that died is made by the next', async () => {
    const { tenantId } = await aTenant(db)
    const { id } = (await askExport(tenantId)).data
    // As a process leaves it that was killed in the middle.
    await db.platform(tx =>
      tx.execute(
        "update identity_tenant_export set state = 'running', tries = 1, seen_at = now() - interval '10 minutes' where id = $1",
        [id],
      ),
    )
    writeFileSync(join(folder, `${id}.zip.part`), 'half')
    await work()
    expect(await exportsOf(tenantId)).toMatchObject([{ state: 'done' }])
    expect(existsSync(join(folder, `${id}.zip`))).toBe(true)
    expect(existsSync(join(folder, `${id}.zip.part`))).toBe(false)
    server.clock.advance(KEPT_MS)
    await work()
    platform = await signedIn(adminRole)
    expect(await exportsOf(tenantId)).toMatchObject([{ state: 'expired' }])
    expect(existsSync(join(folder, `${id}.zip`))).toBe(false)
  })

  test('one that keeps being lost is given up; one that cannot be written says why and leaves nothing', async () => {
    const { tenantId } = await aTenant(db)
    const { id } = (await askExport(tenantId)).data
    await db.platform(tx =>
      tx.execute(
        "update identity_tenant_export set state = 'running', tries = 3, seen_at = now() - interval '10 minutes' where id = $1",
        [id],
      ),
    )
    await work()
    expect(await exportsOf(tenantId)).toMatchObject([{ state: 'failed', error: 'lost 3 times' }])
    const again = (await askExport(tenantId)).data.id
    // A folder stands where the file should go.
    mkdirSync(join(folder, `${again}.zip.part`))
    await work()
    expect((await exportsOf(tenantId))[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('EISDIR') })
    rmSync(join(folder, `${again}.zip.part`), { recursive: true, force: true })
  })
})

async function codeOf(tenantId: string): Promise<string | undefined> {
  const [row] = await db.platform(tx =>
    tx.query({ code: col.text }, 'select code from identity_tenant where tenant_id = $1', [tenantId]),
  )
  return row?.code
}
