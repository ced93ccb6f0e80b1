import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { lastRoots } from '@wattyard/finance/server'
import { homeTenant } from '@wattyard/identity/server'
import type { NewBackup } from '@wattyard/platform/server'
import { makeBackup, type Pool, type Tx } from '@wattyard/server-kit'
import { ROOT } from '../root.ts'
import type { Secrets } from '../secrets.ts'
import { backupName, mustHaveSpace, writeWhole } from './backup-files.ts'

/** Zone of the installation before it has a tenant. */
const NO_ZONE = 'UTC'

/** Roots of the last closed days by tenant, as the manifest names them. */
export async function rootFacts(tx: Tx): Promise<Record<string, string>> {
  return Object.fromEntries(
    (await lastRoots(tx)).map(({ tenantId, seq, root }) => [`root:${tenantId}`, `${seq} ${root}`]),
  )
}

async function zoneOf(tx: Tx): Promise<string> {
  return (await homeTenant(tx))?.zone ?? NO_ZONE
}

/** Version of the release, as its package says it. */
export function releaseVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string } // our own file
  return version
}

export interface WriteOptions {
  secrets: Secrets
  passphrase?: string | undefined
  cause: NewBackup['cause']
  /** A file of the caller's, or the folder in which it gets a name. */
  to: { file: string } | { folder: string }
  signal?: AbortSignal | undefined
}

/**
 * Backs the whole installation up into one file: every table, and with a passphrase the installation's own keys.
 *
 * @throws BackupFault `noSpace`, before or while it writes
 */
export async function writeBackup(pool: Pool, options: WriteOptions): Promise<NewBackup & { path: string }> {
  const { secrets, passphrase, cause, to, signal } = options
  const began = performance.now()
  const path = resolve('file' in to ? to.file : join(to.folder, backupName(Date.now(), passphrase !== undefined)))
  const written = await writeWhole(path, async sink => {
    mustHaveSpace(dirname(path), await likelyBytes(pool))
    return makeBackup(pool, sink, {
      app: releaseVersion(),
      key: secrets.backupSigning,
      zone: zoneOf,
      facts: rootFacts,
      ...(passphrase === undefined
        ? {}
        : { passphrase, files: { 'secrets.json': Buffer.from(JSON.stringify(secrets), 'utf8') } }),
      signal,
    })
  })
  return {
    path,
    id: written.header.id,
    madeAt: written.header.at,
    file: basename(path),
    folder: dirname(path),
    cause,
    bytes: written.bytes,
    rows: written.rows,
    took_ms: performance.now() - began,
    sealed: passphrase !== undefined,
    app: written.header.app,
    keyName: written.keyName,
  }
}

/** Tables compress to less than a tenth of what they take with their indexes; a quarter is on the safe side. */
async function likelyBytes(pool: Pool): Promise<number> {
  const { connection, release } = await pool.acquire()
  try {
    const { rows } = await connection.query('select pg_database_size(current_database())::text as bytes')
    return Math.ceil(Number(rows[0]?.bytes) / 4)
  } finally {
    release()
  }
}
