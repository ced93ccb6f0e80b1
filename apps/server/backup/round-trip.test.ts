import { createWriteStream, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { measureDayClose } from '@wattyard/finance/testing'
import {
  type BackupManifest,
  col,
  databaseOn,
  type EmbeddedPostgres,
  FLEETING,
  keepFile,
  makeBackup,
  newBackupKey,
  type Pool,
  postgresPool,
  restoreBackup,
  startEmbeddedPostgres,
} from '@wattyard/server-kit'
import { allMigrations, emptyDatabase, scratchFolder, singleConnectionPool } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveCopy } from './prove-copy.ts'
import { rootFacts } from './write-backup.ts'

const ORDERS = 60
const key = newBackupKey()
const migrations = allMigrations()
let folder: string
let server: EmbeddedPostgres
const open: Pool[] = []

beforeAll(async () => {
  folder = scratchFolder('wattyard-round-')
  server = await startEmbeddedPostgres(folder, { settings: FLEETING })
})
afterAll(async () => {
  for (const pool of open) await pool.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function saved(pool: Pool, name: string) {
  const file = join(folder, name)
  const made = await makeBackup(pool, createWriteStream(file), {
    app: 'test',
    key,
    zone: async () => 'Asia/Shanghai',
    facts: rootFacts,
  })
  return { bytes: readFileSync(file), manifest: made.manifest }
}

/** What a manifest says of all tables but the one in which a restore notes its time. */
const asSaved = ({ tables: { kernel_setting: _noted, ...others } }: BackupManifest) => others

async function* whole(bytes: Buffer) {
  yield bytes
}

async function restored(pool: Pool, bytes: Buffer) {
  open.push(pool)
  return restoreBackup(pool, whole(bytes), { migrations })
}

/** Every byte there is, over several parts of which the last is short, and a preview beside it. */
const FILE = Buffer.from(Array.from({ length: 100_001 }, (_, i) => i % 256))
const PREVIEW = Buffer.from([0, 255, 0x0a, 0x5c, 0x27, 0x00])

/** Stores a file as if somebody had attached it. */
async function aFile(pool: Pool): Promise<string> {
  const db = databaseOn(pool)
  const [tenant] = await db.platform(tx => tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant'))
  if (!tenant) throw new Error('no tenant')
  return db.tenant(tenant.tenant_id, tx =>
    keepFile(tx, tenant.tenant_id, {
      resource: 'assets.station',
      field: 'pictures',
      name: "站点 '一'.png",
      sentBy: null,
      file: { type: 'png', content: FILE, thumbnail: PREVIEW, width: 1, height: 1 },
    }),
  )
}

/** Bytes of a file as the database has them, by form. */
const bytesOf = (pool: Pool, id: string): Promise<{ form: string; content: Uint8Array }[]> =>
  databaseOn(pool).platform(tx =>
    tx.query(
      { form: col.text, content: col.bytes },
      `select form, string_agg(content, ''::bytea order by part) as content from kernel_file_part
       where file_id = $1 group by form order by form`,
      [id],
    ),
  )

/**
 * F-57, I-46: rows, sums of money and roots are the same on every engine and after every way: from the server of the run,
 * which is an older release in one of the stages, to an engine of our own and back.
 */
test('a closed day goes from engine to engine and back, and still adds up', { timeout: 240_000 }, async () => {
  const source = await singleConnectionPool()
  open.push(source)
  await measureDayClose(databaseOn(source), ORDERS)
  const file = await aFile(source)
  const first = await saved(source, 'first')
  expect(Object.keys(first.manifest.facts)).toHaveLength(1)
  expect(first.manifest.tables.kernel_file_part?.rows).toBe(Math.ceil(FILE.length / 32_768) + 1)
  expect(BigInt(first.manifest.tables.ledger_posting?.sums.amount_fen ?? '0')).toBeGreaterThan(0n)

  const onServer = postgresPool({ socket: server.socket, size: 2 })
  await restored(onServer, first.bytes)
  const second = await saved(onServer, 'second')
  expect(asSaved(second.manifest)).toEqual(asSaved(first.manifest))
  expect(second.manifest.facts).toEqual(first.manifest.facts)

  const back = await emptyDatabase()
  await restored(back, second.bytes)
  const third = await saved(back, 'third')
  expect(asSaved(third.manifest)).toEqual(asSaved(first.manifest))

  for (const pool of [onServer, back]) {
    const found = await bytesOf(pool, file)
    expect(found.map(({ form }) => form)).toEqual(['thumbnail', 'whole'])
    expect(found.map(({ content }, i) => Buffer.compare(content, i === 0 ? PREVIEW : FILE))).toEqual([0, 0])
    const proof = await proveCopy(databaseOn(pool), { facts: first.manifest.facts, secrets: null, now: Date.now() })
    expect(proof.roots).toEqual([])
    expect(proof.tenants).toMatchObject([{ closedDays: 1, orders: ORDERS }])
    // The day's orders are made without prices and facts: what they cost cannot be derived again, all else can.
    const findings = proof.tenants[0]?.findings.filter(
      one => !/^order \S+: snapshotIsTheOrders, factsGiveLines$|^and \d+ more/.test(one),
    )
    expect(findings).toEqual([])
  }
})

test('verification finds changed books and a missing root', {
  timeout: 120_000,
}, async () => {
  const pool = open.at(-1)
  if (!pool) throw new Error('the copy of the test before is missing')
  const { connection, release } = await pool.acquire()
  await connection.script(
    'alter table ledger_posting disable trigger user; update ledger_posting set amount_fen = amount_fen + 1 where line = 1',
  )
  release()
  const proof = await proveCopy(databaseOn(pool), { facts: { 'root:nobody': '1 abc' }, secrets: null, now: Date.now() })
  expect(proof.ok).toBe(false)
  expect(proof.roots).toEqual(['root:nobody is missing'])
  const found = proof.tenants[0]?.findings.join('\n') ?? ''
  expect(found).toMatch(/ledger /)
  expect(found).toMatch(/day 2026-11-19/)
  expect(found).toMatch(/order .*postingsGiveRevenue/)
})
