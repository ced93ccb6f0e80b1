import type { Pool } from '../database/database.ts'
import { appliedMigrations, migrateOn, type Migration } from '../database/migrate.ts'
import { type BulkConnection, type Connection, Tx } from '../database/tx.ts'
import { BackupFault, damaged } from './backup-fault.ts'
import { differences, fingerprints } from './compare.ts'
import { beginLoad, type Loader } from './loading.ts'
import type { BackupHeader } from './manifest.ts'
import { type BackupRead, type Opening, readBackup } from './read-backup.ts'
import { type CarriedTable, carriedTables, PATIENCE, PLAIN_FORM, quoted } from './read-tables.ts'
import { rememberRestored } from './restored-at.ts'
import { rememberRestore, unfinishedRestore } from './unfinished-restore.ts'

/** Key of the advisory lock that lets one restore at a time into a database. */
const LOCK = 7_714_250_002

export interface RestoreOptions extends Opening {
  /** All of this release. */
  migrations: readonly Migration[]
  /** Judges the name of the key that signed it, before anything is kept; throws where it is not to be believed. */
  judgeKey?: (keyName: string) => void
  /** Says what is being done, for people. */
  say?: (text: string) => void
}

export interface Restored extends BackupRead {
  rows: number
  /** Migrations of this release that the backup did not have yet. */
  migratedForward: string[]
}

/**
 * Loads a backup into an empty database: the schema as it was, the rows, the proof that they are the same rows, a note that they
 * were restored, then the migrations that came later. Rows appear in one transaction or not at all; until then the database says of itself that
 * it is unfinished, and the product does not start on it.
 *
 * @throws BackupFault when the backup is damaged or of a newer release, or the database is not empty
 */
export async function restoreBackup(
  pool: Pool,
  source: AsyncIterable<Uint8Array>,
  { migrations, judgeKey = () => {}, say = () => {}, ...opening }: RestoreOptions,
): Promise<Restored> {
  const { connection, release } = await pool.bulk()
  const load = { tables: [] as CarriedTable[], loader: null as Loader | null, rows: 0 }
  try {
    await mustBeAlone(connection)
    const read = await readBackup(source, {
      ...opening,
      visitor: {
        async begin(header) {
          mustBeKnown(header, migrations)
          await prepare(connection, { header, migrations, say })
          load.tables = await carriedTables(connection)
          mustFit(header, load.tables)
          await connection.script(
            `begin; ${PLAIN_FORM}; ${PATIENCE}; set local work_mem = '64MB'; set local maintenance_work_mem = '256MB'`,
          )
          load.loader = await beginLoad(connection, load.tables)
        },
        async table(name, columns, blocks) {
          const rows = (await load.loader?.load(name, columns, blocks)) ?? 0
          load.rows += rows
          return rows
        },
      },
    })
    judgeKey(read.keyName)
    say(`${load.rows} rows are loaded; indexes and keys are made`)
    const opened = (await load.loader?.finish()) ?? []
    if (opened.length > 0) await connection.script(`analyze ${opened.map(quoted).join(', ')}`)
    say('what was loaded is read once more and compared')
    await mustBeTheSame(connection, load.tables, read)
    // Never before the backup itself, whatever the clock of this machine says.
    await rememberRestored(new Tx(connection, null), Math.max(Date.now(), read.header.at))
    await connection.script('commit')
    const migratedForward = await migrateOn(connection, migrations)
    if (migratedForward.length > 0) await connection.script('analyze')
    return { ...read, rows: load.rows, migratedForward }
  } catch (error) {
    await connection.script('rollback').catch(() => {})
    throw error
  } finally {
    await connection.script(`select pg_advisory_unlock(${LOCK})`).catch(() => {})
    await release()
  }
}

async function mustBeAlone(connection: Connection): Promise<void> {
  const { rows } = await connection.query(`select pg_try_advisory_lock(${LOCK}) as is_mine`)
  if (rows[0]?.is_mine !== true) throw new BackupFault('busy', 'another restore into this database is running')
}

/** @throws BackupFault `newerSchema`, before anything is touched */
function mustBeKnown(header: BackupHeader, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map(({ id, hash }) => [id, hash]))
  const strange = header.migrations.filter(({ id, hash }) => known.get(id) !== hash)
  if (strange.length > 0)
    throw new BackupFault(
      'newerSchema',
      `the backup was made by release ${header.app} with migration ${strange[0]?.id}, which this release does not know; use that release or a newer one`,
    )
}

/** Brings an empty database to the schema of the backup. What a restore that was cut off left behind is no more than that. */
async function prepare(
  connection: Connection,
  { header, migrations, say }: { header: BackupHeader; migrations: readonly Migration[]; say: (text: string) => void },
): Promise<void> {
  const before = await unfinishedRestore(connection)
  if (before) say(`a restore begun at ${new Date(before.begunAt).toISOString()} had been cut off here; beginning again`)
  await mustBeEmpty(connection, before !== null)
  const wanted = new Set(header.migrations.map(({ id }) => id))
  const further = (await appliedMigrations(connection)).filter(({ id }) => !wanted.has(id))
  if (further.length > 0)
    throw new BackupFault(
      'notEmpty',
      `the database already has migration ${further[0]?.id}, which is newer than the backup; restore into a new database`,
    )
  const [first, ...rest] = migrations.filter(({ id }) => wanted.has(id))
  if (!first) throw damaged('it names no schema')
  // The kernel's own tables first: from then on the database can say that it is unfinished.
  if ((await appliedMigrations(connection)).length === 0) await migrateOn(connection, [first])
  await rememberRestore(connection, { begunAt: Date.now(), backup: header.id })
  await migrateOn(connection, [first, ...rest])
}

/** @throws BackupFault `notEmpty` */
async function mustBeEmpty(connection: Connection, isUnfinished: boolean): Promise<void> {
  const refuse = (what: string) => {
    throw new BackupFault(
      'notEmpty',
      `the database is not empty (${what}); a backup is restored into an empty one only`,
    )
  }
  const tables = await connection.query(
    "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1",
  )
  const names = tables.rows.map(row => String(row.name))
  if (names.length === 0) return
  if (!names.includes('wattyard_migration')) refuse(`it holds ${names[0]}`)
  // The owner sees no rows of tenants, the platform's role does.
  await connection.script('begin; set local role wattyard_platform')
  try {
    for (const name of names.filter(one => one !== 'wattyard_migration')) {
      if (name === 'kernel_setting' && isUnfinished) continue
      const { rows } = await connection.query(`select exists (select from ${quoted(name)}) as has_rows`)
      if (rows[0]?.has_rows === true) refuse(`${name} has rows`)
    }
  } finally {
    await connection.script('rollback')
  }
}

/** The header's tables are those that its migrations make: anything else would be loaded past the manifest. */
function mustFit(header: BackupHeader, tables: readonly CarriedTable[]): void {
  const text = (list: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns]))
  if (text(header.tables) !== text(tables)) throw damaged('its tables are not those of its schema')
}

async function mustBeTheSame(
  connection: BulkConnection,
  tables: readonly CarriedTable[],
  { manifest }: BackupRead,
): Promise<void> {
  await connection.script('set local role wattyard_platform')
  const wrong = differences(manifest.tables, await fingerprints(connection, tables))
  await connection.script('reset role')
  if (wrong.length > 0)
    throw new BackupFault('differs', `the database does not hold what was saved:\n${wrong.join('\n')}`)
}
