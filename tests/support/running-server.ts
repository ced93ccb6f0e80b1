import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@wattyard/server-kit'
import { copyPreparedCluster, scratchFolder } from '@wattyard/testing'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_TIMEOUT_MS = 60_000

/** The product's own flags; its heap is looked through later, which takes a twelfth of a start. */
const serverFlags = () => [
  ...(JSON.parse(readFileSync(join(ROOT, 'scripts/node-flags.json'), 'utf8')) as string[]), // our own file
  '--initial-heap-size=192',
]

export const ADMIN_PASSWORD = 'Journey-2026-passphrase'

export interface RunningServer {
  url: string
  port: number
  dataFolder: string
  child: ChildProcess
  output(): string
  stop(): Promise<void>
}

/**
 * The product itself, as `npm start` runs it after installation, on a free port and a data folder of its own. Its cluster
 * is there and migrated already; a start that makes one is what `tests/outside/stopping` is about.
 *
 * @param onDisk keeps the data folder on the disk rather than in memory, where an engine that was killed is back at once
 */
export async function startServer(
  environment: Record<string, string> = {},
  { onDisk = false }: { onDisk?: boolean } = {},
): Promise<RunningServer> {
  const port = await freePort()
  const keep = environment.WATTYARD_DATA
  const dataFolder = keep ?? (onDisk ? mkdtempSync(join(tmpdir(), 'wattyard-run-')) : scratchFolder('wattyard-run-'))
  if (!keep && !environment.DATABASE_URL) await copyPreparedCluster(join(dataFolder, 'postgres'))
  const child = spawn(process.execPath, [...serverFlags(), 'apps/server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      WATTYARD_DATA: dataFolder,
      WATTYARD_ADMIN_PASSWORD: ADMIN_PASSWORD,
      WATTYARD_LOG: 'warn',
      WATTYARD_DEMO_HISTORY: '0',
      WATTYARD_PASSWORD_COST: 'least',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (text: Buffer) => {
    output = (output + text.toString()).slice(-20_000)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const url = `http://127.0.0.1:${port}`
  const until = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`the server did not become ready:\n${output}`)
    }
    const ready = await fetch(`${url}/readyz`)
      .then(answer => answer.ok)
      .catch(() => false)
    if (ready) break
    await sleep(20)
  }
  return {
    url,
    port,
    dataFolder,
    child,
    output: () => output,
    async stop() {
      if (child.exitCode === null) {
        const gone = new Promise<void>(done => child.once('exit', () => done()))
        child.kill('SIGTERM')
        await gone
      }
      if (!keep) rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
