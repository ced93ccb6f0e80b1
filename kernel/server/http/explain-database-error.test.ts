import { testDatabase } from '@wattyard/testing'
import type { Database } from '../database/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainDatabaseError } from './explain-database-error.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

/** What the engine of this run really throws, explained. */
async function explained(sql: string, values: readonly unknown[] = []) {
  try {
    await db.platform(tx => tx.query(sql, values))
  } catch (error) {
    return explainDatabaseError(error)
  }
  throw new Error('the database took it')
}

test('a text that the database cannot hold is the sender’s fault and has words', async () => {
  for (const [sql, value] of [
    ['select $1::text', 'a\0b'],
    ['select $1::jsonb', '{"a":"\\u0000"}'],
  ] as const)
    expect(await explained(sql, [value]), sql).toMatchObject({ code: 'kernel.badText', status: 400 })
})

test('an error in our own statement is an internal error', async () => {
  expect(await explained('select 1/0')).toBe(null)
  expect(await explained('select no_such_column')).toBe(null)
})
