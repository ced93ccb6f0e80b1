import { col } from '../database/columns.ts'
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib'
import { databaseOn, type Pool } from '../database/database.ts'
import { allMigrations, emptyDatabase, singleConnectionPool } from '@wattyard/testing'
import { afterEach, expect, test } from 'vitest'
import { withoutEmptyFrame } from './empty-frame.ts'
import { withDigest, withoutDigest } from './file-digest.ts'
import { makeBackup } from './make-backup.ts'
import { keyNameOf, newBackupKey } from './manifest.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { asPlatform, asSaved, backupOf, fill, inPieces, TEST_KEY } from '../testing/backups.ts'
import { rememberRestore, unfinishedRestore } from './unfinished-restore.ts'

const open: Pool[] = []
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close()
})

/** Migrated, on the engine of this run. */
async function filled(count = 200): Promise<Pool> {
  const pool = await singleConnectionPool()
  open.push(pool)
  await fill(pool, count)
  return pool
}

/** Without any table. */
async function empty(): Promise<Pool> {
  const pool = await emptyDatabase()
  open.push(pool)
  return pool
}

const migrations = allMigrations()

/** How many audit entries there are; null where there is no such table. */
async function auditRows(pool: Pool): Promise<number | null> {
  const { connection, release } = await pool.acquire()
  try {
    const { rows } = await connection.query("select to_regclass('public.kernel_audit') is not null as is_there")
    if (rows[0]?.is_there !== true) return null
    return Number((await connection.query('select count(*)::int as n from kernel_audit')).rows[0]?.n)
  } finally {
    release()
  }
}
const PASSPHRASE = 'a long and quiet passphrase'
/** What a guess costs is what seal.test.ts is about. */
const SEALED = { passphrase: PASSPHRASE, log2SealCost: 4 }

test('what is restored is what was saved: rows, order of texts, and the engine’s own fingerprints', async () => {
  const source = await filled()
  const { bytes, made } = await backupOf(source)
  const target = await empty()
  const restored = await restoreBackup(target, inPieces(bytes, 777), { migrations })
  expect(restored.rows).toBe(made.rows)
  expect(restored.manifest.tables.kernel_audit?.rows).toBe(400)
  const again = await backupOf(target)
  expect(asSaved(again.made.manifest)).toEqual(asSaved(made.manifest))
  const [row] = await asPlatform(target, 'select actor_name, after from kernel_audit where record_id = $1', ['n5'])
  expect(row).toEqual({ actor_name: 'line\nbreak\tand \\ backslash 充电', after: { n: 5, text: 'äääää' } })
})

test('rules of the database hold again after a restore', async () => {
  const target = await empty()
  await restoreBackup(target, inPieces((await backupOf(await filled(3))).bytes), { migrations })
  await expect(asPlatform(target, 'insert into kernel_audit select * from kernel_audit')).rejects.toThrow(
    /duplicate|unique/,
  )
  const { connection, release } = await target.acquire()
  await expect(connection.script('delete from kernel_audit')).rejects.toThrow('append-only')
  const { rows } = await connection.query(
    `select (select count(*)::int from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace) as indexes,
       (select count(*)::int from pg_constraint where contype = 'f' and convalidated) as keys,
       (select count(*)::int from pg_trigger where not tgisinternal and tgenabled = 'O') as triggers,
       (select count(*)::int from pg_class where relforcerowsecurity) as forced`,
  )
  release()
  const fresh = await singleConnectionPool()
  open.push(fresh)
  const other = await fresh.acquire()
  const wanted = await other.connection.query(
    `select (select count(*)::int from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace) as indexes,
       (select count(*)::int from pg_constraint where contype = 'f' and convalidated) as keys,
       (select count(*)::int from pg_trigger where not tgisinternal and tgenabled = 'O') as triggers,
       (select count(*)::int from pg_class where relforcerowsecurity) as forced`,
  )
  other.release()
  expect(rows[0]).toEqual(wanted.rows[0])
  expect(Number(wanted.rows[0]?.keys)).toBeGreaterThan(20)
})

test('a tenant sees its own rows alone after a restore', async () => {
  const target = await empty()
  await restoreBackup(target, inPieces((await backupOf(await filled(4))).bytes), { migrations })
  const [{ tenant_id: tenantId } = { tenant_id: '' }] = (await asPlatform(
    target,
    'select tenant_id from kernel_audit limit 1',
  )) as { tenant_id: string }[]
  const seen = await databaseOn(target).tenant(tenantId, tx => tx.query('select id from kernel_audit'))
  expect(seen).toHaveLength(4)
})

