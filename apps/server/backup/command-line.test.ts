import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { goodBackups, madeBackup } from '@wattyard/platform/contract'
import {
  databaseOn,
  freePort,
  migrate,
  postgresPool,
  runningPostgres,
  startEmbeddedPostgres,
} from '@wattyard/server-kit'
import { allMigrations, copyPreparedCluster, scratchFolder } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../root.ts'
import { callCommand } from '../testing/call-command.ts'

/*
 * The commands as an operator gives them, on real engines. The first of them and what is killed are processes of their own.
 */

let folder: string
const at = (name: string) => join(folder, name)
const PASSPHRASE = 'a long and quiet passphrase'

interface Ended {
  code: number | null
  output: string
  errors: string
}

function start(data: string, args: readonly string[]) {
  const child = spawn(process.execPath, ['apps/server/cli.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, WATTYARD_DATA: data, DATABASE_URL: undefined } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, output: '', errors: '' }
  child.stdout.on('data', (text: Buffer) => (ended.output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (ended.errors += text.toString()))
  return { child, ended, done: new Promise<Ended>(resolve => child.once('close', code => resolve({ ...ended, code }))) }
}
const run = (data: string, args: readonly string[], more: Record<string, string> = {}) =>
  callCommand(args, data, { DATABASE_URL: undefined, ...more })

/** Rows of the table that is large; a restore of them outlasts the moment between its mark and its being killed. */
const ROWS = 50_000
/** With what the database remembers of its secrets. */
const IN_BACKUP = ROWS + 1

/** An installation with a table large enough that a restore of it takes a moment. */
beforeAll(async () => {
  folder = scratchFolder('wattyard-cli-')
  writeFileSync(at('pass'), `${PASSPHRASE}\n`)
  await copyPreparedCluster(at('home/postgres'))
  const server = await startEmbeddedPostgres(at('home'))
  const pool = postgresPool({ socket: server.socket, size: 2 })
  const db = databaseOn(pool)
  // In parts: on a machine with other work one statement for all would be too long for the pool's own limit.
  for (let first = 1; first <= ROWS; first += 25_000)
    await db.platform(tx =>
      tx.execute(
        `insert into kernel_audit (tenant_id, id, at, actor_name, resource, record_id, action, after)
       select '01a0a0a0-0000-7000-8000-000000000000', gen_random_uuid(), now(), 'someone', 'test.thing', 'n' || n, 'update',
         jsonb_build_object('text', md5(n::text) || md5((n + 1)::text)) from generate_series($1::int, $1::int + 24999) n`,
        [first],
      ),
    )
  await pool.close()
  await server.stop()
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a backup, its proof, and a restore elsewhere with the installation’s keys', { timeout: 180_000 }, async () => {
  const backup = ['backup', '--to', at('sealed'), '--passphrase-file', at('pass'), '--json']
  const made = await start(at('home'), backup).done
  expect(made).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(made.output)).toMatchObject({ path: at('sealed'), rows: IN_BACKUP, sealed: true })
  // Without a word of what is inside.
  expect(readFileSync(at('sealed')).includes('kernel_audit')).toBe(false)

  const proved = await run(at('home'), ['backup', 'verify', at('sealed'), '--passphrase-file', at('pass')])
  expect(proved).toMatchObject({ code: 0 })
  expect(proved.output).toContain(`${IN_BACKUP} rows`)
  // Screens read these lines, and say them in words.
  expect(goodBackups(proved.output)).toEqual([
    expect.objectContaining({ rows: IN_BACKUP, tables: expect.any(Number), madeAt: JSON.parse(made.output).madeAt }),
  ])
  const again = await run(at('home'), ['backup', '--to', at('again')])
  expect(madeBackup(again.output)).toMatchObject({ rows: expect.any(Number), isSealed: false, removed: 0 })
  expect(existsSync(at('home/scratch'))).toBe(false)

  const closed = await run(at('home'), ['backup', 'verify', at('sealed')])
  expect([closed.code, closed.errors]).toEqual([1, expect.stringContaining('--passphrase-file')])

  const back = await run(at('copy'), ['restore', at('sealed'), '--passphrase-file', at('pass'), '--json'])
  expect(back.code).toBe(0)
  expect(JSON.parse(back.output)).toMatchObject({ ok: true, rows: IN_BACKUP })
  expect(readFileSync(at('copy/secrets.json'), 'utf8')).toBe(readFileSync(at('home/secrets.json'), 'utf8'))

  const twice = await run(at('copy'), ['restore', at('sealed'), '--passphrase-file', at('pass')])
  expect([twice.code, twice.errors]).toEqual([1, expect.stringContaining('not empty')])
})

test('a backup of another installation is refused unless it is meant', { timeout: 180_000 }, async () => {
  expect((await run(at('home'), ['backup', '--to', at('plain')])).code).toBe(0)
  mkdirSync(at('other'))
  // It has keys of its own, so it knows what is its own.
  const keys = JSON.parse(readFileSync(at('home/secrets.json'), 'utf8')) as Record<string, string>
  const { newBackupKey } = await import('@wattyard/server-kit')
  writeFileSync(at('other/secrets.json'), JSON.stringify({ ...keys, backupSigning: newBackupKey() }))
  const refused = await run(at('other'), ['restore', at('plain')])
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('--foreign')])
  const meant = await run(at('other'), ['restore', at('plain'), '--foreign'])
  expect(meant.code).toBe(0)
  expect(meant.output).toContain('the keys of this data folder stay in use')
  expect(meant.output).toContain('other than those that the database knew: backupSigning')
  // They are those of the copy now.
  expect((await run(at('other'), ['orders', 'list'])).code).toBe(0)
})

