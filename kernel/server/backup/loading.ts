import type { BulkConnection, Connection } from '../database/tx.ts'
import { type CarriedTable, quoted } from './read-tables.ts'

/** Rules of the database that look at rows one by one or at their order, as statements that bring them back. */
interface DroppedConstraints {
  indexes: string[]
  foreignKeys: string[]
}

async function texts(connection: Connection, text: string): Promise<{ drop: string; make: string }[]> {
  return (await connection.query(text)).rows as { drop: string; make: string }[] // both columns are texts
}

/**
 * Takes aside, inside the transaction of the load, what was proved when the rows were first written and is proved again
 * at its end: keys between tables and indexes are made anew over all rows, which checks each of them. Triggers do not
 * run: what they would add (balances, histories) is in the backup itself. Checks, keys and types hold while loading.
 */
export async function dropConstraints(
  connection: Connection,
  tables: readonly CarriedTable[],
): Promise<DroppedConstraints> {
  const foreignKeys = await texts(
    connection,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1`,
  )
  const indexes = await texts(
    connection,
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
     order by 1`,
  )
  for (const { name, forced } of tables) {
    if (forced) await connection.script(`alter table ${quoted(name)} no force row level security`)
    await connection.script(`alter table ${quoted(name)} disable trigger user`)
  }
  for (const { drop } of [...foreignKeys, ...indexes]) await connection.script(drop)
  return { indexes: indexes.map(one => one.make), foreignKeys: foreignKeys.map(one => one.make) }
}

/** Brings everything back in one order: indexes first, because keys between tables may rest on them. */
export async function restoreConstraints(
  connection: Connection,
  tables: readonly CarriedTable[],
  { indexes, foreignKeys }: DroppedConstraints,
): Promise<void> {
  for (const make of [...indexes, ...foreignKeys]) await connection.script(make)
  for (const { name, forced } of tables) {
    await connection.script(`alter table ${quoted(name)} enable trigger user`)
    if (forced) await connection.script(`alter table ${quoted(name)} force row level security`)
  }
}

/** Loads the rows of one table. What the migrations may have put there goes first. */
export async function loadTable(
  connection: BulkConnection,
  name: string,
  columns: readonly string[],
  blocks: AsyncIterable<Buffer>,
): Promise<number> {
  await connection.script(`delete from ${quoted(name)}`)
  return connection.copyIn(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`, blocks)
}
