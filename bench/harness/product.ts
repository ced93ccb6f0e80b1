import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, databaseOn, postgresPool, runningPostgres } from '@wattyard/server-kit'

export const ROOT = resolve(import.meta.dirname, '../..')
export const ADMIN_PASSWORD = 'Bench-2026-passphrase'
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000
const LAST_WORDS_MS = 300
/** Below the range the system hands out to outgoing connections: thousands of them are about to be made. */
const PORTS = { from: 31_000, to: 31_999 }

/** The product in a process of its own, with a data folder of its own, and a second way into its database. */
export interface Product {
  url: string
  port: number
  pid: number
  dataFolder: string
  db: Database
  /** What the database's own maintenance does after a while: statistics and visibility of what was filled in. */
  maintain(): Promise<void>
  /** Runs SQL as the owner of the database, who alone may take an index away. */
  asOwner(sql: string): Promise<void>
  /** The end of its output; a little later, because what it just said is still on its way. */
  lastWords(): Promise<string>
  stop(): Promise<void>
}

export async function pickPort(): Promise<number> {
  const offset = Math.floor(Math.random() * (PORTS.to - PORTS.from))
  for (let step = 0; step <= PORTS.to - PORTS.from; step++) {
    const port = PORTS.from + ((offset + step) % (PORTS.to - PORTS.from + 1))
    const free = await new Promise<boolean>(done => {
      const server = createServer()
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
    })
    if (free) return port
  }
  throw new Error(`no free port from ${PORTS.from} to ${PORTS.to}`)
}

/** Ends a process that this bench started, and waits for it. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>(done => child.once('exit', () => done()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await gone
  clearTimeout(timer)
}

export interface ProductOptions {
  environment?: Record<string, string>
  /** Flags of Node itself, such as `--cpu-prof`. */
  nodeFlags?: readonly string[]
}

/** The flags that `npm start` gives it. */
const serverFlags = () => JSON.parse(readFileSync(join(ROOT, 'scripts/node-flags.json'), 'utf8')) as string[] // our own file

export async function startProduct({ environment = {}, nodeFlags = [] }: ProductOptions = {}): Promise<Product> {
  const port = await pickPort()
  const dataFolder = mkdtempSync(join(tmpdir(), 'wattyard-bench-'))
  const extra = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean)
  const child = spawn(process.execPath, [...serverFlags(), ...nodeFlags, ...extra, 'apps/server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      WATTYARD_DATA: dataFolder,
      WATTYARD_ADMIN_PASSWORD: ADMIN_PASSWORD,
      WATTYARD_LOG: 'warn',
      WATTYARD_DEMO_FLEET: '0',
      WATTYARD_DEMO_HISTORY: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Should the bench itself end early, its server shuts down in order and takes its database along.
  const endToo = () => child.kill('SIGTERM')
  process.once('exit', endToo)
  let output = ''
  const collect = (text: Buffer) => {
    output = (output + text.toString()).slice(-20_000)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const url = `http://127.0.0.1:${port}`
  const until = Date.now() + READY_TIMEOUT_MS
  while (
    !(await fetch(`${url}/readyz`)
      .then(answer => answer.ok)
      .catch(() => false))
  ) {
    if (child.exitCode !== null || Date.now() > until) {
      await endProcess(child)
      throw new Error(`the server did not become ready:\n${output}`)
    }
    await sleep(50)
  }
  const socket = runningPostgres(dataFolder)
  if (!socket) throw new Error('the embedded database is not running')
  const pool = postgresPool({ socket, size: 2 })
  const asOwner = async (sql: string): Promise<void> => {
    const { connection, release } = await pool.acquire()
    try {
      await connection.script('set statement_timeout = 0')
      await connection.script(sql)
    } finally {
      // What a script has set must not outlast it.
      release(true)
    }
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    dataFolder,
    db: databaseOn(pool),
    maintain: () => asOwner('vacuum (analyze)'),
    asOwner,
    async lastWords() {
      await sleep(LAST_WORDS_MS)
      return output
    },
    async stop() {
      await pool.close()
      await endProcess(child)
      process.off('exit', endToo)
      if (process.env.BENCH_KEEP === undefined) rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
