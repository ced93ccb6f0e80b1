import { join, resolve } from 'node:path'
import { choosePort } from './free-port.ts'
import { keepServer } from './keep-server.ts'
import { CONSOLE_SOURCES, SERVER_SOURCES } from './sources.ts'
import { startConsole } from './start-console.ts'
import serverFlags from '../node-flags.json' with { type: 'json' }

const ROOT = resolve(import.meta.dirname, '../..')
const SERVER_PORT = 8080
const CONSOLE_PORT = 23_010
const EVERYWHERE = new Set(['0.0.0.0', '::'])

const began = performance.now()
const { HOST: host = '127.0.0.1', PORT: askedPort, WATTYARD_DATA: askedData } = process.env
const port = await choosePort(askedPort, SERVER_PORT, host)
const consolePort = await choosePort(process.env.WATTYARD_CONSOLE_PORT, CONSOLE_PORT, '127.0.0.1')
const data = resolve(ROOT, askedData ?? 'data-dev')
const address = `${EVERYWHERE.has(host) ? '127.0.0.1' : host}:${port}`

// The console's own settings read both.
process.env.WATTYARD_URL = `http://${address}`
process.env.WATTYARD_PROFILE ??= 'development'

const environment: NodeJS.ProcessEnv = {
  WATTYARD_LOG: 'warn',
  // Each start makes all virtual piles connect; a few drivers are enough to see orders come.
  WATTYARD_DEMO_FLEET: '4',
  WATTYARD_BACKUP_BEFORE_UPGRADE: '0',
  ...process.env,
  PORT: String(port),
  WATTYARD_DATA: data,
  // The console reaches it without TLS.
  WATTYARD_TLS_CERT: undefined,
  WATTYARD_TLS_KEY: undefined,
}

const say = (text: string) => void process.stdout.write(`${text}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function announce(): void {
  const password =
    process.env.WATTYARD_ADMIN_PASSWORD === undefined
      ? `password in ${join(data, 'admin-password.txt')}`
      : 'password of WATTYARD_ADMIN_PASSWORD, if it was set on first start'
  const taken = askedPort === undefined && port !== SERVER_PORT ? `   (${SERVER_PORT} is taken)` : ''
  say(`
  Wattyard for development is ready after ${seconds(performance.now() - began)}

  Console    http://127.0.0.1:${consolePort}/jkweb/
  API        http://${address}/chg/${taken}
  Piles      ws://${address}/ocpp/<identity>
  Sign in    admin, ${password}
  Data       ${data}   (remove the folder to begin anew)
  Watched    ${CONSOLE_SOURCES}: shown at once
             ${SERVER_SOURCES}: the server starts again
  End        Ctrl-C
`)
}

const server = keepServer({
  program: process.execPath,
  args: [...serverFlags, 'apps/server/main.ts'],
  cwd: ROOT,
  env: environment,
  readyUrl: `http://${address}/readyz`,
  // Its log is JSON; the rest is its own announcement, which names the built console.
  line: text => void (text.startsWith('{') && say(text)),
  ready: (took, why) => (why === null ? announce() : say(`server: answers again after ${seconds(took)} (${why})`)),
  failed: () => say('server: ended by itself; it starts again after the next change of its sources'),
})
const starting = startConsole({
  root: ROOT,
  port: consolePort,
  changed: path => server.restart(path),
  whenServerSettled: () => server.whenSettled(),
})

let isEnding = false
/** The console first: nobody asks a server that is ending. */
async function end(): Promise<void> {
  if (isEnding) return
  isEnding = true
  const shown = await starting.catch(() => null)
  await Promise.all([shown?.close(), server.stop()])
  process.exit(process.exitCode ?? 0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
process.once('disconnect', () => void end())
process.channel?.unref()
// A terminal that was closed takes no text any more; that is no reason to end otherwise than in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

starting.catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
  void end()
})
