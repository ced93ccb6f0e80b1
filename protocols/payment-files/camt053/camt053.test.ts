import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBytes } from '../reading/read-file.ts'
import { utf8 } from '../testing/bytes.ts'
import { camt053Lines } from '../testing/camt053.ts'
import { anyStatements } from '../testing/entries.ts'
import { BANK_ZONE, type TrueStatement } from '../testing/mt940.ts'
import { A_DAY, anyPlaces, codesOf, flipped, isTold, moneyOf, readDivided, rowsOf } from '../testing/properties.ts'
import { readCamt053 } from './camt053.ts'

const reader = () => readCamt053({ zone: BANK_ZONE })
const read = (text: string) => readBytes(reader(), utf8([text]))

const AT = 1_835_391_600_000 // 2028-02-29 00:00 in Madrid
const STATEMENT: TrueStatement = {
  account: 'ES9121000418450200051332',
  number: '12',
  opening: 100_000n,
  entries: [
    { at: AT, amount: 12_345n, ownNo: 'WY1', bankNo: 'B1', counterparty: 'Zoë & Söhne <S.L.>', text: 'recarga' },
    { at: AT, amount: -2_000n, ownNo: null, bankNo: 'B2', counterparty: null, text: null },
  ],
}
const WHOLE = [...camt053Lines([STATEMENT], A_DAY)].join('')
const NEW = [...camt053Lines([STATEMENT], A_DAY, '08')].join('')
/** One entry of 123.45 made of two payments. */
const BATCH = WHOLE.replace(
  /<TxDtls>.*?<\/TxDtls>/,
  text => text.replace('123.45', '100.00') + text.replace('123.45', '23.45'),
)

