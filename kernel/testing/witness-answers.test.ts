import { type Answer, col, type Database, newId, type Shape, witnessAnswers } from '@wattyard/server-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from './test-database.ts'
import { judgeAnswer } from './witness-answers.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
  witnessAnswers(judgeAnswer)
})
afterAll(() => db.close())

const asked = (shape: Shape, text: string) => db.platform(tx => tx.query(shape, text))

describe('a statement that states its columns', () => {
  test('gives them when they are what it states', async () => {
    const shape = { id: col.uuid, count: col.bigint, at: col.instant, day: col.day.orNull, words: col.texts }
    const [row] = await asked(
      shape,
      `select '${newId()}'::uuid as id, 7::bigint as count, now() as at, null::date as day, '{a,b}'::text[] as words`,
    )
    expect(row).toMatchObject({ count: 7n, day: null, words: ['a', 'b'] })
  })

  test('fails when one has another type', async () => {
    await expect(asked({ sum: col.bigint }, 'select 1::numeric as sum')).rejects.toThrow('sum has type 1700')
  })

  test('fails when one is not answered', async () => {
    await expect(asked({ id: col.integer, name: col.text }, 'select 1 as id')).rejects.toThrow(
      'name is stated and not answered',
    )
  })

  test('fails when more is answered', async () => {
    await expect(asked({ id: col.integer }, 'select 1 as id, 2 as more')).rejects.toThrow(
      'more is answered and not stated',
    )
  })

  test('fails on a null in a non-null column', async () => {
    await expect(asked({ id: col.integer }, 'select null::int as id')).rejects.toThrow('id is null')
  })

  test('fails at a word that its list has not', async () => {
    const state = { state: col.oneOf(['open', 'closed']) }
    await expect(asked(state, "select 'ajar' as state")).rejects.toThrow('state is ajar')
    await expect(asked({ ways: col.textsOf(['mail']) }, "select '{mail,dove}'::text[] as ways")).rejects.toThrow('dove')
  })
})

test('an answer is looked at again when its statement is proved already', () => {
  const shape = { id: col.integer }
  const answer = (id: number | null): Answer => ({
    rows: [{ id }],
    count: 1,
    columns: [{ name: 'id', dataTypeID: 23 }],
  })
  judgeAnswer(shape, 'select id', answer(1))
  expect(() => judgeAnswer(shape, 'select id', answer(null))).toThrow('id is null')
})
