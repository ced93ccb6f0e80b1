import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { daySigner } from '@wattyard/finance/server'
import { createTenant } from '@wattyard/identity/server'
import { databaseOn, newId, type Pool } from '@wattyard/server-kit'
import { singleConnectionPool } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshSecrets, writeSecrets } from '../secrets.ts'
import { mustHaveItsSecrets, OtherSecrets, rememberSecrets, whyOtherSecrets } from './known-secrets.ts'

// A database of a release that remembered nothing.
let folder: string
let pool: Pool
let tenantId: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wattyard-known-'))
  pool = await singleConnectionPool()
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true, force: true })
})

const own = freshSecrets()
const env = () => ({ secretsFile: join(folder, 'secrets.json') })
const signedBy = (keyId: string, seq: number) =>
  databaseOn(pool).platform(tx =>
    tx.execute(
      `insert into finance_anchor (tenant_id, seq, at, journal_ids, up_to, encoding, root, previous, hash, signature, key_id)
       values ($1, $2::int, now() + $2::int * interval '1 second', array[$3::uuid], $3, 2, 'r', case when $2::int > 1 then 'p' end, 'h', 's', $4)`,
      [tenantId, seq, newId(), keyId],
    ),
  )

test('a new database takes any secrets; one in use none that are missing, and none of whoever did not sign last', async () => {
  expect(await whyOtherSecrets(pool, env())).toBeNull()
  const made = await databaseOn(pool).platform(tx =>
    createTenant(tx, { code: 'home', name: '家', profile: 'demo', isHome: true }),
  )
  tenantId = made.tenantId
  expect(await whyOtherSecrets(pool, env())).toContain('the database is in use')

  writeSecrets(env().secretsFile, own)
  expect(await whyOtherSecrets(pool, env())).toBeNull()
  const { keyId } = daySigner(own.daySigning)
  await signedBy(keyId, 1)
  expect(await whyOtherSecrets(pool, env())).toBeNull()
  await signedBy('another', 2)
  await expect(mustHaveItsSecrets(pool, env())).rejects.toThrow(OtherSecrets)
  expect(await whyOtherSecrets(pool, env())).toContain('was signed with another key (another)')
  // The right product has gone on since: it starts, and `ledger verify` names the other key.
  await signedBy(keyId, 3)
  await mustHaveItsSecrets(pool, env())
})

test('one that remembers takes those alone, and names the others', async () => {
  await databaseOn(pool).platform(tx => rememberSecrets(tx, own, env().secretsFile))
  await mustHaveItsSecrets(pool, env())
  writeSecrets(env().secretsFile, { ...own, channels: freshSecrets().channels })
  expect(await whyOtherSecrets(pool, env())).toContain('(channels)')
  rmSync(env().secretsFile)
  await expect(mustHaveItsSecrets(pool, env())).rejects.toThrow(/bring the data folder back.*secrets adopt/s)
})
