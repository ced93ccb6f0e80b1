import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { callCommand } from '@wattyard/app-server/testing'
import { postgresPool, runningPostgres } from '@wattyard/server-kit'
import { scratchFolder } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../support/run-command.ts'
import { type RunningServer, startServer } from '../support/running-server.ts'

/** The product brings its own engine here, so another server to test on makes no difference. */
const RAN_ALREADY = process.env.WATTYARD_TEST_DATABASE?.startsWith('postgres') === true
const ROOT = resolve(import.meta.dirname, '../..')
const PERTH = [
  'period,row_id,cp_id,connector,start_date,start_time,end_date,end_time,total_kwh,site,model',
  '2016,1,51519,2,2017-08-31,22:12,2017-08-31,23:11,18.27,"Park & Ride, North",Triple',
  '2016,2,51519,2,2017-08-31,32:12,2017-08-31,23:11,18.27,"Park & Ride, North",Triple',
].join('\n')

let server: RunningServer
let scratch: string

const command = (...args: string[]) => callCommand(args, server.dataFolder)
/** As a person gives it, in a process of its own. */
const started = (...args: string[]) => runCommand(args, server.dataFolder)
const json = (text: string) => JSON.parse(text) as Record<string, unknown> // the command's own answer

beforeAll(async () => {
  if (RAN_ALREADY) return
  scratch = scratchFolder('wattyard-cli-')
  server = await startServer({ WATTYARD_DEMO_FLEET: '0' })
}, 120_000)

afterAll(async () => {
  await server?.stop()
  if (scratch) rmSync(scratch, { recursive: true, force: true })
})

