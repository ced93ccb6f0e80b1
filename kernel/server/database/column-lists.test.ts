import { col } from './columns.ts'
import { testDatabase } from '@wattyard/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Database } from '../index.ts'
import { bigintList, instantList, intList, textList, uuidList } from './column-lists.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
})

afterAll(() => db.close())

/** What the server reads out of a list, element by element. */
async function sent(type: string, list: Buffer): Promise<unknown[]> {
  const rows = await db.platform(tx =>
    tx.query(`select value from unnest($1::${type}[]) with ordinality as t(value, place) order by place`, [list]),
  )
  return rows.map(row => row.value)
}

it('texts come back as they went, whatever they hold', async () => {
  for (const values of [
    [],
    [''],
    ['', ''],
    [null],
    [null, '', 'NULL', '{}', '~', '\u001e', '"a\\"', 'a,b\n', '电动汽车 🚗'],
    ['长'.repeat(70_000), null, 'x'.repeat(200_000)],
  ])
    expect(await sent('text', textList(values))).toEqual(values)
  const noNul = fc.string({ unit: 'binary' }).filter(text => !text.includes('\0'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(noNul, { nil: null }), { maxLength: 20 }), async values => {
      expect(await sent('text', textList(values))).toEqual(values)
    }),
    { numRuns: 50 },
  )
})

it('ids, integers and instants come back as they went', async () => {
  const option = <T>(of: fc.Arbitrary<T>) => fc.array(fc.option(of, { nil: null }), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(
      option(fc.uuid()),
      option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      option(fc.maxSafeInteger()),
      option(fc.integer()),
      option(fc.integer({ min: Date.UTC(1970), max: Date.UTC(9999) })),
      async (ids, bigs, safe, ints, instants) => {
        expect(await sent('uuid', uuidList(ids))).toEqual(ids)
        expect(await sent('bigint', bigintList(bigs))).toEqual(bigs)
        expect(await sent('bigint', bigintList(safe))).toEqual(safe.map(one => (one === null ? null : BigInt(one))))
        expect(await sent('integer', intList(ints))).toEqual(ints)
        expect(await sent('timestamptz', instantList(instants))).toEqual(instants)
      },
    ),
    { numRuns: 50 },
  )
})

it('an id in capitals is the same id', async () => {
  expect(await sent('uuid', uuidList(['01A1F9B8-B4ED-7600-9F81-FEB05DEFB574']))).toEqual([
    '01a1f9b8-b4ed-7600-9f81-feb05defb574',
  ])
})

it('an array written the driver’s way still works beside them', async () => {
  const rows = await db.platform(tx =>
    tx.query({ id: col.bigint, text: col.text }, 'select * from unnest($1::bigint[], $2::text[]) as t(id, text)', [
      bigintList([1, 2]),
      ['one', 'two'],
    ]),
  )
  expect(rows).toEqual([
    { id: 1n, text: 'one' },
    { id: 2n, text: 'two' },
  ])
})

describe('what is no value of its type is refused before it is sent', () => {
  test.each([
    ['half an id', () => uuidList(['01a1f9b8'])],
    ['an id with a letter too many', () => uuidList(['01a1f9b8-b4ed-7600-9f81-feb05defb574f'])],
    ['an id with another letter', () => uuidList(['01a1f9b8-b4ed-7600-9f81-feb05defb57g'])],
    ['a fraction', () => bigintList([1.5])],
    ['a number that lost its last digits', () => bigintList([2 ** 53])],
    ['65 bits', () => bigintList([2n ** 63n])],
    ['33 bits', () => intList([2 ** 31])],
    ['no number', () => intList([Number.NaN])],
    ['no instant', () => instantList([Number.NaN])],
  ])('%s', (_what, make) => {
    expect(make).toThrow(RangeError)
  })
})
