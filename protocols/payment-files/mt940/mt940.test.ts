import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBytes } from '../reading/read-file.ts'
import { utf8 } from '../testing/bytes.ts'
import { anyStatements } from '../testing/entries.ts'
import { BANK_ZONE, mt940Lines } from '../testing/mt940.ts'
import { A_DAY, anyPlaces, codesOf, flipped, isTold, moneyOf, readDivided, rowsOf } from '../testing/properties.ts'
import { readMt940 } from './mt940.ts'

const reader = () => readMt940({ zone: BANK_ZONE })
const read = (text: string) => readBytes(reader(), utf8([text]))

const SAMPLE = `{1:F01BANKESMMXXXX0000000000}{2:O9400000000000BANKESMMXXXX00000000000000000000N}{4:
:20:951110
:25:21000418/4502000513EUR
:28C:27/01
:60F:C280228EUR84349,74
:61:2802290229DR800,00NSTONONREF//55555
REVERSED
:86:008?00DAUERAUFTRAG?100599?20Miete Februar?3010020030?31234567?32MUELLER?34339
:61:2802290229C1600,5NTRFWY20280229
:86:166?20EREF+WY2028-77SVWZ+ladung
 en?32AC
ME
:61:2802290301D12,NCHGNONREF
:62F:C280301EUR85138,24
:64:C280301EUR84437,04
:86:information on the statement
-}
`.replace('DR800,00', 'D800,00')

describe('MT940', () => {
  test('a statement as banks write it', () => {
    const { items, facts } = read(SAMPLE)
    expect(codesOf(items)).toEqual([])
    expect(facts.statements).toEqual([
      {
        account: '21000418/4502000513EUR',
        number: '27/01',
        currency: 'EUR',
        opening: 8_434_974n,
        closing: 8_513_824n,
        openingDay: '2028-02-28',
        closingDay: '2028-03-01',
        agrees: true,
      },
    ])
    expect(rowsOf(items).map(({ kind, amount, orderNo, channelNo }) => [kind, amount, orderNo, channelNo])).toEqual([
      ['other', -80_000n, null, '55555'],
      ['other', 160_050n, 'WY2028-77', null],
      ['fee', -1_200n, null, null],
    ])
    expect(rowsOf(items).map(({ text, counterparty }) => [text, counterparty])).toEqual([
      ['Miete Februar', 'MUELLER'],
      ['ladung en', 'ACME'],
      [null, null],
    ])
    expect(facts.days).toEqual(['2028-02-29', '2028-03-01'])
  })

  test('no encoding is usual, so a bank’s own choice of one is no finding', () => {
    const { items } = read(SAMPLE.replace('MUELLER', '鹏行'))
    expect(codesOf(items)).toEqual([])
    expect(rowsOf(items)[0]).toMatchObject({ counterparty: '鹏行' })
  })

  test('what is written is read', () => {
    fc.assert(
      fc.property(anyStatements, statements => {
        const { items, facts } = readBytes(reader(), utf8(mt940Lines(statements, A_DAY)))
        expect(codesOf(items)).toEqual([])
        expect(facts.agreement).toBe('agree')
        const entries = statements.flatMap(one => one.entries)
        expect(
          rowsOf(items).map(({ at, amount, orderNo, channelNo, counterparty, text }) => ({
            at,
            amount,
            ownNo: orderNo,
            bankNo: channelNo,
            counterparty,
            text,
          })),
        ).toEqual(
          entries.map(({ at, amount, ownNo, bankNo, counterparty, text }) => ({
            at,
            amount,
            ownNo,
            bankNo,
            counterparty,
            text,
          })),
        )
      }),
    )
  })

  test('where the bytes are divided does not matter', () => {
    const bytes = utf8([SAMPLE])
    const whole = readBytes(reader(), bytes)
    expect(readDivided(reader(), bytes, [...bytes.keys()])).toEqual(whole)
    fc.assert(
      fc.property(anyPlaces, places => {
        expect(readDivided(reader(), bytes, places)).toEqual(whole)
      }),
    )
  })

  test('no changed byte changes money unnoticed', () => {
    const bytes = utf8([SAMPLE])
    const money = moneyOf(readBytes(reader(), bytes).items)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, mask) => {
        const reading = readBytes(reader(), flipped(bytes, place, mask))
        expect(moneyOf(reading.items) === money || isTold(reading)).toBe(true)
      }),
      { numRuns: 1_500 },
    )
  })

  test('a credit taken back goes out, a debit taken back comes in', () => {
    const { items } = read(SAMPLE.replace('0229D800', '0229RD800').replace('0229C1600', '0229RC1600'))
    expect(rowsOf(items).map(row => row.amount)).toEqual([80_000n, -160_050n, -1_200n])
    expect(codesOf(items)).toEqual(['balance-broken'])
  })

  test('an entry day lies in the year beside the value day', () => {
    const { facts } = read(SAMPLE.replaceAll('280229022', '280102122').replace(':61:2801021229D', ':61:2801021231D'))
    expect(facts.days).toEqual(['2027-12-29', '2027-12-31', '2028-03-01'].filter(day => facts.days.includes(day)))
    expect(facts.days[0]?.slice(0, 4)).toBe('2027')
  })

  const CASES: readonly (readonly [string, string, readonly string[]])[] = [
    ['an empty file', '', ['file-empty', 'head-missing']],
    ['a web page', '<html>', ['not-this-format']],
    ['text', 'hello', ['tag-misplaced']],
    ['cut before the closing balance', SAMPLE.slice(0, SAMPLE.indexOf(':62F')), ['statement-unclosed']],
    [
      'cut within an amount',
      SAMPLE.slice(0, SAMPLE.indexOf('1600,5') + 3),
      ['amount-unreadable', 'statement-unclosed'],
    ],
    ['a lost entry', SAMPLE.replace(/:61:.*NCHG.*\n/, ''), ['balance-broken']],
    ['three decimals', SAMPLE.replace('1600,5N', '1600,500N'), ['amount-decimals', 'balance-broken']],
    ['a point for the comma', SAMPLE.replace('1600,5N', '1600.50N'), ['amount-unreadable', 'balance-broken']],
    ['no such day', SAMPLE.replace(':61:280229', ':61:270229'), ['time-unreadable', 'balance-broken']],
    ['two currencies', SAMPLE.replace(':62F:C280301EUR', ':62F:C280301USD'), ['currency-mixed']],
    [
      'an unknown currency',
      SAMPLE.replace(':60F:C280228EUR', ':60F:C280228XXX'),
      ['currency-unknown', 'tag-misplaced'],
    ],
    ['an unknown tag', SAMPLE.replace(':64:', ':77E:'), ['tag-unknown']],
    ['the same statement twice', SAMPLE + SAMPLE, ['row-twice']],
    ['no account', SAMPLE.replace(/:25:.*\n/, ''), ['merchant-missing']],
  ]
  test.each(CASES)('%s', (_, text, codes) => {
    expect(codesOf(read(text).items)).toEqual(expect.arrayContaining([...codes]))
  })

  test('the account and the days are checked', () => {
    const expected = { merchant: '4502000513', days: { from: '2028-02-29', to: '2028-02-29' } }
    const other = readBytes(readMt940({ zone: BANK_ZONE, expected }), utf8([SAMPLE]))
    expect(codesOf(other.items)).toEqual(['merchant-other', 'day-other'])
    const own = { merchant: '21000418/4502000513' }
    expect(codesOf(readBytes(readMt940({ zone: BANK_ZONE, expected: own }), utf8([SAMPLE])).items)).toEqual([])
  })
})
