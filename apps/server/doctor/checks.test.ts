import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTenant } from '@wattyard/identity/server'
import { recordBackup, recordVerdict } from '@wattyard/platform/server'
import { type Connection, databaseOn, newId, type Pool } from '@wattyard/server-kit'
import { allMigrations, singleConnectionPool } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Environment, readEnvironment } from '../environment.ts'
import { readSecrets } from '../secrets.ts'
import {
  checkArchive,
  checkClock,
  checkDisks,
  checkEngine,
  checkInstallation,
  checkSchema,
  checkSecrets,
  checkTransport,
} from './checks.ts'
import { effectiveLimits } from './limits.ts'

const DAY_MS = 86_400_000
let folder: string
let pool: Pool
let env: Environment

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wattyard-doctor-'))
  env = readEnvironment({ WATTYARD_DATA: folder })
  pool = await singleConnectionPool()
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
  const { connection, release } = await pool.acquire()
  try {
    return await run(connection)
  } finally {
    release()
  }
}

/** Returns a server with these settings, which answers any other query with these rows. */
const server = (settings: Record<string, string>, rows: Record<string, unknown>[] = []): Connection => ({
  query: async (text, values = []) => {
    if (!text.includes('pg_settings')) return { rows, count: rows.length, columns: [] }
    const value = settings[String(values[0])]
    return { rows: value === undefined ? [] : [{ value }], count: 1, columns: [] }
  },
  script: async () => {},
})
const DURABLE = {
  server_version_num: '150010',
  server_version: '15.10',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_checksums: 'on',
}
const results = (checks: readonly { name: string; result: string }[]) =>
  Object.fromEntries(checks.map(one => [one.name, one.result]))

test('an engine that can lose acknowledged data is a fault, and so is one that is too old', async () => {
  expect(results(await checkEngine(server(DURABLE), env))).toEqual({
    engine: 'good',
    durability: 'good',
    'data checksums': 'good',
  })
  for (const weak of [{ fsync: 'off' }, { full_page_writes: 'off' }, { synchronous_commit: 'off' }])
    expect(results(await checkEngine(server({ ...DURABLE, ...weak }), env))).toMatchObject({ durability: 'wrong' })
  const old = { ...DURABLE, server_version_num: '140012', data_checksums: 'off' }
  expect(results(await checkEngine(server(old), env))).toMatchObject({ engine: 'wrong', 'data checksums': 'hint' })
})

test('the archive of an operator’s own server is checked: off, failing, working, and unreadable', async () => {
  const external = { ...env, databaseUrl: 'postgres://somewhere/shop' }
  expect((await checkArchive(server({}), env)).result).toBe('hint')
  expect(await checkArchive(server({ archive_mode: 'off' }), external)).toMatchObject({
    result: 'hint',
    detail: expect.stringContaining('pgBackRest') as string,
  })
  const failing = [{ age_s: '90000', failed: '12', is_failing: true }]
  expect(await checkArchive(server({ archive_mode: 'on' }, failing), external)).toMatchObject({
    result: 'wrong',
    detail: 'archiving fails (12 times)',
  })
  const working = [{ age_s: '40', failed: '0', is_failing: null }]
  const command = { archive_mode: 'on', archive_command: 'pgbackrest --stanza=shop archive-push %p' }
  expect((await checkArchive(server(command, working), external)).detail).toBe('pgBackRest, last file 40 s ago')
  expect(
    (await checkArchive(server({ archive_mode: 'on' }, [{ age_s: null, failed: '0', is_failing: null }]), external))
      .detail,
  ).toBe('an archive command, last file none yet')
})

test('a schema is compared with the release: whole, behind, ahead, changed', async () => {
  const migrations = allMigrations()
  const told = (list: typeof migrations) => ask(async connection => (await checkSchema(connection, list))[0]?.result)
  expect(await told(migrations)).toBe('good')
  expect(await told([...migrations, { id: '9999_later', sql: '', hash: 'x' }])).toBe('hint')
  expect(await told(migrations.slice(0, -1))).toBe('wrong')
  expect(await told(migrations.map((one, i) => (i === 3 ? { ...one, hash: 'x' } : one)))).toBe('wrong')
})

