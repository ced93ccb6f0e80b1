import { singleConnectionPool } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pool } from './database.ts'
import { COPY_BLOCK_BYTES } from './postgres-copy.ts'

let pool: Pool
beforeAll(async () => {
  pool = await singleConnectionPool()
  const { connection, release } = await pool.bulk()
  await connection.script('create table copied (n int primary key, word text)')
  await release()
})
afterAll(() => pool.close())

async function* texts(...lines: string[]) {
  for (const line of lines) yield Buffer.from(line)
}

const count = async (): Promise<number> => {
  const { connection, release } = await pool.acquire()
  const { rows } = await connection.query('select count(*)::int as n from copied')
  release()
  return Number(rows[0]?.n)
}

test('rows go in, wherever the blocks are cut, and come out as they were, block by block', async () => {
  const { connection, release } = await pool.bulk()
  const rows = await connection.copyIn('copy copied from stdin', texts('1\tei', 'ns\n2\t', 'zwei\n'))
  expect(rows).toBe(2)
  await connection.script(`insert into copied select n, repeat('x', 1000) from generate_series(3, 3000) n`)
  const blocks: Buffer[] = []
  for await (const block of connection.copyOut('copy (select * from copied order by n) to stdout')) blocks.push(block)
  expect(blocks.map(block => block.length).slice(0, -1)).toEqual([COPY_BLOCK_BYTES, COPY_BLOCK_BYTES])
  const text = Buffer.concat(blocks).toString('utf8')
  expect(text.startsWith('1\teins\n2\tzwei\n3\tx')).toBe(true)
  expect(text.split('\n')).toHaveLength(3_001)
  await release()
})

test('reports the server’s refusal, stores nothing, and keeps the connection', async () => {
  const before = await count()
  const { connection, release } = await pool.bulk()
  await expect(connection.copyIn('copy copied from stdin', texts('9001\ta\n', 'nine\tb\n'))).rejects.toThrow(/integer/)
  await expect(connection.copyIn('copy missing from stdin', texts('1\n'))).rejects.toThrow(/missing/)
  await expect(connection.copyOut('copy missing to stdout')[Symbol.asyncIterator]().next()).rejects.toThrow(/missing/)
  expect((await connection.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await release()
  expect(await count()).toBe(before)
})

test('a source that fails ends the load with its own word', async () => {
  const before = await count()
  const { connection, release } = await pool.bulk()
  async function* failing() {
    yield Buffer.from('9002\ta\n')
    throw new Error('the file is torn')
  }
  await expect(connection.copyIn('copy copied from stdin', failing())).rejects.toThrow('the file is torn')
  expect((await connection.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await release()
  expect(await count()).toBe(before)
})

describe('a reader', () => {
  test('that is slow makes the server wait, and loses nothing', async () => {
    const { connection, release } = await pool.bulk()
    let bytes = 0
    const big = "copy (select n, repeat('y', 1000) from generate_series(1, 20000) n) to stdout"
    for await (const block of connection.copyOut(big)) {
      bytes += block.length
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    expect(bytes).toBeGreaterThan(20_000_000)
    await release()
  })

  test('that goes away frees the connection for good', async () => {
    const { connection, release } = await pool.bulk()
    const big = "copy (select n, repeat('y', 1000) from generate_series(1, 200000) n) to stdout"
    for await (const block of connection.copyOut(big)) {
      expect(block).toHaveLength(COPY_BLOCK_BYTES)
      break
    }
    await expect(connection.query('select 1')).rejects.toThrow(/./)
    await release()
    expect(await count()).toBeGreaterThan(0)
  })
})
