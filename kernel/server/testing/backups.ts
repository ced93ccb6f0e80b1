import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from '../database/database.ts'
import { newId } from '../new-id.ts'
import { type BackupMade, type BackupOptions, makeBackup } from '../backup/make-backup.ts'
import { type BackupManifest, newBackupKey } from '../backup/manifest.ts'

export const TEST_KEY = newBackupKey()

/** Returns a backup as bytes. */
export async function backupOf(
  pool: Pool,
  options: Partial<BackupOptions> = {},
): Promise<{ bytes: Buffer; made: BackupMade }> {
  const folder = mkdtempSync(join(tmpdir(), 'wattyard-backup-'))
  try {
    const file = join(folder, 'it')
    const made = await makeBackup(pool, createWriteStream(file), {
      app: 'test',
      key: TEST_KEY,
      zone: async () => 'Asia/Shanghai',
      ...options,
    })
    return { bytes: readFileSync(file), made }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns what a manifest says of all tables but the one in which a restore notes its time. */
export function asSaved({ tables: { kernel_setting: _noted, ...others } }: BackupManifest): BackupManifest['tables'] {
  return others
}

/** Returns the bytes as a file system would hand them over. */
export async function* inPieces(bytes: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Runs a statement as the role that serves every tenant. */
export async function asPlatform(pool: Pool, text: string, values: readonly unknown[] = []) {
  const { connection, release } = await pool.acquire()
  try {
    await connection.script('begin; set local role wattyard_platform')
    const result = await connection.query(text, values)
    await connection.script('commit')
    return result.rows
  } catch (error) {
    await connection.script('rollback')
    throw error
  } finally {
    release()
  }
}

/** Rows that are easily lost on the way: an append-only table, line breaks, tabs, backslashes, nulls, JSON, two tenants. */
export async function fill(pool: Pool, count: number): Promise<void> {
  for (const tenant of [newId(), newId()]) {
    await asPlatform(
      pool,
      `insert into kernel_audit (tenant_id, id, at, actor_name, resource, record_id, action, before, after)
       select $1, gen_random_uuid(), now(), E'line\\nbreak\\tand \\\\ backslash 充电', 'test.thing', 'n' || n, 'update', null,
         jsonb_build_object('n', n, 'text', repeat('ä', n % 7)) from generate_series(1, $2::int) n`,
      [tenant, count],
    )
    await asPlatform(
      pool,
      `insert into kernel_idempotency (tenant_id, key, request_hash) select $1, k, 'h' from unnest(array['b', 'A', 'é', 'a', '~', 'B']) k`,
      [tenant],
    )
  }
}
