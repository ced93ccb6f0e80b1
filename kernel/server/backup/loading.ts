import type { BulkConnection, Connection } from '../database/tx.ts'
import { type CarriedTable, quoted } from './read-tables.ts'

/** A rule of the database that looks at rows one by one or at their order. */
interface Rule {
  /** Its table; a key has a second one, to which it leads. */
  tables: string[]
  drop: string
  make: string
}

async function rulesOf(connection: Connection, text: string): Promise<Rule[]> {
  return (await connection.query(text)).rows as unknown as Rule[] // the columns of the statements below
}

const KEYS = `select array[a.relname::text, b.relname::text] as tables,
    format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as make
  from pg_constraint k join pg_class a on a.oid = k.conrelid join pg_class b on b.oid = k.confrelid
  where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 2`
const INDEXES = `select array[t.relname::text] as tables,
    format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and not c.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by 2`

async function tablesWithRows(connection: Connection, tables: readonly CarriedTable[]): Promise<string[]> {
  const each = tables.map(({ name }, at) => `case when exists (select from ${quoted(name)}) then ${at} end`)
  // The owner sees no rows of tenants, the platform's role does.
  await connection.script('set local role wattyard_platform')
  const { rows } = await connection.query(`select array_remove(array[${each.join(', ')}]::int[], null) as found`)
  await connection.script('reset role')
  const found = (rows[0]?.found ?? []) as number[] // the only column
  return found.map(at => tables[at]?.name ?? '')
}

/** Loads rows into an empty schema, inside one transaction. */
export interface Loader {
  /** Stores the rows of one table, and gives how many there were. What the migrations may have put there is gone. */
  load(name: string, columns: readonly string[], blocks: AsyncIterable<Buffer>): Promise<number>
  /** Brings every rule back, and gives the tables that have been opened. */
  finish(): Promise<readonly string[]>
}

/**
 * Begins a load. A table is opened when its first row comes: what was proved when its rows were first written, and is proved
 * again at the end, is taken aside then. Keys between tables and indexes are made anew over all rows, which checks each of
 * them. Triggers do not run: what they would add (balances, histories) is in the backup itself. Checks, keys and types hold
 * while loading. A table without rows keeps its rules: making hundreds of them anew costs more than the load of a small backup.
 */
export async function beginLoad(connection: BulkConnection, tables: readonly CarriedTable[]): Promise<Loader> {
  const keys = await rulesOf(connection, KEYS)
  const indexes = await rulesOf(connection, INDEXES)
  const opened: CarriedTable[] = []
  const aside = new Set<Rule>()
  const open = async (name: string): Promise<void> => {
    const table = tables.find(one => one.name === name)
    if (!table || opened.includes(table)) return
    opened.push(table)
    if (table.forced) await connection.script(`alter table ${quoted(name)} no force row level security`)
    await connection.script(`alter table ${quoted(name)} disable trigger user`)
    // Keys first, those of other tables that lead here too: they may rest on one of the indexes.
    for (const rule of [...keys, ...indexes])
      if (rule.tables.includes(name) && !aside.has(rule)) {
        aside.add(rule)
        await connection.script(rule.drop)
      }
  }
  for (const name of await tablesWithRows(connection, tables)) {
    await open(name)
    await connection.script(`delete from ${quoted(name)}`)
  }
  return {
    async load(name, columns, blocks) {
      const rest = blocks[Symbol.asyncIterator]()
      const first = await rest.next()
      if (first.done === true) return 0
      await open(name)
      const all = async function* (): AsyncGenerator<Buffer> {
        for (let next: IteratorResult<Buffer> = first; next.done !== true; next = await rest.next()) yield next.value
      }
      return connection.copyIn(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`, all())
    },
    async finish() {
      // Indexes first, because keys between tables may rest on them.
      for (const rule of [...indexes, ...keys]) if (aside.has(rule)) await connection.script(rule.make)
      for (const { name, forced } of opened) {
        await connection.script(`alter table ${quoted(name)} enable trigger user`)
        if (forced) await connection.script(`alter table ${quoted(name)} force row level security`)
      }
      return opened.map(({ name }) => name)
    },
  }
}
