import { X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { checkListening, homeTenant } from '@wattyard/identity/server'
import { backupAges, isOverdue } from '@wattyard/platform/server'
import {
  appliedMigrations,
  type Connection,
  databaseOn,
  keyNameOf,
  type Migration,
  type Pool,
  unfinishedRestore,
} from '@wattyard/server-kit'
import { isZone } from '@wattyard/time'
import { freeBytes, SPACE_RESERVE_BYTES } from '../backup/backup-files.ts'
import type { Environment } from '../environment.ts'
import { CLOCK_JUMP_MS, DISK_RESERVE_BYTES } from '../health.ts'
import { whyOtherSecrets } from '../whose-secrets/known-secrets.ts'
import { parseSecrets } from '../secrets.ts'

/** Result of one check. `wrong` sets the exit code: money, data or people are at risk. `hint` is a possible improvement. */
export interface Check {
  name: string
  result: 'good' | 'hint' | 'wrong'
  detail: string
}

const check = (name: string, result: Check['result'], detail: string): Check => ({ name, result, detail })
const DAY_MS = 86_400_000
const OLDEST_ENGINE = 150_000
const CERTIFICATE_WARN_DAYS = 21

async function setting(connection: Connection, name: string): Promise<string> {
  // The view leaves out settings that this role may not read, while a direct query would fail.
  const { rows } = await connection.query('select setting as value from pg_settings where name = $1', [name])
  return typeof rows[0]?.value === 'string' ? rows[0].value : ''
}

export async function checkEngine(connection: Connection, env: Environment): Promise<Check[]> {
  const version = Number(await setting(connection, 'server_version_num'))
  const name = `PostgreSQL ${await setting(connection, 'server_version')}, ${env.databaseUrl ? 'behind DATABASE_URL' : 'embedded'}`
  const durable: [string, string[]][] = [
    ['fsync', ['on']],
    ['full_page_writes', ['on']],
    ['synchronous_commit', ['on', 'remote_write', 'remote_apply', 'local']],
  ]
  const weak: string[] = []
  for (const [key, allowed] of durable) {
    const value = await setting(connection, key)
    if (!allowed.includes(value)) weak.push(`${key} is ${value}`)
  }
  const checksums = await setting(connection, 'data_checksums')
  return [
    version >= OLDEST_ENGINE
      ? check('engine', 'good', name)
      : check('engine', 'wrong', `${name}; 15 is the oldest that works`),
    weak.length === 0
      ? check('durability', 'good', 'what was acknowledged survives a power failure')
      : check('durability', 'wrong', `${weak.join(', ')}: acknowledged rows can be lost`),
    checksums === 'on'
      ? check('data checksums', 'good', 'on')
      : check('data checksums', 'hint', 'off: pages that a disk spoils are not noticed (pg_checksums --enable)'),
  ]
}

/** Checks the WAL archive. Point-in-time recovery is up to the operator's own server, so only such a server is checked. */
export async function checkArchive(connection: Connection, env: Environment): Promise<Check> {
  if (!env.databaseUrl)
    return check(
      'WAL archive',
      'hint',
      'the embedded engine has none: what is newer than the last backup is on this disk alone',
    )
  const mode = await setting(connection, 'archive_mode')
  if (mode === 'off')
    return check(
      'WAL archive',
      'hint',
      'archive_mode is off: set up pgBackRest (or another archive) for recovery to any moment',
    )
  const { rows } = await connection.query(
    `select extract(epoch from now() - last_archived_time)::bigint::text as age_s, failed_count::text as failed,
       last_failed_time > coalesce(last_archived_time, '-infinity') as is_failing from pg_stat_archiver`,
  )
  // Counts and ages are selected as text, so that they need no type of their own.
  const [row] = rows as { age_s: string | null; failed: string; is_failing: boolean | null }[]
  if (row?.is_failing === true) return check('WAL archive', 'wrong', `archiving fails (${row.failed} times)`)
  const tool = /pgbackrest/.test(await setting(connection, 'archive_command')) ? 'pgBackRest' : 'an archive command'
  return check('WAL archive', 'good', `${tool}, last file ${row?.age_s ? `${row.age_s} s ago` : 'none yet'}`)
}

export async function checkSchema(connection: Connection, migrations: readonly Migration[]): Promise<Check[]> {
  const cutOff = await unfinishedRestore(connection)
  const applied = new Map((await appliedMigrations(connection)).map(({ id, hash }) => [id, hash]))
  const strange = [...applied.keys()].filter(id => !migrations.some(one => one.id === id))
  const changed = migrations.filter(({ id, hash }) => applied.has(id) && applied.get(id) !== hash).map(({ id }) => id)
  const pending = migrations.filter(({ id }) => !applied.has(id)).map(({ id }) => id)
  const told = (): Check => {
    if (strange.length > 0)
      return check('migrations', 'wrong', `the database has ${strange[0]}, which this release does not know`)
    if (changed.length > 0) return check('migrations', 'wrong', `${changed[0]} is not what had been applied`)
    if (pending.length > 0)
      return check('migrations', 'hint', `${pending.length} wait for the next start: ${pending.join(', ')}`)
    return check('migrations', 'good', `${applied.size} applied, the last is ${migrations.at(-1)?.id ?? 'none'}`)
  }
  return [
    told(),
    ...(cutOff
      ? [check('restore', 'wrong', `one begun at ${new Date(cutOff.begunAt).toISOString()} was cut off`)]
      : []),
  ]
}

export async function checkClock(connection: Connection): Promise<Check> {
  const before = Date.now()
  const { rows } = await connection.query('select (extract(epoch from clock_timestamp()) * 1000)::float8 as at')
  const after = Date.now()
  const apart = Math.round(Math.max(0, before - Number(rows[0]?.at), Number(rows[0]?.at) - after))
  return apart <= CLOCK_JUMP_MS
    ? check('clock', 'good', `database and product agree within ${Math.max(apart, after - before)} ms`)
    : check(
        'clock',
        'wrong',
        `the database's clock is ${apart} ms away from this machine's: prices and days rest on it`,
      )
}

const gib = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`

export function checkDisks(env: Environment): Check[] {
  const data = freeBytes(env.dataFolder)
  const told: Check[] = [
    data === null || data > DISK_RESERVE_BYTES
      ? check('disk', 'good', `${data === null ? 'unknown' : gib(data)} free for ${env.dataFolder}`)
      : check('disk', 'wrong', `only ${gib(data)} free for ${env.dataFolder}`),
  ]
  for (const folder of env.backupFolders) {
    if (!existsSync(folder)) {
      told.push(check('backup folder', 'hint', `${folder} does not exist yet; the first backup makes it`))
      continue
    }
    const free = freeBytes(folder)
    const isWritable = (() => {
      try {
        accessSync(folder, constants.W_OK)
        return true
      } catch {
        return false
      }
    })()
    if (!isWritable) told.push(check('backup folder', 'wrong', `${folder} cannot be written to`))
    else if (free !== null && free < SPACE_RESERVE_BYTES)
      told.push(check('backup folder', 'wrong', `only ${gib(free)} free in ${folder}`))
    else if (env.databaseUrl === null && statSync(folder).dev === statSync(env.dataFolder).dev)
      told.push(
        check('backup folder', 'hint', `${folder} is on the disk of the data: what breaks the one breaks the other`),
      )
    else told.push(check('backup folder', 'good', `${folder}, ${free === null ? 'unknown' : gib(free)} free`))
  }
  return told
}

export function checkTransport(env: Environment, now: number): Check {
  try {
    checkListening({ profile: env.profile, host: env.host, tls: env.tls !== null, saysProxy: env.saysProxy })
  } catch (error) {
    return check('TLS', 'wrong', error instanceof Error ? error.message : String(error))
  }
  if (!env.tls) {
    const front = env.trustProxy.length > 0 ? `behind the proxy ${env.trustProxy.join(', ')}` : 'and no proxy in front'
    return check('TLS', 'good', `none: only ${env.host} is served, ${front}`)
  }
  const until = Date.parse(new X509Certificate(readFileSync(env.tls.cert)).validTo)
  const days = Math.floor((until - now) / DAY_MS)
  if (days < 0) return check('TLS', 'wrong', `the certificate ended ${-days} days ago`)
  return check(
    'TLS',
    days < CERTIFICATE_WARN_DAYS ? 'hint' : 'good',
    `1.2 or newer; the certificate is good for ${days} days`,
  )
}

/** Checks the file of keys without changing it; reading it as the product does would repair the fault. */
export function checkSecrets(env: Environment): Check {
  if (!existsSync(env.secretsFile)) return check('keys', 'hint', 'none yet; the first start makes them')
  const mode = statSync(env.secretsFile).mode & 0o777
  if ((mode & 0o077) !== 0)
    return check('keys', 'wrong', `${env.secretsFile} can be read by others (mode ${mode.toString(8)})`)
  try {
    const { backupSigning } = parseSecrets(readFileSync(env.secretsFile))
    return check('keys', 'good', `backups are signed with key ${keyNameOf(backupSigning)}`)
  } catch {
    return check('keys', 'hint', `${env.secretsFile} lacks a key of this release; the next start makes it`)
  }
}

/** Checks that the file of keys is the one that the database knows. */
export async function checkKnownSecrets(pool: Pool, env: Environment): Promise<Check> {
  const why = await whyOtherSecrets(pool, env)
  return why === null
    ? check('whose keys', 'good', 'the database knows these keys')
    : check('whose keys', 'wrong', `${why}: the product does not start (\`secrets adopt\` tells what can be done)`)
}

/** Checks the zone and the age of backups. */
export async function checkInstallation(pool: Pool, now: number): Promise<Check[]> {
  return databaseOn(pool).platform(
    async tx => {
      const home = await homeTenant(tx)
      if (!home) return [check('installation', 'hint', 'no first start yet')]
      const ages = await backupAges(tx, home.id)
      const days = (at: number) => ((now - at) / DAY_MS).toFixed(1)
      const made = ages.lastMadeAt === null ? 'no backup yet' : `last one ${days(ages.lastMadeAt)} days old`
      const verified =
        ages.lastVerifiedAt === null ? 'none verified' : `last verified one ${days(ages.lastVerifiedAt)} days old`
      return [
        isZone(home.zone)
          ? check(
              'zone',
              'good',
              `accounting days of ${home.zone}; the process runs in ${process.env.TZ ?? 'the system’s zone'}`,
            )
          : check('zone', 'wrong', `${home.zone} is no zone that this machine knows`),
        check(
          'backups',
          isOverdue(ages, now) ? 'wrong' : ages.lastVerifiedAt === null ? 'hint' : 'good',
          `${made}, ${verified}`,
        ),
      ]
    },
    { readOnly: true },
  )
}