describe.skipIf(RAN_ALREADY)('the command line beside a running server', () => {
  it('adds a pile once and says its key once', async () => {
    const first = await started('pile', 'add', 'CLI-1', '--station', 'SZ001', '--json')
    expect(first).toMatchObject({ code: 0, errors: '' })
    expect(json(first.output)).toMatchObject({
      identity: 'CLI-1',
      station: 'SZ001',
      key: expect.stringMatching(/^\w{32,}$/),
    })
    const again = await started('pile', 'add', 'CLI-1', '--station', 'SZ001', '--json')
    expect(again).toMatchObject({ code: 1, output: '' })
    expect(again.errors).not.toMatch(/\bat .*:\d+/)
    expect((await command('pile', 'add', 'CLI-2', '--station', 'nowhere')).code).toBe(1)
  })

  it('lists orders and verifies the books', async () => {
    const orders = await command('orders', 'list', '--limit', '5', '--json')
    expect(orders).toMatchObject({ code: 0 })
    expect(json(orders.output)).toEqual({ count: 0, orders: [] })
    const verified = await command('ledger', 'verify', '--json')
    expect(verified).toMatchObject({ code: 0 })
    expect(json(verified.output)).toMatchObject({ ok: true })
  })

  it('verifies the books of suspended tenants too, and misses those that the data folder knows', async () => {
    const socket = runningPostgres(server.dataFolder)
    if (!socket) throw new Error('no engine runs')
    const pool = postgresPool({ socket, size: 1 })
    const { connection, release } = await pool.acquire()
    const roots = join(server.dataFolder, 'books-roots.jsonl')
    const known = existsSync(roots) ? readFileSync(roots, 'utf8') : ''
    try {
      await connection.script("update identity_tenant set status = 'suspended'")
      const suspended = await command('ledger', 'verify', '--json')
      expect(suspended.code).toBe(0)
      expect((json(suspended.output) as { tenants: unknown[] }).tenants).toHaveLength(1) // our own answer
      const line = { tenantId: '01900000-0000-7000-8000-000000000001', kind: 'day', seq: 1, root: 'ab', at: 0 }
      writeFileSync(roots, `${known}${JSON.stringify(line)}\n`)
      const missed = await command('ledger', 'verify')
      expect(missed).toMatchObject({ code: 1, output: expect.stringContaining('tenantMissing') })
    } finally {
      writeFileSync(roots, known)
      await connection.script("update identity_tenant set status = 'active'")
      release(true)
      await pool.close()
    }
  })

  it('is the superuser’s business, the product’s own sessions are not', async () => {
    const socket = runningPostgres(server.dataFolder)
    if (!socket) throw new Error('no engine runs')
    const pool = postgresPool({ socket, size: 1 })
    const { connection, release } = await pool.acquire()
    try {
      const others = async () => {
        const { rows } =
          await connection.query(`select distinct usename as name, rolsuper or rolbypassrls or rolcreaterole or rolinherit as may_more
        from pg_stat_activity join pg_roles on rolname = usename
        where backend_type = 'client backend' and pid <> pg_backend_pid()`)
        return rows
      }
      // A connection of the test before ends a moment after it was closed.
      await expect.poll(others).toEqual([{ name: 'wattyard_login', may_more: false }])
      // What is no role of the application sees and changes nothing.
      await connection.script('set session authorization wattyard_login')
      await expect(connection.query('select 1 from identity_tenant')).rejects.toThrow('permission denied')
      await expect(connection.query('set role wattyard')).rejects.toThrow('permission denied')
      await connection.script('reset session authorization')
    } finally {
      release()
      await pool.close()
    }
  })

  it('of a newer release changes nothing under a server of an older one, and says what to do', async () => {
    const socket = runningPostgres(server.dataFolder)
    if (!socket) throw new Error('no engine runs')
    const pool = postgresPool({ socket, size: 1 })
    const { connection, release } = await pool.acquire()
    try {
      // The database as an older release left it: it does not know the newest migration.
      const { rows } = await connection.query(
        'delete from wattyard_migration where id = (select max(id) from wattyard_migration) returning id, hash',
      )
      const before = await connection.query('select count(*) as n from wattyard_migration')
      const refused = await command('orders', 'list', '--json')
      expect(refused).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('restart the server') })
      expect(refused.errors).toContain(String(rows[0]?.id))
      expect((await connection.query('select count(*) as n from wattyard_migration')).rows).toEqual(before.rows)
      await connection.query('insert into wattyard_migration (id, hash) values ($1, $2)', [rows[0]?.id, rows[0]?.hash])
    } finally {
      release()
      await pool.close()
    }
    expect(await command('orders', 'list', '--json')).toMatchObject({ code: 0 })
  })

  it('checks a session file without storing it, then stores it once', async () => {
    const file = join(scratch, 'perth.csv')
    writeFileSync(file, PERTH)
    const read = async (...more: string[]) => {
      const done = await command(
        'import',
        'sessions',
        file,
        '--format',
        'perth',
        '--zone',
        'Europe/London',
        '--json',
        ...more,
      )
      expect(done).toMatchObject({ code: 0 })
      return json(done.output)
    }
    expect(await read('--dry-run')).toMatchObject({ rows: 2, added: 1, accepted: 1, dryRun: true })
    expect(await read()).toMatchObject({ rows: 2, added: 1, accepted: 1, dryRun: false })
    expect(await read()).toMatchObject({ rows: 2, added: 0, accepted: 1 })
  })

  it('reads a file of any system by a mapping file, and says what is wrong with one', async () => {
    const mapping = {
      id: 'depot',
      file: { delimiter: ';', encoding: 'gb18030' },
      key: ['No'],
      start: ['Begin'],
      end: ['End'],
      instant: 'DD.MM.YYYY HH:mm',
      energy: { column: 'kWh', unit: 'kWh', decimal: ',' },
      station: { column: 'Pole' },
    }
    const [file, good, bad] = ['depot.csv', 'depot.json', 'bad.json'].map(name => join(scratch, name))
    if (!file || !good || !bad) throw new Error('three names were given')
    // Byte D6 D0 is one character of GB18030 and none of UTF-8.
    const row = Buffer.concat([Buffer.from('1;'), Buffer.from([0xd6, 0xd0])])
    writeFileSync(
      file,
      Buffer.concat([
        Buffer.from('No;Pole;Begin;End;kWh\n'),
        row,
        Buffer.from(';01.05.2024 08:00;01.05.2024 09:00;7,5'),
      ]),
    )
    writeFileSync(good, JSON.stringify(mapping))
    writeFileSync(bad, JSON.stringify({ ...mapping, energy: { column: 'kWh', unit: 'joule' }, colour: 'red' }))
    const take = (by: string, ...more: string[]) =>
      command('import', 'sessions', file, '--mapping', by, '--zone', 'Europe/London', '--json', ...more)
    const tried = await take(good, '--dry-run')
    expect(tried).toMatchObject({ code: 0 })
    expect(json(tried.output)).toMatchObject({ format: 'depot', added: 1, totals: { all: { energy_kwh: '7.5000' } } })
    expect(json((await take(good)).output)).toMatchObject({ added: 1 })
    expect(json((await take(good)).output)).toMatchObject({ added: 0, known: 1 })
    const refused = await take(bad)
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toContain('energy.unit')
    expect(refused.errors).toContain('colour')
    expect((await take(file)).errors).toContain('is not JSON')
    expect((await take(good, '--format', 'perth')).code).toBe(1)
  })

  it('refuses in one clear line what it cannot do, and never answers 0 then', async () => {
    const attempts: string[][] = [
      ['orders', 'list', '--bogus'],
      ['orders', 'list', '--limit', '0'],
      ['import', 'sessions', join(scratch, 'missing.csv'), '--format', 'perth', '--zone', 'Europe/London'],
      ['import', 'sessions', join(scratch, 'perth.csv'), '--format', 'perth', '--zone', 'Mars/Olympus'],
      ['import', 'sessions', join(scratch, 'perth.csv')],
      ['fly'],
    ]
    for (const args of attempts) {
      const { code, errors } = await command(...args)
      expect([args, code]).not.toEqual([args, 0])
      expect(errors.trim(), args.join(' ')).not.toBe('')
      expect(errors, args.join(' ')).not.toMatch(/\n\s+at /)
    }
    const nowhere = await callCommand(['orders', 'list'], join(scratch, 'empty'))
    expect(nowhere).toMatchObject({ code: 1, errors: expect.stringContaining('no installation in') })
  })

  it('explains itself, whole and one command at a time', async () => {
    const whole = await started('--help')
    expect(whole.code).toBe(0)
    const one = await command('import', 'sessions', '--help')
    expect(one).toMatchObject({ code: 0, errors: '' })
    expect(one.output).toMatch(/import sessions <file>/)
    expect(one.output).not.toMatch(/orders list/)
  })

  it('stays calm when its reader has seen enough', async () => {
    const child = spawn('sh', ['-c', `"${process.execPath}" apps/server/cli.ts ledger verify --json | head -c 1`], {
      cwd: ROOT,
      env: { ...process.env, WATTYARD_DATA: server.dataFolder },
    })
    let errors = ''
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
    await new Promise(done => child.on('exit', done))
    expect(errors).toBe('')
  })
})

describe.skipIf(RAN_ALREADY)('a second start on one data folder', () => {
  it('is refused with what to do about it, and the first goes on', async () => {
    await expect(startServer({ WATTYARD_DATA: server.dataFolder })).rejects.toThrow(
      /is in use by process \d+; stop it first/,
    )
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})
