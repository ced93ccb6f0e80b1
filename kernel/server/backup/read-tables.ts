import type { Connection } from '../database/tx.ts'

/** A table as it is carried from one database to another. */
export interface CarriedTable {
  name: string
  /** Without those that the database computes from others. */
  columns: string[]
  /** Order of the rows, the same on every engine and under every collation. */
  order: string
  /** Columns in fen, whose sums people compare. */
  money: string[]
  /** Row-level security holds for the owner too. */
  forced: boolean
}

/** What the engine keeps of itself; everything else in the schema is the product's. */
const LEFT_OUT = ['wattyard_migration']

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Returns every table of the product, in the order of names.
 *
 * @throws Error when one has no primary key: its rows would have no order to be compared in
 */
export async function carriedTables(connection: Connection): Promise<CarriedTable[]> {
  const { rows } = await connection.query(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bigint'::regtype
           and a.attname like '%\\_fen' and a.attgenerated = '' order by a.attnum) as money,
       array(select quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
         from pg_index x cross join unnest(x.indkey) with ordinality as k(attnum, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where x.indrelid = c.oid and x.indisprimary order by k.place) as key
     from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and c.relname <> all($1::text[])
     order by c.relname collate "C"`,
    [LEFT_OUT],
  )
  return rows.map(row => {
    const { name, columns, key, money, forced } = row as Omit<CarriedTable, 'order'> & { key: string[] } // the columns of this query
    if (key.length === 0) throw new Error(`table ${name} has no primary key: its rows have no order`)
    return { name, columns, money, forced, order: key.join(', ') }
  })
}

/** How values are written, whatever the server's own settings are. */
export const PLAIN_FORM = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8'`

/** Whole tables take their time, and a slow disk at the other end makes the database wait; limits of the server do not fit. */
export const PATIENCE = `set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** The statement whose bytes are the table. */
export const copyOutText = ({ name, columns, order }: Pick<CarriedTable, 'name' | 'columns' | 'order'>): string =>
  `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${order}) to stdout`

/** Sums of money columns, as decimal text. */
export async function moneySums(connection: Connection, table: CarriedTable): Promise<Record<string, string>> {
  if (table.money.length === 0) return {}
  const sums = table.money.map(column => `coalesce(sum(${quoted(column)}), 0)::text as ${quoted(column)}`)
  const { rows } = await connection.query(`select ${sums.join(', ')} from ${quoted(table.name)}`)
  return (rows[0] ?? {}) as Record<string, string> // every column is a text
}
