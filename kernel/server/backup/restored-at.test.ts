import { allMigrations, emptyDatabase, singleConnectionPool } from '@wattyard/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { databaseOn, type Pool } from '../database/database.ts'
import { asPlatform, backupOf, fill, inPieces } from '../testing/backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { restoredAt } from './restored-at.ts'

const open: Pool[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const pool of open.splice(0)) await pool.close()
})

const migrations = allMigrations()
const opened = (pool: Pool): Pool => {
  open.push(pool)
  return pool
}
const source = async (): Promise<Pool> => opened(await singleConnectionPool())
const empty = async (): Promise<Pool> => opened(await emptyDatabase())
const restored = (pool: Pool) => databaseOn(pool).platform(restoredAt)
const settings = (pool: Pool) => asPlatform(pool, 'select key from kernel_setting order by key')

test('a restored database says when that was, anew after each restore, and never a time before its backup', async () => {
  const first = await source()
  expect(await restored(first)).toBeNull()
  await asPlatform(first, `insert into kernel_setting (key, value) values ('probe.kept', '1')`)
  const before = Date.now()
  const second = await empty()
  await restoreBackup(second, inPieces((await backupOf(first)).bytes), { migrations })
  const at = (await restored(second)) ?? 0
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now())
  expect(await settings(second)).toEqual([{ key: 'kernel.restoredAt' }, { key: 'probe.kept' }])
  // A copy of the copy, on a machine whose clock stands still in the past.
  const { bytes, made } = await backupOf(second)
  const third = await empty()
  vi.spyOn(Date, 'now').mockReturnValue(1)
  await restoreBackup(third, inPieces(bytes), { migrations })
  expect([await restored(third), await restored(second)]).toEqual([made.header.at, at])
  expect(made.header.at).toBeGreaterThanOrEqual(at)
})

test('rows are never there without that time, wherever a restore ends', async () => {
  const filled = await source()
  await fill(filled, 2)
  const { bytes } = await backupOf(filled)
  const refused = await empty()
  const judgeKey = () => {
    throw new Error('signed by a stranger')
  }
  await expect(restoreBackup(refused, inPieces(bytes), { migrations, judgeKey })).rejects.toThrow('stranger')
  expect(await settings(refused)).toEqual([{ key: 'kernel.restore' }])
  // The rows are stored, the migration after them fails.
  const broken = { id: '9999_probe', sql: 'select 1 / 0', hash: 'f'.repeat(64) }
  const half = await empty()
  await expect(restoreBackup(half, inPieces(bytes), { migrations: [...migrations, broken] })).rejects.toThrow(
    '9999_probe',
  )
  expect(await asPlatform(half, 'select count(*)::int as n from kernel_audit')).toEqual([{ n: 4 }])
  expect(await settings(half)).toEqual([{ key: 'kernel.restoredAt' }])
})
