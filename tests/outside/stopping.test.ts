import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@wattyard/server-kit'
import { scratchFolder } from '@wattyard/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Person } from '../support/person.ts'
import { processesOf } from '../support/processes.ts'
import { runCommand } from '../support/run-command.ts'
import { ADMIN_PASSWORD } from '../support/running-server.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_TIMEOUT_MS = 60_000
/** What is promised to people who stop it. */
const GONE_WITHIN_MS = 15_000
/** `DB_SHUTDOWNED` of PostgreSQL's control file: the next start replays nothing. */
const SHUT_DOWN = 1
const STATE_AT = 16
const CTRL_C = '\x03'

/** The product brings its own engine here; signals and terminals are those of Linux. */
const LEFT_OUT = process.env.WATTYARD_TEST_DATABASE?.startsWith('postgres') === true || process.platform !== 'linux'

let folder: string
let port: number

function killAll(): void {
  for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL')
}

beforeAll(async () => {
  folder = scratchFolder('wattyard-stop-')
  port = await freePort()
})

// What a test that failed leaves running must not fail the others.
afterEach(killAll)

afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})

/** Environment of somebody's own shell, without what npm says to the programs it starts. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_|^VITEST/i.test(name))
  return {
    ...Object.fromEntries(own),
    PORT: String(port),
    WATTYARD_DATA: folder,
    WATTYARD_ADMIN_PASSWORD: ADMIN_PASSWORD,
    WATTYARD_DEMO_FLEET: '4',
    WATTYARD_DEMO_HISTORY: '0',
  }
}

interface Started {
  child: ChildProcess
  output(): string
}

async function start(program: string, args: readonly string[], until = isReady): Promise<Started> {
  const child = spawn(program, args, { cwd: ROOT, env: environment(), stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  // A key that is typed a moment after the program has ended reaches nobody.
  child.stdin?.on('error', () => {})
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-20_000)))
  const limit = Date.now() + READY_TIMEOUT_MS
  while (!(await until())) {
    if (child.exitCode !== null || Date.now() > limit) throw new Error(`it did not get ready:\n${output}`)
    await sleep(20)
  }
  return { child, output: () => output }
}

const isReady = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    answer => answer.ok,
    () => false,
  )

/** A terminal of its own: `script` gives its programs one, and types there what it is told. */
const inTerminal = () => start('script', ['--quiet', '--command', 'npm start', '/dev/null'])
const byNpm = () => start('npm', ['start'])
const byLauncher = () => start('node', ['scripts/start.mjs'])

/** The process whose command says this; the shortest is nobody's wrapper. */
function pidOf(words: RegExp): number {
  const found = processesOf(folder)
    .filter(({ command }) => words.test(command))
    .toSorted((a, b) => a.command.length - b.command.length)[0]
  if (!found) throw new Error(`nothing runs ${words}`)
  return found.pid
}
const launcherPid = () => pidOf(/scripts\/start\.mjs$/)
const serverPid = () => pidOf(/apps\/server\/main\.ts$/)

/** Everything that the product consists of, or the test would see nothing end. */
async function mustRun(): Promise<void> {
  for (const part of [/server\/main\.ts/, /simulator\/main\.ts/, /postgres -D/, /wattyard-guardian/])
    await expect
      .poll(() => processesOf(folder).map(({ command }) => command), { timeout: 10_000 })
      .toContainEqual(expect.stringMatching(part))
  expect(existsSync(join(folder, 'wattyard.lock'))).toBe(true)
}

async function mustBeGone(): Promise<void> {
  const limit = Date.now() + GONE_WITHIN_MS
  while ((processesOf(folder).length > 0 || existsSync(join(folder, 'wattyard.lock'))) && Date.now() < limit)
    await sleep(20)
  expect(processesOf(folder)).toEqual([])
  expect(existsSync(join(folder, 'wattyard.lock'))).toBe(false)
}

/** A guest's stream of live events, as an open tab of the console holds one, and a request that never comes to its end. */
async function holdOn(): Promise<void> {
  const at = `http://127.0.0.1:${port}/chg`
  const begun = await fetch(`${at}/api/security/freetry`, { method: 'POST' })
  const { data } = (await begun.json()) as { data: { token: string } } // its declared answer
  const cookie = begun.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const stream = await fetch(`${at}/api/live?topics=t&token=${data.token}`, { headers: { cookie } })
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, expect.stringContaining('event-stream')])
  stream.text().catch(() => {})
  const line = connect(port, '127.0.0.1', () =>
    line.write('POST /chg/c/login HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{'),
  )
  line.on('error', () => {})
}

interface BackupStatus {
  lastMadeAt: string | null
  lastFailedAt: string | null
  jobs: readonly { id: string; name: string }[]
}

/** Somebody who looks after the backups, signed in at the product that runs. */
async function keeperOfBackups() {
  const url = `http://127.0.0.1:${port}`
  const admin = new Person()
  await admin.signIn(url, 'admin', ADMIN_PASSWORD)
  return {
    status: async () => (await admin.call(url, '/api/platform/backup/status')).data as BackupStatus, // its declared answer
    run: (jobId: string | undefined) => admin.call(url, '/api/sysconfig/cfgSchedule/runNow', { ids: [jobId] }),
  }
}

const stateOfCluster = () => readFileSync(join(folder, 'postgres/global/pg_control')).readInt32LE(STATE_AT)

