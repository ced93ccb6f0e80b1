import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBytes } from '../reading/read-file.ts'
import { gbk, utf8 } from '../testing/bytes.ts'
import {
  ACQUIRER,
  AGGREGATOR,
  acquirerLines,
  aggregatorLines,
  SPANISH_BANK,
  spanishBankLines,
} from '../testing/described.ts'
import {
  A_DAY,
  anyPlaces,
  anyRows,
  codesOf,
  flipped,
  isTold,
  moneyOf,
  readDivided,
  rowsOf,
} from '../testing/properties.ts'
import { type TrueRow, trueRows, ZONE } from '../testing/true-rows.ts'
import { readDescribed } from './described-file.ts'
import { type FileMapping, fileMappingSchema } from './mapping.ts'

const reader = (mapping: FileMapping) =>
  readDescribed(mapping, { zone: ZONE, expected: { days: { from: A_DAY, to: A_DAY } } })
/** Five payments and a refund. */
const ROWS = [...trueRows(5, 6, A_DAY)]

const FORMATS: readonly (readonly [string, FileMapping, (rows: TrueRow[]) => Uint8Array])[] = [
  ['delimited', AGGREGATOR, rows => gbk(aggregatorLines(rows))],
  ['fixed width', ACQUIRER, rows => gbk(acquirerLines(rows))],
]

describe.each(FORMATS)('a described file, %s', (_, mapping, write) => {
  test('its description is one', () => {
    expect(fileMappingSchema.parse(JSON.parse(JSON.stringify(mapping)))).toEqual(mapping)
  })

  test('what is written is read', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const { items, facts } = readBytes(reader(mapping), write(rows))
        expect(codesOf(items)).toEqual([])
        expect(facts.rows).toBe(rows.length)
        for (const [i, row] of rowsOf(items).entries()) {
          const { gross: _gross, ...told } = rows[i] ?? {}
          expect(row).toMatchObject(told)
        }
      }),
    )
  })

  test('where the bytes are divided does not matter, and no changed byte changes money unnoticed', () => {
    const bytes = write(ROWS)
    const whole = readBytes(reader(mapping), bytes)
    expect(whole.facts.agreement).toBe('agree')
    expect(readDivided(reader(mapping), bytes, [...bytes.keys()])).toEqual(whole)
    fc.assert(
      fc.property(anyPlaces, places => {
        expect(readDivided(reader(mapping), bytes, places)).toEqual(whole)
      }),
    )
    const money = moneyOf(whole.items)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, mask) => {
        const reading = readBytes(reader(mapping), flipped(bytes, place, mask))
        expect(moneyOf(reading.items) === money || isTold(reading)).toBe(true)
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('a Spanish bank', () => {
  const bank = () => readDescribed(SPANISH_BANK, { zone: ZONE })

  test('decimal commas, grouped thousands and quoted text with line ends', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const told = rows.map(row => ({
          ...row,
          text: row.text === null ? null : `a;"${row.text.replace(/[^ -~]/g, '')}\nb`,
        }))
        const { items, facts } = readBytes(bank(), utf8(spanishBankLines(told, 100_000n)))
        expect(facts.rows).toBe(rows.length)
        expect(rowsOf(items).map(row => row.amount)).toEqual(rows.map(row => row.amount))
        expect(rowsOf(items).map(row => row.text)).toEqual(told.map(row => row.text))
        expect(facts.isSound).toBe(true)
      }),
    )
  })

  const HEAD = 'Fecha;Referencia;Concepto;Cargo;Abono;Saldo\r\n'
  const CASES: readonly (readonly [string, string, readonly string[], number])[] = [
    [
      'a quote never closed',
      `${HEAD}29/02/2028;1;"a;;1,00;1,00\r\n29/02/2028;2;b;;2,00;3,00\r\n`,
      ['quote-unclosed'],
      1,
    ],
    ['both columns filled', `${HEAD}29/02/2028;1;a;1,00;1,00;1,00\r\n`, ['kind-unknown'], 0],
    ['neither column filled', `${HEAD}29/02/2028;1;a;;;1,00\r\n`, ['amount-missing'], 0],
    ['a decimal point', `${HEAD}29/02/2028;1;a;;1.00;1,00\r\n`, ['amount-unreadable'], 0],
    ['three decimals', `${HEAD}29/02/2028;1;a;;1,000;1,00\r\n`, ['amount-decimals'], 0],
    ['no such day', `${HEAD}29/02/2027;1;a;;1,00;1,00\r\n`, ['time-unreadable'], 1],
    ['a formula', `${HEAD}29/02/2028;1;a;;=1,00;1,00\r\n`, ['formula'], 0],
    ['a missing column', HEAD.replace('Abono', 'Abonos'), ['column-missing'], 0],
    ['the same reference twice', `${HEAD}${'29/02/2028;1;a;;1,00;1,00\r\n'.repeat(2)}`, ['row-twice'], 2],
    ['the head twice', HEAD + HEAD, ['head-twice'], 0],
    ['an empty file', '', ['file-empty', 'head-missing'], 0],
    ['an empty day', 'No Bill Exist', ['no-bill'], 0],
  ]
  test.each(CASES)('%s', (_, text, codes, rows) => {
    const { items, facts } = readBytes(bank(), utf8([text]))
    expect(codesOf(items)).toEqual(expect.arrayContaining([...codes]))
    expect(facts.rows).toBe(rows)
  })
})

test('a description with a word too many is refused', () => {
  expect(fileMappingSchema.safeParse({ ...AGGREGATOR, delimiter: ',' }).success).toBe(false)
  expect(fileMappingSchema.safeParse({ ...AGGREGATOR, columns: { sum: 'x' } }).success).toBe(false)
})