test.each([
  ['plain', {}],
  ['sealed', SEALED],
])('any byte that is changed is noticed, and nothing is stored: %s', async (_name, opening) => {
  const { bytes } = await backupOf(await filled(30), opening)
  const target = await empty()
  for (const at of [
    bytes.length - 1,
    bytes.length - 45,
    ...[0.3, 0.5, 0.9].map(share => Math.floor(bytes.length * share)),
  ]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    await expect(readBackup(inPieces(changed), opening)).rejects.toMatchObject({ code: 'damaged' })
  }
  const changed = Buffer.from(bytes)
  const middle = Math.floor(bytes.length / 2)
  changed[middle] = (changed[middle] ?? 0) ^ 1
  await expect(restoreBackup(target, inPieces(changed), { migrations, ...opening })).rejects.toMatchObject({
    code: 'damaged',
  })
  expect(await auditRows(target)).toBeFalsy()
})

test.each([
  ['plain', {}],
  ['sealed', SEALED],
])('a file that breaks off is noticed wherever that is: %s', async (_name, opening) => {
  const { bytes } = await backupOf(await filled(30), opening)
  for (const length of [3, 20, 300, bytes.length - 1, bytes.length - 30, Math.floor(bytes.length / 2)])
    await expect(readBackup(inPieces(bytes.subarray(0, length)), opening)).rejects.toMatchObject({
      name: 'BackupFault',
    })
})

