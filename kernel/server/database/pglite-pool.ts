import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { BINARY_ARRAY_OIDS } from './column-lists.ts'
import type { Pool } from './database.ts'
import { parsers } from './postgres-pool.ts'

export interface PgliteOptions {
  /** A data directory dumped earlier, to start from in 0.4 s instead of migrating. */
  load?: Blob
}

/**
 * An in-memory PostgreSQL for tests and simulation. Never for real money: it runs without fsync
 * and two processes can open one folder (measured: acknowledged rows are lost on power failure).
 */
export async function pglitePool(options: PgliteOptions = {}): Promise<Pool & { dump(): Promise<Blob> }> {
  const lite = await PGlite.create({
    extensions: { pg_trgm },
    parsers: { ...parsers },
    ...(options.load ? { loadDataDir: options.load } : {}),
  })
  await lite.exec("set timezone = 'UTC'")
  // Lists in binary form go as they are; everything else goes the engine's own way.
  const serializers = Object.fromEntries(
    BINARY_ARRAY_OIDS.map(oid => {
      const own = lite.serializers[oid]
      return [oid, (value: unknown) => (Buffer.isBuffer(value) || own === undefined ? value : own(value))]
    }),
  ) as Record<number, (value: unknown) => string> // the engine passes bytes on, its type knows only texts
  let tail: Promise<void> = Promise.resolve()
  const connection = {
    async query(text: string, values: readonly unknown[] = []) {
      const result = await lite.query<Record<string, unknown>>(text, [...values], { serializers })
      return { rows: result.rows, count: result.affectedRows ?? result.rows.length }
    },
    async script(text: string) {
      await lite.exec(text)
    },
  }
  return {
    engine: 'pglite',
    // One connection: users queue up for it.
    async acquire() {
      const before = tail
      let free: () => void = () => {}
      tail = new Promise(resolve => {
        free = resolve
      })
      await before
      return { connection, release: () => free() }
    },
    dump: () => lite.dumpDataDir('none') as Promise<Blob>, // a File in Node, which is a Blob
    close: async () => {
      if (!lite.closed) await lite.close()
    },
  }
}
