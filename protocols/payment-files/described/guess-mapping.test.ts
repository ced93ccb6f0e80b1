import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBytes } from '../reading/read-file.ts'
import { gbk, utf8 } from '../testing/bytes.ts'
import { aggregatorLines, spanishBankLines } from '../testing/described.ts'
import { A_DAY, rowsOf } from '../testing/properties.ts'
import { trueRows, ZONE } from '../testing/true-rows.ts'
import { readDescribed } from './described-file.ts'
import { guessMapping } from './guess-mapping.ts'
import { fileMappingSchema } from './mapping.ts'

const ROWS = [...trueRows(5, 6, A_DAY)]

describe('guess of a description', () => {
  test('an aggregator: GBK, pipes, a title, day and time apart, direction by word', () => {
    const bytes = gbk(aggregatorLines(ROWS))
    const guess = guessMapping(bytes, 'CNY')
    expect(guess?.mapping).toMatchObject({
      encoding: 'gb18030',
      layout: { delimiter: '|' },
      skipLines: 1,
      unit: 'minor',
      sign: { kind: 'word', income: ['消费'], expense: ['退货'] },
      dateFormats: ['YYYYMMDD HHmmss'],
      columns: { date: '交易日期', timeOfDay: '交易时间', channelNo: '系统参考号', amount: '交易金额' },
    })
    // Whole numbers may be yuan.
    expect(guess?.doubts).toEqual(['unit'])
  })

  test('a Spanish bank: semicolons, decimal commas, two columns; read by the guess, the amounts are right', () => {
    const bytes = utf8(spanishBankLines(ROWS, 0n))
    const guess = guessMapping(bytes, 'EUR')
    expect(guess?.mapping).toMatchObject({
      decimalComma: true,
      sign: { kind: 'two-columns' },
      dateFormats: ['DD/MM/YYYY'],
    })
    expect(guess?.certainty).toBe(100)
    const mapping = fileMappingSchema.parse(guess?.mapping)
    const { items } = readBytes(readDescribed(mapping, { zone: ZONE }), bytes)
    expect(rowsOf(items).map(row => row.amount)).toEqual(ROWS.map(row => row.amount))
  })

  test('a day that may be a month is a doubt', () => {
    const guess = guessMapping(utf8(['Date,Amount,Description\n03/04/2028,1.50,a\n']), 'EUR')
    expect(guess).toMatchObject({ doubts: ['day-or-month-first'], certainty: 80 })
  })

  test('nothing that is no table gets a guess, and no bytes make it throw', () => {
    expect(guessMapping(utf8(['hello']), 'CNY')).toBe(null)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), bytes => {
        const guess = guessMapping(bytes, 'CNY')
        expect(guess === null || fileMappingSchema.safeParse(guess.mapping).success).toBe(true)
      }),
    )
  })
})
