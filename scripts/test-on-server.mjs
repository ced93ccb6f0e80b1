// The same tests on a PostgreSQL server that is not ours: Debian's programs on a folder of their own.
import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scratchFolder } from '../kernel/testing/scratch-folder.ts'
import { oldestServer } from './oldest-server.mjs'
import { pinnedEnvironment, pinnedNode, ROOT, tool } from './setup.mjs'

const found = oldestServer()
if (!found) {
  console.log(
    '\n— tests on a PostgreSQL server: left out, no server programs in /usr/lib/postgresql (apt-get install postgresql)',
  )
  process.exit(0)
}
const { version, bin } = found
const folder = scratchFolder('wattyard-server-')
// PostgreSQL refuses user id 0; in a user namespace root is somebody else.
const wrap = (program, args) =>
  process.getuid() === 0
    ? ['unshare', ['--user', '--map-user=1000', '--map-group=1000', program, ...args]]
    : [program, args]
const cluster = join(folder, 'cluster')
execFileSync(
  ...wrap(join(bin, 'initdb'), [
    '-D',
    cluster,
    '-U',
    'wattyard',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
    '--no-sync',
  ]),
  { stdio: 'ignore' },
)
const settings = [
  'listen_addresses=',
  `unix_socket_directories=${folder}`,
  'max_connections=60',
  'fsync=off',
  'full_page_writes=off',
]
const server = spawn(...wrap(join(bin, 'postgres'), ['-D', cluster, ...settings.flatMap(one => ['-c', one])]), {
  stdio: 'ignore',
})
const stop = () => {
  server.kill('SIGINT')
  rmSync(folder, { recursive: true, force: true })
}
process.on('exit', stop)
let tests = null
// A signal ends a process without that event, and the server would stay: the tests end first, then this process by itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => (tests ? tests.kill(signal) : process.exit(1)))
for (let i = 0; i < 200; i++) {
  const up = await new Promise(done => {
    const socket = connect(join(folder, '.s.PGSQL.5432'), () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })
  if (up) break
  await sleep(50)
}
console.log(`\n— tests on PostgreSQL ${version}`)
// Beside this process: while it waited for them in one call, it would hear no signal.
tests = spawn(pinnedNode(), [tool('vitest'), 'run', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: pinnedEnvironment({
    WATTYARD_TEST_DATABASE: `postgres://wattyard@localhost/postgres?host=${encodeURIComponent(folder)}`,
  }),
})
const code = await new Promise(done => tests.once('exit', ended => done(ended ?? 1)))
if (code !== 0) console.error(`tests on PostgreSQL ${version} failed`)
// The server's process would keep this one alive for ever.
const gone = new Promise(done => server.once('exit', done))
server.kill('SIGINT')
await gone
process.exit(code)