const ENDINGS: readonly [how: string, by: () => Promise<Started>, end: (started: Started) => Promise<unknown>][] = [
  ['Ctrl-C in a terminal', inTerminal, async ({ child }) => child.stdin?.write(CTRL_C)],
  [
    'Ctrl-C again and again in a terminal',
    inTerminal,
    async ({ child }) => {
      for (let i = 0; i < 8; i++) {
        child.stdin?.write(CTRL_C)
        await sleep(150)
      }
    },
  ],
  ['a terminal that is closed', inTerminal, async ({ child }) => child.kill('SIGKILL')],
  ['SIGTERM to npm', byNpm, async ({ child }) => child.kill('SIGTERM')],
  ['SIGKILL to npm', byNpm, async ({ child }) => child.kill('SIGKILL')],
  ['SIGINT to the launcher', byLauncher, async () => process.kill(launcherPid(), 'SIGINT')],
  ['SIGTERM to the launcher', byLauncher, async () => process.kill(launcherPid(), 'SIGTERM')],
  ['SIGHUP to the launcher', byLauncher, async () => process.kill(launcherPid(), 'SIGHUP')],
  ['SIGKILL to the launcher', byLauncher, async () => process.kill(launcherPid(), 'SIGKILL')],
  ['SIGTERM to the server', byLauncher, async () => process.kill(serverPid(), 'SIGTERM')],
  ['SIGHUP to the server', byLauncher, async () => process.kill(serverPid(), 'SIGHUP')],
  ['SIGKILL to the server', byLauncher, async () => process.kill(serverPid(), 'SIGKILL')],
  [
    'SIGKILL to the guardian and then to the server',
    byLauncher,
    async () => {
      const first = pidOf(/wattyard-guardian/)
      process.kill(first, 'SIGKILL')
      await expect.poll(() => pidOf(/wattyard-guardian/), { timeout: 5_000 }).not.toBe(first)
      process.kill(serverPid(), 'SIGKILL')
    },
  ],
]

// One data folder for all: each start is the next start after the end before.
describe.skipIf(LEFT_OUT)('however it is ended, nothing of the product lives on', () => {
  it('killed in the middle of its first start', { timeout: 120_000 }, async () => {
    await start('node', ['scripts/start.mjs'], async () => processesOf(folder).some(one => /initdb/.test(one.command)))
    process.kill(serverPid(), 'SIGKILL')
    await mustBeGone()
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
  })

  it('stopped in order right after its first start, while others hold on to it: every journal is in the chain', {
    timeout: 120_000,
  }, async () => {
    const { output: said } = await byLauncher()
    await mustRun()
    await holdOn()
    process.kill(serverPid(), 'SIGTERM')
    await mustBeGone()
    expect(stateOfCluster()).toBe(SHUT_DOWN)
    expect(said()).not.toMatch(/"level":(50|60)/)
    const { output, code } = await runCommand(['ledger', 'verify'], folder)
    expect(output).toMatch(/[1-9]\d* journals anchored, 0 not yet: everything adds up/)
    expect(code).toBe(0)
  })

  it('asked to end in the very moment in which it says it is ready: ends in order', { timeout: 120_000 }, async () => {
    const options = { cwd: ROOT, env: environment(), stdio: 'ignore', detached: true } as const
    const child = spawn(process.execPath, ['apps/server/main.ts'], options)
    const gone = new Promise<number | null>(done => child.once('exit', code => done(code)))
    const limit = Date.now() + READY_TIMEOUT_MS
    // Its port opens a while after its engine has begun.
    while (!existsSync(join(folder, 'postgres/postmaster.pid')) && Date.now() < limit) await sleep(20)
    // Without a pause in between: its work begins a moment after its port is open.
    while (!(await isReady()) && Date.now() < limit);
    child.kill('SIGTERM')
    expect(await gone).toBe(0)
    await mustBeGone()
    expect(stateOfCluster()).toBe(SHUT_DOWN)
  })

  it('Ctrl-C in a terminal during a backup: nobody is told that it failed, and the next start makes it', {
    timeout: 120_000,
  }, async () => {
    const { child } = await inTerminal()
    const before = await keeperOfBackups()
    const { jobs, lastMadeAt } = await before.status()
    expect(lastMadeAt).toBeNull()
    expect(await before.run(jobs.find(({ name }) => name === 'platform.backup')?.id)).toMatchObject({ success: true })
    const isMade = () => processesOf(folder).some(one => /cli\.ts backup/.test(one.command))
    await expect.poll(isMade, { timeout: 15_000, interval: 20 }).toBe(true)
    child.stdin?.write(CTRL_C)
    await mustBeGone()
    await byLauncher()
    const after = await keeperOfBackups()
    await expect.poll(async () => (await after.status()).lastMadeAt, { timeout: 30_000 }).not.toBeNull()
    expect((await after.status()).lastFailedAt).toBeNull()
    process.kill(serverPid(), 'SIGTERM')
    await mustBeGone()
  })

  it.each(ENDINGS)('%s', { timeout: 120_000 }, async (_how, by, end) => {
    const started = await by()
    await mustRun()
    await end(started)
    await mustBeGone()
    // Nothing is left to be repaired, not even by the engine.
    expect(stateOfCluster()).toBe(SHUT_DOWN)
    expect(started.output()).not.toMatch(/unexpected error|"level":(50|60)/)
  })
})
