import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBytes } from '../../reading/read-file.ts'
import { gbk, utf8 } from '../../testing/bytes.ts'
import { aggregatorLines, spanishBankLines } from '../../testing/described.ts'
import { A_DAY, rowsOf } from '../../testing/properties.ts'
import { trueRows, ZONE } from '../../testing/true-rows.ts'
import { readDescribed } from '../described-file.ts'
import { guessMapping } from './guess-mapping.ts'
import { fileMappingSchema } from '../mapping.ts'

const ROWS = [...trueRows(5, 6, A_DAY)]

describe('guess of a description', () => {
  test('an aggregator: GBK, pipes, a title, day and time apart, direction by word', () => {
    const bytes = gbk(aggregatorLines(ROWS))
    const guess = guessMapping(bytes, { currency: 'CNY' })
    expect(guess?.mapping).toMatchObject({
      encoding: 'gb18030',
      layout: { delimiter: '|' },
      skipLines: 1,
      unit: 'minor',
      sign: { kind: 'word', income: ['消费'], expense: ['退货', '退款'] },
      dateFormats: ['YYYYMMDD HHmmss'],
      columns: { date: '交易日期', timeOfDay: '交易时间', channelNo: '系统参考号', amount: '交易金额' },
    })
    // Whole numbers may be yuan.
    expect(guess?.doubts).toEqual(['unit'])
  })

  test('a Spanish bank: semicolons, decimal commas, two columns; read by the guess, the amounts are right', () => {
    const bytes = utf8(spanishBankLines(ROWS, 0n))
    const guess = guessMapping(bytes, { currency: 'EUR' })
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

  test('cells in single quotes, with commas of thousands inside: no row is lost', () => {
    const head = '流水号,完成时间,金额（元）,商户订单号\n'
    const rows = ['B1,2028-02-29 10:00:00,12.50,WY1\n', "B2,2028-02-29 11:00:00,'1,250.00',WY2\n"]
    const guess = guessMapping(utf8([head, ...rows]), { currency: 'CNY' })
    expect(guess?.mapping.layout).toEqual({ kind: 'delimited', delimiter: ',', quote: "'" })
    expect(guess?.doubts).toEqual([])
    // A sign before a number, as a spreadsheet writes it, quotes nothing.
    const marked = utf8([head, ...rows.map(row => row.replaceAll("'1,250.00'", '"1,250.00"').replace('B', "'B"))])
    expect(guessMapping(marked, { currency: 'CNY' })?.mapping.layout).toMatchObject({ quote: '"' })
  })

  test('columns whose names nobody knows are told by what they hold, and our numbers by being ours', () => {
    const bytes = utf8([
      'Movimientos exportados\n',
      'A;B;C;D\n',
      'NUM-1;2028-02-29 10:00:00;1.250,00;P0\n',
      'NUM-2;2028-02-29 11:00:00;-12,50;P1\n',
    ])
    const guess = guessMapping(bytes, { currency: 'EUR', isOurs: text => /^P[0-9]$/.test(text) })
    expect(guess?.mapping).toMatchObject({
      skipLines: 1,
      hasHead: true,
      decimalComma: true,
      sign: { kind: 'signed' },
      columns: { time: 'B', amount: 'C', orderNo: 'D' },
    })
    expect(guess?.evidence).toMatchObject({
      time: { by: 'values' },
      amount: { by: 'values' },
      orderNo: { by: 'numbers', certainty: 100 },
    })
  })

  test('a line of totals is proposed with its figures where they are those of the rows', () => {
    const rows = ['2028-02-29 10:00:00,W1,12.00,0.10', '2028-02-29 10:01:00,W2,3.50,0.02']
    const file = (totals: string) =>
      utf8([['完成时间,流水号,交易金额,手续费', ...rows, totals].map(line => `${line}\n`).join('')])
    const right = guessMapping(file('合计：2笔,,15.50元,0.12元'), { currency: 'CNY' })
    expect(right).toMatchObject({ agrees: true, mapping: { trailer: { start: '合计', count: 0, amount: 2, fee: 3 } } })
    // What is not the sum of anything is no total; that the file has a line for it, is said.
    const wrong = guessMapping(file('合计：9笔,,99.50元,0.99元'), { currency: 'CNY' })
    expect(wrong).toMatchObject({ agrees: false, mapping: { needsTrailer: true, trailer: { start: '合计' } } })
  })

  test('lines of one width are cut where all of them have a gap', () => {
    const lines = ['20280229100000 4200001 12.00 A', '20280229100100 4200002  3.50 B', '20280229100200 4200003 11.00 C']
    const guess = guessMapping(utf8([`${lines.join('\n')}\n`]), { currency: 'CNY' })
    expect(guess?.mapping).toMatchObject({
      layout: { kind: 'widths', columns: { 1: { from: 0, to: 15 } } },
      dateFormats: ['YYYYMMDDHHmmss'],
      columns: { time: '1' },
    })
    expect(guess?.doubts).toContain('no-head')
  })

  test('UTF-16 is told by its mark, and without one by its zeros', () => {
    const text = '完成时间\t交易金额\n2028-02-29 10:00:00\t12.00\n'
    for (const [mark, swap] of [
      ['\ufeff', false],
      ['\ufeff', true],
      ['', false],
      ['', true],
    ] as const) {
      const bytes = Buffer.from(mark + text + '2028-02-29 10:00:01\t12.00\n'.repeat(9), 'utf16le')
      const guess = guessMapping(swap ? bytes.swap16() : bytes, { currency: 'CNY' })
      expect(guess?.mapping).toMatchObject({
        encoding: swap ? 'utf-16be' : 'utf-16le',
        columns: { amount: '交易金额' },
      })
    }
  })

  test('a day that may be a month is a doubt', () => {
    const guess = guessMapping(utf8(['Date,Amount,Description\n03/04/2028,1.50,a\n']), { currency: 'EUR' })
    expect(guess).toMatchObject({ doubts: ['day-or-month-first'], certainty: 80 })
  })

  test('nothing that is no table gets a guess, and no bytes make it throw', () => {
    expect(guessMapping(utf8(['hello']), { currency: 'CNY' })).toBe(null)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), bytes => {
        const guess = guessMapping(bytes, { currency: 'CNY' })
        expect(guess === null || fileMappingSchema.safeParse(guess.mapping).success).toBe(true)
      }),
    )
  })
})
