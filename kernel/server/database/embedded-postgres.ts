import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asUnprivileged, clearCluster, engineBinaries, ensureCluster } from './cluster.ts'
import { type Guardian, startGuardian } from './guardian.ts'
import { isAlive } from './process-start.ts'

const START_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 6_000
/** Pauses before a server that ended by itself is started again; the last serves for all further tries. */
const AGAIN_MS = [0, 200, 500, 1_000, 2_000, 5_000]
/** A server that ran this long had started well: what ends it is another trouble than the last. */
const STEADY_MS = 2_000
/** The socket's file name carries a port number; it is never a TCP port. */
const SOCKET_PORT = 5432
/** Linux allows 107 bytes for a Unix socket's path. */
const SOCKET_PATH_LIMIT = 107

export interface EmbeddedPostgres {
  socket: { folder: string; port: number; database: string; user: string }
  /** Process id of the postmaster as it is now, for measurements. */
  readonly pid: number
  stop(): Promise<void>
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

/** Settings for a copy that is thrown away: nothing of it has to survive a power failure. */
export const FLEETING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** One run of the server, from its start to its end. */
interface Run {
  child: ChildProcess
  /** Resolves when the process is gone, however it went. */
  gone: Promise<void>
  isGone(): boolean
  /** The last it said. */
  log(): string
}

function launch(cluster: string, socketFolder: string, own: Readonly<Record<string, string>>): Run {
  const settings = Object.entries({
    ...SETTINGS,
    ...own,
    unix_socket_directories: socketFolder,
    port: String(SOCKET_PORT),
  })
  const [program, args] = asUnprivileged(join(engineBinaries(), 'postgres'), [
    '-D',
    cluster,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  // A session of its own: the terminal's Ctrl-C is meant for us, and we end the server in order.
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let tail = ''
  let isGone = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-8000)
  })
  const gone = new Promise<void>(done => {
    const end = () => {
      isGone = true
      done()
    }
    child.once('exit', end)
    child.once('error', error => {
      tail += String(error)
      end()
    })
  })
  return { child, gone, isGone: () => isGone, log: () => tail }
}

/** Waits until the server's socket accepts a connection. */
async function ready(run: Run, path: string): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS
  while (Date.now() < until) {
    if (run.isGone()) throw new Error(`the database did not start:\n${run.log()}`)
    const accepted = await new Promise<boolean>(done => {
      const socket = connect(path, () => {
        socket.destroy()
        done(true)
      })
      socket.on('error', () => done(false))
    })
    if (accepted && run.log().includes('ready to accept connections')) return
    await sleep(20)
  }
  throw new Error(`the database did not become ready in ${START_TIMEOUT_MS} ms:\n${run.log()}`)
}

function socketFolderOf(folder: string): string {
  let socketFolder = resolve(folder, 'socket')
  if (Buffer.byteLength(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}`)) > SOCKET_PATH_LIMIT)
    socketFolder = mkdtempSync(join(tmpdir(), 'wattyard-'))
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
  return socketFolder
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, everything is flushed. */
async function end({ child, gone, isGone }: Run): Promise<void> {
  if (isGone()) return
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await gone
  clearTimeout(timer)
}

export interface EmbeddedOptions {
  /** Settings that differ from the product's own. */
  settings?: Readonly<Record<string, string>>
  /** Who ends the server when our process does; one of its own when absent. */
  guardian?: Guardian
  /**
   * Told when the server ended by itself, with its last words, and when it could not be started again. With it the server
   * is kept: whatever ends it but `stop`, it is started again, with growing pauses and without end.
   */
  ended?(words: string): void
}

/**
 * Starts PostgreSQL as a child process on `<folder>/postgres`, listening on a Unix socket only.
 * The first start makes the cluster. Full durability: fsync on, synchronous commit on. It ends with this process, however
 * that ends (`guardian.ts`).
 *
 * @throws Error with the server's own words when it cannot start
 */
export async function startEmbeddedPostgres(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const { settings = {}, ended } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const cluster = resolve(folder, 'postgres')
  await ensureCluster(cluster, settings.fsync === 'off')
  const socketFolder = socketFolderOf(folder)
  const guardian = options.guardian ?? startGuardian()
  const stopping = new AbortController()

  async function begin(): Promise<Run> {
    await clearCluster(cluster)
    const run = launch(cluster, socketFolder, settings)
    guardian.watch(run.child.pid ?? null)
    void run.gone.then(() => guardian.watch(null))
    try {
      await ready(run, join(socketFolder, `.s.PGSQL.${SOCKET_PORT}`))
      return run
    } catch (error) {
      await end(run)
      throw error
    }
  }

  let current: Run
  try {
    current = await begin()
  } catch (error) {
    if (!options.guardian) guardian.dismiss()
    throw error
  }

  /** Starts it again each time it is gone; ends when it is stopped. */
  async function keep(told: (words: string) => void): Promise<void> {
    let attempt = 0
    for (let since = performance.now(); ; ) {
      await current.gone
      if (stopping.signal.aborted) return
      if (performance.now() - since > STEADY_MS) attempt = 0
      told(current.log())
      await sleep(AGAIN_MS[Math.min(attempt++, AGAIN_MS.length - 1)], null, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await begin()
        since = performance.now()
      } catch (error) {
        told(String(error))
      }
      // Told to stop while it began.
      if (stopping.signal.aborted) return end(current)
    }
  }

  const keeping = ended ? keep(ended) : current.gone
  return {
    socket: { folder: socketFolder, port: SOCKET_PORT, database: 'postgres', user: 'wattyard' },
    get pid() {
      return current.child.pid ?? 0
    },
    async stop() {
      stopping.abort()
      await end(current)
      await keeping
      if (!options.guardian) guardian.dismiss()
    },
  }
}

/**
 * Returns the socket of a server that another process of ours runs on this folder, for command lines that
 * work beside it; null when none runs. Line 4 of the pid file is the port, line 5 the socket's folder.
 */
export function runningPostgres(folder: string): EmbeddedPostgres['socket'] | null {
  const file = join(resolve(folder, 'postgres'), 'postmaster.pid')
  if (!existsSync(file)) return null
  const [pid, , , port, socketFolder] = readFileSync(file, 'utf8').split('\n')
  if (!pid || !isAlive(Number(pid)) || !port || !socketFolder) return null
  return { folder: socketFolder, port: Number(port), database: 'postgres', user: 'wattyard' }
}

/** Returns a free TCP port on loopback, for tests and benchmarks. */
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
