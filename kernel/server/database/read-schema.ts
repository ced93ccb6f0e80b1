import { col } from './columns.ts'
import type { Tx } from './tx.ts'

export interface PresentColumn {
  name: string
  type: string
  notNull: boolean
  hasDefault: boolean
  /** Computed by the database from other columns; cannot be written. */
  generated: boolean
}

export interface PresentIndex {
  name: string
  method: string
  columns: readonly string[]
  unique: boolean
  trigram: boolean
  /** Condition of a partial index. */
  where: string | null
}

export interface PresentTable {
  columns: PresentColumn[]
  indexes: PresentIndex[]
  /** Row-level security is on and holds for the owner too. */
  forced: boolean
}

/** Returns a table as the database has it, or null. Partitions answer through their parent. */
export async function readTable(tx: Tx, table: string): Promise<PresentTable | null> {
  const [found] = await tx.query(
    { oid: col.oid, forced: col.boolean },
    `select oid, relrowsecurity and relforcerowsecurity as forced from pg_class
     where relname = $1 and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    [table],
  )
  if (!found) return null
  const columns = await tx.query(
    { name: col.text, type: col.text, notNull: col.boolean, hasDefault: col.boolean, generated: col.boolean },
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "notNull", atthasdef as "hasDefault", attgenerated <> '' as generated
     from pg_attribute where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`,
    [found.oid],
  )
  const indexes = await tx.query(
    {
      name: col.text,
      method: col.text,
      unique: col.boolean,
      columns: col.texts,
      trigram: col.boolean,
      where: col.text.orNull,
    },
    `select i.relname as name, am.amname as method, x.indisunique as "unique",
       array(select pg_get_indexdef(x.indexrelid, k, true) from generate_series(1, x.indnkeyatts) as k order by k) as columns,
       exists (select from unnest(x.indclass::oid[]) as c join pg_opclass o on o.oid = c where o.opcname = 'gin_trgm_ops') as trigram,
       pg_get_expr(x.indpred, x.indrelid) as "where"
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_am am on am.oid = i.relam
     where x.indrelid = $1 and x.indisvalid order by i.relname`,
    [found.oid],
  )
  return { columns, indexes, forced: found.forced }
}

/** Returns whether there is such a table: a backup before an upgrade reads a schema that may be older than a module. */
export async function hasTable(tx: Tx, name: string): Promise<boolean> {
  const [row] = await tx.query({ is_there: col.boolean }, 'select to_regclass($1) is not null as is_there', [
    `public.${name}`,
  ])
  return row?.is_there === true
}

/** Tables of the application that carry a tenant, and whether row-level security is forced on each. */
export async function tenantTables(tx: Tx): Promise<{ name: string; forced: boolean }[]> {
  return tx.query(
    { name: col.text, forced: col.boolean },
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
}