describe('CAMT.053', () => {
  test('what is written is read, in old and new versions', () => {
    fc.assert(
      fc.property(anyStatements, fc.constantFrom('02', '04', '08', '13'), (statements, version) => {
        const { items, facts } = readBytes(reader(), utf8(camt053Lines(statements, A_DAY, version)))
        expect(codesOf(items)).toEqual([])
        expect(facts.agreement).toBe('agree')
        expect(facts.statements).toHaveLength(statements.length)
        const entries = statements.flatMap(one => one.entries)
        expect(
          rowsOf(items).map(({ at, amount, orderNo, channelNo, counterparty, text }) => [
            at,
            amount,
            orderNo,
            channelNo,
            counterparty,
            text,
          ]),
        ).toEqual(
          entries.map(({ at, amount, ownNo, bankNo, counterparty, text }) => [
            at,
            amount,
            ownNo,
            bankNo,
            counterparty,
            text,
          ]),
        )
      }),
    )
  })

  test('where the bytes are divided does not matter', () => {
    const bytes = utf8([BATCH])
    const whole = readBytes(reader(), bytes)
    expect(readDivided(reader(), bytes, [...bytes.keys()])).toEqual(whole)
    fc.assert(
      fc.property(anyPlaces, places => {
        expect(readDivided(reader(), bytes, places)).toEqual(whole)
      }),
    )
  })

  test('no changed byte changes money unnoticed', () => {
    for (const text of [BATCH, NEW]) {
      const bytes = utf8([text])
      const money = moneyOf(readBytes(reader(), bytes).items)
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, mask) => {
          const reading = readBytes(reader(), flipped(bytes, place, mask))
          expect(moneyOf(reading.items) === money || isTold(reading)).toBe(true)
        }),
        { numRuns: 1_500 },
      )
    }
  })

  test('a batch becomes a row for each payment', () => {
    const { items, facts } = read(BATCH)
    expect(rowsOf(items).map(row => row.amount)).toEqual([10_000n, 2_345n, -2_000n])
    expect(facts.agreement).toBe('agree')
    expect(rowsOf(items)[0]?.record['NtryDtls/TxDtls/Refs/EndToEndId']).toBe('WY1')
  })

  test('a pending entry is a row and no part of the balance', () => {
    const pending = WHOLE.replace('BOOK', 'PDNG').replace('>2</NbOfNtries>', '>1</NbOfNtries>')
    const { items } = read(pending)
    expect(rowsOf(items)[0]).toMatchObject({ state: 'pending' })
    expect(codesOf(items)).toContain('balance-broken')
  })

  test('a currency without decimals', () => {
    const yen = WHOLE.replaceAll('EUR', 'JPY').replace(/(<Amt[^>]*>|<Sum>)([0-9]+)\.[0-9]{2}/g, '$1$2')
    const { items } = read(yen)
    expect(rowsOf(items).map(row => [row.amount, row.currency])).toEqual([
      [123n, 'JPY'],
      [-20n, 'JPY'],
    ])
    expect(codesOf(items)).toEqual([])
    expect(codesOf(read(WHOLE.replaceAll('EUR', 'JPY')).items)).toContain('amount-decimals')
  })

  const DEEP = '<a>'.repeat(100)
  const CASES: readonly (readonly [string, string, readonly string[]])[] = [
    ['an empty file', '', ['file-empty', 'xml-broken']],
    [
      'a document type',
      WHOLE.replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'),
      ['xml-doctype', 'reading-stopped'],
    ],
    ['an entity of its own', WHOLE.replace('recarga', '&a;'), ['xml-broken']],
    ['nesting without end', WHOLE.replace('<GrpHdr>', `<GrpHdr>${DEEP}`), ['xml-too-deep']],
    ['cut in the middle', WHOLE.slice(0, 900), ['xml-broken', 'reading-stopped']],
    ['another message', WHOLE.replace('camt.053', 'camt.052'), ['not-this-format']],
    ['a version to come', WHOLE.replace('001.02', '001.99'), ['not-this-format']],
    ['an element never closed', WHOLE.replace('</Ntry>', ''), ['xml-broken']],
    ['three decimals', WHOLE.replace('"EUR">123.45', '"EUR">123.450'), ['amount-decimals', 'balance-broken']],
    ['a decimal comma', WHOLE.replace('"EUR">123.45', '"EUR">123,45'), ['amount-unreadable', 'balance-broken']],
    ['an unknown currency', WHOLE.replace('Ccy="EUR">123', 'Ccy="EUX">123'), ['currency-unknown', 'balance-broken']],
    ['two currencies', WHOLE.replace('Ccy="EUR">123', 'Ccy="USD">123'), ['currency-mixed']],
    ['no closing balance', WHOLE.replace('CLBD', 'CLAV'), ['statement-unclosed']],
    ['an unknown state', WHOLE.replace('BOOK', 'BOOX'), ['state-unknown', 'totals-differ']],
    ['payments that do not add up', BATCH.replace('23.45', '23.46'), ['totals-differ']],
    ['a summary that differs', WHOLE.replace('>2</NbOfNtries>', '>3</NbOfNtries>'), ['totals-differ']],
    ['no such day', WHOLE.replace('<BookgDt><Dt>2028-02-29', '<BookgDt><Dt>2027-02-29'), ['time-unreadable']],
    ['the same statement twice', WHOLE.replace(/<Stmt>.*<\/Stmt>\n/s, '$&$&'), ['row-twice']],
    ['a tag of a megabyte', WHOLE.replace('<Id>', `<Id x="${'y'.repeat(1_000_000)}">`), ['xml-broken']],
  ]
  test.each(CASES)('%s', (_, text, codes) => {
    expect(codesOf(read(text).items)).toEqual(expect.arrayContaining([...codes]))
  })

  test('line ends between very many entries are no long text', () => {
    expect(codesOf(read(WHOLE.replace('<Ntry>', `${'\n<!---->'.repeat(70_000)}<Ntry>`)).items)).toEqual([])
  })

  test('the encoding is the declared one, and another is told', () => {
    const latin = Buffer.from(WHOLE.replace('UTF-8', 'ISO-8859-1'), 'latin1')
    const { items } = readBytes(reader(), latin)
    expect(codesOf(items)).toEqual([])
    expect(rowsOf(items)[0]?.counterparty).toBe('Zoë & Söhne <S.L.>')
    const wide = readBytes(reader(), Buffer.from(`\ufeff${WHOLE}`, 'utf16le'))
    expect(codesOf(wide.items)).toContain('encoding-unreadable')
  })
})