test('a backup behind whose content the compressor has put a frame of nothing is read', async () => {
  const { bytes, made } = await backupOf(await filled(30))
  const content = await Array.fromAsync(withoutDigest(inPieces(bytes)))
  const nothing = zstdCompressSync(Buffer.alloc(0), { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const old = Buffer.concat(await Array.fromAsync(withDigest(inPieces(Buffer.concat([...content, nothing])))))
  for (const size of [5, 777, old.length - 60, old.length]) {
    const { manifest } = await readBackup(inPieces(old, size))
    expect(manifest.tables).toEqual(made.manifest.tables)
  }
})

test('nothing is put behind content that fills the block of the compressor to the byte', async () => {
  const frames = async (size: number): Promise<Buffer> => {
    const packed = Readable.from(inPieces(randomBytes(size))).pipe(
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    )
    return Buffer.concat(await Array.fromAsync(withoutEmptyFrame(packed)))
  }
  // Random bytes are stored as they are: one of these lengths fills the block.
  const lengths = Array.from({ length: 40 }, (_, less) => 16_384 - less)
  const made = await Promise.all(lengths.map(frames))
  expect(made.some(one => one.length === 16_384)).toBe(true)
  for (const one of made) expect(one.lastIndexOf(Buffer.from('28b52ffd', 'hex'))).toBe(0)
})

test('a sealed backup opens with its passphrase only, and shows nothing without', async () => {
  const { bytes } = await backupOf(await filled(30), {
    ...SEALED,
    files: { 'secrets.json': Buffer.from('{"a":1}') },
  })
  expect(bytes.includes('kernel_audit')).toBe(false)
  await expect(readBackup(inPieces(bytes))).rejects.toMatchObject({ code: 'needsPassphrase' })
  const other = { ...SEALED, passphrase: 'a long and other passphrase' }
  await expect(readBackup(inPieces(bytes), other)).rejects.toMatchObject({ code: 'wrongPassphrase' })
  const { files } = await readBackup(inPieces(bytes), SEALED)
  expect(files.get('secrets.json')?.toString()).toBe('{"a":1}')
})

test('something else than a backup is called so', async () => {
  await expect(readBackup(inPieces(Buffer.from('PK\x03\x04 this is no backup at all')))).rejects.toMatchObject({
    code: 'notABackup',
  })
})

test('a backup of another installation is known by its key, and refused before anything is kept', async () => {
  const other = newBackupKey()
  const { bytes, made } = await backupOf(await filled(5), { key: other })
  expect(made.keyName).toBe(keyNameOf(other))
  expect(made.keyName).not.toBe(keyNameOf(TEST_KEY))
  const target = await empty()
  const judgeKey = (name: string) => {
    if (name !== keyNameOf(TEST_KEY)) throw new Error(`signed by ${name}`)
  }
  await expect(restoreBackup(target, inPieces(bytes), { migrations, judgeKey })).rejects.toThrow(made.keyName)
  expect(await auditRows(target)).toBeFalsy()
})

test('a database with rows is left alone', async () => {
  const { bytes } = await backupOf(await filled(2))
  const target = await filled(1)
  await expect(restoreBackup(target, inPieces(bytes), { migrations })).rejects.toMatchObject({
    code: 'notEmpty',
    message: expect.stringContaining('kernel_audit has rows') as string,
  })
  const stranger = await empty()
  const { connection, release } = await stranger.acquire()
  await connection.script('create table somebody_elses (a int)')
  release()
  await expect(restoreBackup(stranger, inPieces(bytes), { migrations })).rejects.toMatchObject({ code: 'notEmpty' })
})

test('an older release refuses a newer schema, a newer one brings an older backup forward', async () => {
  const older = await empty()
  const last = migrations.at(-1)?.id ?? ''
  const { connection, release } = await older.acquire()
  release()
  const { migrateOn } = await import('../database/migrate.ts')
  await migrateOn(connection, migrations.slice(0, -1))
  await fill(older, 2)
  const { bytes } = await backupOf(older)
  const target = await empty()
  expect((await restoreBackup(target, inPieces(bytes), { migrations })).migratedForward).toEqual([last])
  const newer = await backupOf(target)
  await expect(
    restoreBackup(await empty(), inPieces(newer.bytes), { migrations: migrations.slice(0, -1) }),
  ).rejects.toMatchObject({ code: 'newerSchema', message: expect.stringContaining(last) as string })
})

test('a restore that was cut off is remembered, and the next one begins again', async () => {
  const { bytes } = await backupOf(await filled(4_000))
  const target = await empty()
  async function* cutOff() {
    yield* inPieces(bytes.subarray(0, Math.floor(bytes.length * 0.7)))
    throw new Error('power is gone')
  }
  await expect(restoreBackup(target, cutOff(), { migrations })).rejects.toThrow('decompressed')
  const look = async () => {
    const { connection, release } = await target.acquire()
    const found = await unfinishedRestore(connection)
    release()
    return found
  }
  expect(await look()).toMatchObject({ backup: expect.any(String) as string })
  const said: string[] = []
  await restoreBackup(target, inPieces(bytes), { migrations, say: text => said.push(text) })
  expect(said[0]).toContain('had been cut off here')
  expect(await look()).toBeNull()
})

test('what a migration or a marker left in a table does not survive beside the backup’s rows', async () => {
  const { bytes, made } = await backupOf(await filled(1))
  const target = await empty()
  const first = await target.acquire()
  first.release()
  const { migrateOn } = await import('../database/migrate.ts')
  await migrateOn(first.connection, migrations)
  await rememberRestore(first.connection, { begunAt: 1, backup: 'an earlier one' })
  await restoreBackup(target, inPieces(bytes), { migrations })
  expect(asSaved((await backupOf(target)).made.manifest)).toEqual(asSaved(made.manifest))
  expect(await asPlatform(target, 'select key from kernel_setting')).toEqual([{ key: 'kernel.restoredAt' }])
})

test('a full disk ends the backup with the system’s own word', async () => {
  const pool = await filled(3_000)
  const options = { app: 'test', key: TEST_KEY, zone: async () => 'UTC' }
  await expect(makeBackup(pool, createWriteStream('/dev/full'), options)).rejects.toMatchObject({ code: 'ENOSPC' })
  // The connection was given back: the next backup works.
  expect((await backupOf(pool)).made.rows).toBeGreaterThan(6_000)
})

test('a backup is one moment, whatever is written meanwhile', async () => {
  const pool = await filled(20_000)
  let isOver = false
  const writing = (async () => {
    let written = 0
    for (; !isOver; written++)
      await asPlatform(pool, `insert into kernel_idempotency (tenant_id, key, request_hash) values ($1, $2, 'h')`, [
        '01a0a0a0-0000-7000-8000-000000000000',
        `w${written}`,
      ])
    return written
  })()
  const { bytes, made } = await backupOf(pool, {
    facts: async tx => ({
      keys: String((await tx.query({ n: col.integer }, 'select count(*)::int as n from kernel_idempotency'))[0]?.n),
    }),
  })
  isOver = true
  expect(await writing).toBeGreaterThan(0)
  // Counted at the end, in the same snapshot as the rows at the beginning.
  expect(made.manifest.facts.keys).toBe(String(made.manifest.tables.kernel_idempotency?.rows))
  await readBackup(inPieces(bytes))
})
