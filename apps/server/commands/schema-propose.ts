import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Resource } from '@wattyard/resource'
import { type Database, databaseOn, migrate, proposeSchema, readMigrations } from '@wattyard/server-kit'
import { compose } from '../compose.ts'
import type { Environment } from '../environment.ts'
import { ROOT } from '../root.ts'
import { withScratch } from '../scratch-database.ts'
import { freshSecrets } from '../secrets.ts'
import type { BareCommand } from './command.ts'
import { USAGES } from './usages.ts'

/** Every definition that a module serves. */
function servedResources(db: Database, { profile, host, port }: Environment): Resource[] {
  const { modules } = compose({
    db,
    profile,
    version: '',
    secrets: freshSecrets(),
    log: { warn: () => {} },
    publicUrl: `http://${host}:${port}`,
  })
  return modules.flatMap(module => module.resources ?? []).map(served => served.resource)
}

/** Those that the words mean: by route (`basedata/model`, with or without its first slash) or by name. */
function chosen(all: readonly Resource[], words: readonly string[]): readonly Resource[] {
  if (words.length === 0) return all
  return words.map(word => {
    const path = word.replace(/^\//, '')
    const found = all.find(one => one.path === path || one.name === path)
    if (!found) throw new Error(`no module serves ${word}: add serveResource of its definition to the module first`)
    return found
  })
}

/** Works on an empty database that has all migrations, gone afterwards. */
async function onMigrations<T>(signal: AbortSignal, run: (db: Database) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'wattyard-schema-'))
  try {
    return await withScratch(join(folder, 'scratch'), async pool => {
      signal.throwIfAborted()
      await migrate(pool, readMigrations(join(ROOT, 'migrations')))
      signal.throwIfAborted()
      return run(databaseOn(pool))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * SQL that brings what the migrations make to the definitions; empty when they make it already.
 *
 * @param pick which of the served definitions
 */
export function proposeFromMigrations(
  { env, signal }: { env: Environment; signal: AbortSignal },
  pick: (served: readonly Resource[]) => readonly Resource[],
): Promise<{ sql: string; definitions: number }> {
  return onMigrations(signal, async db => {
    const resources = pick(servedResources(db, env))
    const sql = await db.platform(tx => proposeSchema(tx, resources), { readOnly: true })
    return { sql, definitions: resources.length }
  })
}

export const schemaPropose: BareCommand = {
  bare: true,
  ...USAGES.schemaPropose,
  async run(args, place) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true })
    const { sql, definitions } = await proposeFromMigrations(place, served => chosen(served, positionals))
    place.print(sql || `-- ${definitions} definitions, nothing to propose`)
    return 0
  },
}