test('an interrupted restore cannot be served, is reported, and can be repeated', {
  timeout: 240_000,
}, async () => {
  const killed = start(at('killed'), ['restore', at('plain')])
  // Rows are on their way as soon as the database has its marker; it is killed at once then.
  for (let i = 0; i < 6_000; i++) {
    const socket = existsSync(at('killed/postgres/postmaster.pid')) ? runningPostgres(at('killed')) : null
    if (socket) {
      const pool = postgresPool({ socket, size: 1 })
      const begun = await databaseOn(pool)
        .platform(tx => tx.query("select from kernel_setting where key = 'kernel.restore'"))
        .catch(() => [])
      await pool.close()
      if (begun.length > 0) break
    }
    await sleep(10)
  }
  killed.child.kill('SIGKILL')
  expect((await killed.done).code).toBeNull()
  // Its guardian ends the engine; who comes sooner than that finds it ending.
  await expect.poll(() => runningPostgres(at('killed')), { timeout: 20_000 }).toBeNull()

  const answer = await run(at('killed'), ['orders', 'list'])
  expect([answer.code, answer.errors]).toEqual([1, expect.stringContaining('did not come to its end')])
  const server = spawn(process.execPath, ['apps/server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, WATTYARD_DATA: at('killed'), PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', (text: Buffer) => (said += text.toString()))
  expect(await new Promise(resolve => server.once('close', resolve))).toBe(1)
  expect(said).toContain('Give the restore again')

  const again = await run(at('killed'), ['restore', at('plain')])
  expect(again.code).toBe(0)
  expect(again.errors).toContain('had been cut off here')
  expect((await run(at('killed'), ['orders', 'list'])).code).toBe(0)
})

test('the doctor finds nothing wrong, prints the limits that hold, and changes nothing', {
  timeout: 60_000,
}, async () => {
  const told = await run(at('copy'), ['doctor', '--json'])
  const { ok, checks, limits } = JSON.parse(told.output) as {
    ok: boolean
    checks: { name: string; result: string }[]
    limits: { name: string; value: string }[]
  }
  expect([told.code, ok]).toEqual([0, true])
  const result = Object.fromEntries(checks.map(one => [one.name, one.result]))
  expect(result).toMatchObject({ engine: 'good', durability: 'good', migrations: 'good', clock: 'good', keys: 'good' })
  expect(limits.find(one => one.name === 'statement_timeout')?.value).toBe('15s')
  expect(limits.find(one => one.name === 'payload of a frame')?.value).toBe('64 KiB')
})

test('the doctor fails where keys can be read by others and a disk cannot be written', {
  timeout: 60_000,
}, async () => {
  writeFileSync(at('certificate'), 'not one')
  const told = await run(at('copy'), ['doctor'], { WATTYARD_PROFILE: 'production', HOST: '0.0.0.0' })
  expect([told.code, told.output]).toEqual([1, expect.stringMatching(/WRONG {2}TLS/)])
  chmodSync(at('copy/secrets.json'), 0o600)
})

/** Installations as the release before left them: one is made, the others are its copies. */
async function anOlderOne(name: string) {
  const all = allMigrations()
  if (!existsSync(at('before'))) {
    const engine = await startEmbeddedPostgres(at('before'))
    const pool = postgresPool({ socket: engine.socket, size: 2 })
    await migrate(pool, all.slice(0, -1))
    await pool.close()
    await engine.stop()
  }
  cpSync(at('before/postgres'), at(`${name}/postgres`), { recursive: true })
  chmodSync(at(`${name}/postgres`), 0o700)
  return all.at(-1)?.id
}

test('a command of a newer release backs up first too, unless that is switched off', { timeout: 120_000 }, async () => {
  await anOlderOne('commanded')
  const told = await run(at('commanded'), ['orders', 'list', '--json'])
  expect(told).toMatchObject({ code: 0, errors: expect.stringContaining('a backup from before lies at') as string })
  expect(JSON.parse(told.output)).toMatchObject({ count: 0 })
  expect(readdirSync(at('commanded/backups'))).toHaveLength(1)
  await anOlderOne('careless')
  const off = await run(at('careless'), ['orders', 'list'], { WATTYARD_BACKUP_BEFORE_UPGRADE: '0' })
  expect(off).toMatchObject({ code: 0, errors: '' })
  expect(existsSync(at('careless/backups'))).toBe(false)
})

test('a start that changes the schema backs up first and says where', { timeout: 120_000 }, async () => {
  const newest = await anOlderOne('older')
  const server = spawn(process.execPath, ['apps/server/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      WATTYARD_DATA: at('older'),
      PORT: String(await freePort()),
      WATTYARD_DEMO_FLEET: '0',
      WATTYARD_DEMO_HISTORY: '0',
      WATTYARD_LOG: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  server.stdout.on('data', (text: Buffer) => (said += text.toString()))
  for (let i = 0; i < 1_500 && !said.includes('is ready'); i++) await sleep(20)
  server.kill('SIGTERM')
  await new Promise(resolve => server.once('close', resolve))
  const path = /lies at (\S+)/.exec(said)?.[1] ?? ''
  expect(path).toContain(at('older/backups/wattyard-'))
  expect(readdirSync(at('older/backups'))).toHaveLength(1)
  // It is the schema from before, and this release brings it forward.
  const back = await run(at('back'), ['restore', path, '--json'])
  expect(JSON.parse(back.output)).toMatchObject({ migratedForward: [newest] })
})
