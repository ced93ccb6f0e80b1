import { newId } from '@wattyard/server-kit'
import { freshClient, singleConnectionPool } from '@wattyard/testing'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { databaseOn, type Pool } from './database.ts'
import { queryAfter } from './query-after.ts'
import { transactionLine } from './transaction-line.ts'
import type { Answer, Connection } from './tx.ts'

const ANSWER: Answer = { rows: [], count: 0, columns: [] }

/** A connection that notes what is sent on it; the n-th statement ends when it is told to. */
function notedConnection() {
  const sent: string[][] = []
  const ends: PromiseWithResolvers<Answer>[] = []
  const connection: Connection = {
    query(text, _values, _isRecurring, before = []) {
      sent.push([...before, text])
      const end = Promise.withResolvers<Answer>()
      ends.push(end)
      return end.promise
    },
    script: async () => {},
  }
  return { connection, sent, ends }
}
const turn = (): Promise<void> => new Promise(done => setImmediate(done))

describe('the line of a transaction', () => {
  it('opens with the first statement, and others wait for it', async () => {
    const { connection, sent, ends } = notedConnection()
    const line = transactionLine(connection, ['begin', 'set a'])
    expect(line.isOpen).toBe(false)
    const both = Promise.all([line.query('one'), line.query('two')])
    await turn()
    expect(line.isOpen).toBe(true)
    expect(sent).toEqual([['begin', 'set a', 'one']])
    ends[0]?.resolve(ANSWER)
    await turn()
    expect(sent.slice(1)).toEqual([['two']])
    ends[1]?.resolve(ANSWER)
    await both
  })

  it('takes what goes first along with the next statement, once', async () => {
    const { connection, sent, ends } = notedConnection()
    const line = transactionLine(connection, ['begin'])
    const one = line.query('one')
    ends[0]?.resolve(ANSWER)
    await one
    line.first(['set a'])
    line.first(['set b'])
    void line.query('two')
    // In an open transaction nothing waits: what follows a failure is refused by the server.
    void line.query('three')
    expect(sent.slice(1)).toEqual([['set a', 'set b', 'two'], ['three']])
  })

  it('sends nothing behind an opening that failed, nor what still waits at the end', async () => {
    const failing = notedConnection()
    const line = transactionLine(failing.connection, ['begin'])
    const both = Promise.allSettled([line.query('one'), line.query('two')])
    failing.ends[0]?.reject(new Error('no begin'))
    expect((await both).map(one => one.status)).toEqual(['rejected', 'rejected'])
    await expect(line.query('three')).rejects.toThrow('no begin')
    expect(failing.sent).toHaveLength(1)

    const ended = notedConnection()
    const other = transactionLine(ended.connection, ['begin'])
    const late = Promise.allSettled([other.query('one'), other.query('two')])
    other.end()
    ended.ends[0]?.resolve(ANSWER)
    expect((await late).map(one => one.status)).toEqual(['fulfilled', 'rejected'])
    expect(ended.sent).toHaveLength(1)
  })
})

describe('a statement behind others', () => {
  let client: pg.Client
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ client, close } = await freshClient())
    await client.query('create table noted (word text)')
  })
  afterEach(async () => {
    await client.query('rollback')
  })
  afterAll(() => close())

  const values = [undefined, ['x']] as const
  it.each(values)('does not run when one before it fails (values %s)', async given => {
    const text = `insert into noted values (${given ? '$1' : "'x'"})`
    const run = queryAfter(client, ['begin isolation level wrong'], { text, ...(given ? { values: [...given] } : {}) })
    await expect(run).rejects.toMatchObject({ code: '42601' })
    await expect(
      queryAfter(client, ['begin', 'set local role nobody_at_all'], { text, ...(given ? { values: [...given] } : {}) }),
    ).rejects.toMatchObject({ code: '22023' })
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await client.query('rollback')
    expect((await client.query('select word from noted')).rows).toEqual([])
  })

  it.each(values)('answers its own rows, in the transaction (values %s)', async given => {
    const text = `select current_setting('wattyard.tenant_id') as id, ${given ? '$1::text' : "'x'"} as word`
    const before = ['begin', "set local wattyard.tenant_id = 'here'"]
    const { rows, rowCount } = await queryAfter(client, before, { text, ...(given ? { values: [...given] } : {}) })
    expect({ rows, rowCount }).toEqual({ rows: [{ id: 'here', word: 'x' }], rowCount: 1 })
    await client.query('rollback')
    expect((await client.query("select current_setting('wattyard.tenant_id', true) as id")).rows).toEqual([{ id: '' }])
  })

  it('keeps a named statement prepared, and brings its text again after it was skipped', async () => {
    const statement = { name: 'word', text: 'select $1::text as word', values: ['x'] }
    const prepared = async () => (await client.query('select name from pg_prepared_statements')).rows.length
    await expect(queryAfter(client, ['begin', 'set local role nobody_at_all'], statement)).rejects.toThrow('nobody')
    await client.query('rollback')
    for (const before of [['begin'], ['savepoint a']]) {
      expect((await queryAfter(client, before, statement)).rows).toEqual([{ word: 'x' }])
      expect(await prepared()).toBe(1)
    }
    expect((await client.query(statement)).rows).toEqual([{ word: 'x' }])
  })
})

describe('transactions on one connection', () => {
  let pool: Pool
  beforeAll(async () => {
    pool = await singleConnectionPool()
  })
  afterAll(() => pool.close())

  it('are their tenant from the first statement on, and nobody after it', async () => {
    const db = databaseOn(pool)
    const id = newId()
    const who = `select current_user::text as role, current_setting('wattyard.tenant_id', true) as tenant`
    const asked = await db.request(
      async tx => ({ tenantId: id, readOnly: true, found: (await tx.query(who))[0] }),
      async (tx, caller) => {
        const seen = await tx.query(who)
        await expect(tx.execute('create table never (n int)')).rejects.toMatchObject({ code: '25006' })
        return [caller?.found, seen[0]]
      },
    )
    expect(asked).toMatchObject([{ role: 'wattyard_platform' }, { role: 'wattyard_tenant', tenant: id }])
    expect(await db.tenant(id, tx => tx.query(`${who} where $1`, [true]))).toEqual([
      { role: 'wattyard_tenant', tenant: id },
    ])
    const { connection, release } = await pool.acquire()
    expect((await connection.query(who)).rows[0]).not.toMatchObject({ role: 'wattyard_tenant', tenant: id })
    release()
  })

  it('leave the connection free when the first statement fails, and when there is none', async () => {
    const db = databaseOn(pool)
    await expect(db.platform(tx => tx.query('select $1::int', ['word']))).rejects.toMatchObject({ code: '22P02' })
    const told: string[] = []
    await db.platform(async tx => tx.afterCommit(() => told.push('committed')))
    expect(told).toEqual(['committed'])
    expect(await db.platform(tx => tx.query('select 1 as one'))).toEqual([{ one: 1 }])
  })
})
