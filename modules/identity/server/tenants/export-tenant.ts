import { createHash } from 'node:crypto'
import { isId, type Tx, ZipWriter, col } from '@wattyard/server-kit'
import type { ExportManifest } from '../../contract/tenancy.ts'

/** Rows per fetch. */
const CHUNK = 1_000

/** Columns with credentials, useless to a departing tenant and valuable to a thief. */
const SECRET = /^(password_hash|key_hash)$/
const SECRET_BYTES = /^sealed_|_hash$/

interface Table {
  name: string
  columns: { name: string; type: string }[]
}

/** Tables with a tenant in them and their columns; parts of a table answer through the whole. */
async function tablesOf(tx: Tx): Promise<Table[]> {
  return tx.query(
    { name: col.text, columns: col.json<{ name: string; type: string }[]>() },
    `select c.relname as name, (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
     order by c.relname`,
  )
}

const isSecret = ({ name, type }: { name: string; type: string }): boolean =>
  SECRET.test(name) || (type === 'bytea' && SECRET_BYTES.test(name))

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Rows of a tenant as lines of JSON, in the database's own spelling of values: no number loses a digit. */
async function* linesOf(tx: Tx, { name, columns }: Table, tenantId: string): AsyncGenerator<string> {
  if (!isId(tenantId)) throw new Error('a tenant id is no uuid')
  const shown = columns.filter(column => !isSecret(column)).map(column => quoted(column.name))
  await tx.execute(
    `declare export_rows no scroll cursor for select row_to_json(t)::text as line from (
       select ${shown.join(', ')} from ${quoted(name)} where tenant_id = '${tenantId}') as t`,
  )
  for (;;) {
    const rows = await tx.query({ line: col.text }, `fetch ${CHUNK} from export_rows`)
    for (const { line } of rows) yield `${line}\n`
    if (rows.length < CHUNK) break
  }
  await tx.execute('close export_rows')
}

async function* one(text: string): AsyncGenerator<string> {
  yield text
}

/**
 * Writes everything that a tenant has into one zip: a file of JSON lines per table and, last, `manifest.json` with the
 * number of rows and the SHA-256 of each. All tables show the same moment, so `tx` has to be a snapshot of the platform.
 *
 * @param at that moment, epoch ms
 */
export async function exportTenant(
  tx: Tx,
  tenant: ExportManifest['tenant'],
  { version, at, write }: { version: string; at: number; write: (chunk: Uint8Array) => Promise<void> },
): Promise<ExportManifest> {
  const zip = new ZipWriter(write)
  const tables: ExportManifest['tables'][number][] = []
  for (const table of await tablesOf(tx)) {
    const hash = createHash('sha256')
    let rows = 0
    async function* counted(): AsyncGenerator<string> {
      for await (const line of linesOf(tx, table, tenant.id)) {
        hash.update(line)
        rows++
        yield line
      }
    }
    const file = `tables/${table.name}.ndjson`
    await zip.add(file, counted())
    const omitted = table.columns.filter(isSecret).map(({ name }) => name)
    tables.push({ name: table.name, file, rows, sha256: hash.digest('hex'), omitted })
  }
  const manifest: ExportManifest = { format: 'wattyard.tenant-export/1', version, at, tenant, tables }
  await zip.add('manifest.json', one(`${JSON.stringify(manifest, null, 2)}\n`))
  await zip.finish()
  return manifest
}