test('different clocks are a fault', async () => {
  expect((await ask(checkClock)).result).toBe('good')
  expect(await checkClock(server({}, [{ at: Date.now() - 60_000 }]))).toMatchObject({ result: 'wrong' })
  expect(await checkClock(server({}, [{ at: Date.now() + 60_000 }]))).toMatchObject({ result: 'wrong' })
})

test('folders of backups are found', () => {
  const found = checkDisks({ ...env, backupFolders: [folder, join(folder, 'missing')] })
  expect(found.map(one => [one.name, one.result])).toEqual([
    ['disk', 'good'],
    ['backup folder', 'hint'],
    ['backup folder', 'hint'],
  ])
  expect(found.map(one => one.detail).join('\n')).toMatch(/on the disk of the data[^]*does not exist yet/)
  const elsewhere = checkDisks({ ...env, databaseUrl: 'postgres://somewhere/shop', backupFolders: [folder] })
  expect(elsewhere.at(-1)).toMatchObject({ name: 'backup folder', result: 'good' })
})

test('public plain HTTP is a fault in production, and a certificate has its remaining days', () => {
  expect(checkTransport(env, Date.now()).result).toBe('good')
  expect(checkTransport({ ...env, profile: 'production', host: '0.0.0.0' }, Date.now()).result).toBe('wrong')
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ed25519',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '30',
      '-subj',
      '/CN=charge.example',
    ],
    { stdio: 'ignore' },
  )
  const tls = { ...env, tls: { cert, key } }
  expect(checkTransport(tls, Date.now()).result).toBe('good')
  expect(checkTransport(tls, Date.now() + 15 * DAY_MS).result).toBe('hint')
  expect(checkTransport(tls, Date.now() + 40 * DAY_MS)).toMatchObject({
    result: 'wrong',
    detail: expect.stringContaining('ended') as string,
  })
})

test('keys that others can read are a fault, and the check creates none', () => {
  expect(checkSecrets(env).result).toBe('hint')
  readSecrets(env.secretsFile)
  expect(checkSecrets(env)).toMatchObject({
    result: 'good',
    detail: expect.stringMatching(/key [0-9a-f-]{39}$/) as string,
  })
  const before = readFileSync(env.secretsFile, 'utf8')
  chmodSync(env.secretsFile, 0o644)
  expect(checkSecrets(env).result).toBe('wrong')
  expect(readFileSync(env.secretsFile, 'utf8')).toBe(before)
  expect(statSync(env.secretsFile).mode & 0o777).toBe(0o644)
  chmodSync(env.secretsFile, 0o600)
  writeFileSync(env.secretsFile, '{}')
  expect(checkSecrets(env)).toMatchObject({ result: 'hint' })
  writeFileSync(env.secretsFile, before)
})

test('the age of the backups is that of the newest proved one', async () => {
  const now = Date.now()
  expect(results(await checkInstallation(pool, now))).toEqual({ installation: 'hint' })
  const db = databaseOn(pool)
  const { tenantId } = await db.platform(tx =>
    createTenant(tx, { code: 'home', name: 'Home', profile: 'production', isHome: true }),
  )
  expect(results(await checkInstallation(pool, now))).toEqual({ zone: 'good', backups: 'hint' })
  const id = newId()
  await db.platform(async tx => {
    await recordBackup(tx, tenantId, {
      id,
      madeAt: now,
      file: 'f',
      folder,
      cause: 'asked',
      bytes: 1,
      rows: 1,
      took_ms: 1,
      sealed: false,
      app: '1',
      keyName: 'k',
    })
    await recordVerdict(tx, tenantId, { id, at: now, isGood: true, note: '' })
  })
  expect(results(await checkInstallation(pool, now))).toMatchObject({ backups: 'good' })
  expect(results(await checkInstallation(pool, now + 9 * DAY_MS))).toMatchObject({ backups: 'wrong' })
})

test('limits are those of the environment and of the database itself', async () => {
  writeFileSync(join(folder, 'x'), '')
  const limits = await ask(connection => effectiveLimits(connection, { ...env, pileRate: 77, poolSize: 5 }))
  const value = (name: string) => limits.find(one => one.name === name)?.value
  expect(value('messages of a pile per second, at once')).toBe('77, 385')
  expect(value('connections of the pool')).toBe('5')
  expect(value('statement_timeout')).toBe('15s')
  expect(limits.length).toBeGreaterThan(20)
})
