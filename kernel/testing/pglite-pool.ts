import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { BINARY_ARRAY_OIDS, columnParsers, COPY_BLOCK_BYTES, type Pool } from '@wattyard/server-kit'

export interface PgliteOptions {
  /** A data directory dumped earlier, to start from in 0.4 s instead of migrating. */
  load?: Blob
}

/**
 * Returns an in-memory PostgreSQL for tests and simulation. Never for real money: it runs without fsync
 * and two processes can open one folder (measured: acknowledged rows are lost on power failure).
 */
export async function pglitePool(options: PgliteOptions = {}): Promise<Pool & { dump(): Promise<Blob> }> {
  const lite = await PGlite.create({
    extensions: { pg_trgm },
    parsers: { ...columnParsers },
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
      return { rows: result.rows, count: result.affectedRows ?? result.rows.length, columns: result.fields }
    },
    async script(text: string) {
      await lite.exec(text)
    },
  }
  /** One connection: users queue up for it. */
  async function turn(): Promise<() => void> {
    const before = tail
    let free: () => void = () => {}
    tail = new Promise(resolve => {
      free = resolve
    })
    await before
    return () => free()
  }
  return {
    engine: 'pglite',
    size: 1,
    async acquire() {
      return { connection, release: await turn() }
    },
    async bulk() {
      const free = await turn()
      return {
        connection: { ...connection, copyOut: text => copyOut(lite, text), copyIn: (...args) => copyIn(lite, ...args) },
        release: async () => free(),
      }
    },
    dump: () => lite.dumpDataDir('none') as Promise<Blob>, // a File in Node, which is a Blob
    close: async () => {
      if (!lite.closed) await lite.close()
    },
  }
}

/**
 * The engine hands a table over whole: it holds its data in memory anyway. It calls that a file, which only its owner may
 * write; row-level security does not hold for the owner here, so every role that sees all tenants gets the same rows.
 */
async function* copyOut(lite: PGlite, text: string): AsyncGenerator<Buffer> {
  const { rows } = await lite.query<{ role: string }>("select current_setting('role') as role")
  const role = rows[0]?.role ?? 'none'
  if (role !== 'none') await lite.exec('set local role none')
  const { blob } = await lite.query(text.replace(/to stdout$/, "to '/dev/blob'"))
  if (role !== 'none') await lite.exec(`set local role ${role}`)
  const bytes = Buffer.from(await (blob ?? new Blob([])).arrayBuffer())
  for (let at = 0; at < bytes.length; at += COPY_BLOCK_BYTES) yield bytes.subarray(at, at + COPY_BLOCK_BYTES)
}

async function copyIn(lite: PGlite, text: string, blocks: AsyncIterable<Uint8Array>): Promise<number> {
  const parts: Buffer<ArrayBuffer>[] = []
  for await (const block of blocks) parts.push(Buffer.from(block))
  const into = text.replace(/from stdin$/, "from '/dev/blob'")
  return (await lite.query(into, [], { blob: new Blob(parts) })).affectedRows ?? 0
}
