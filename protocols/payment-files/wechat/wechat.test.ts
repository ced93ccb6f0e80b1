import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBytes } from '../reading/read-file.ts'
import type { FileReader } from '../reading/result.ts'
import { gbk, utf8 } from '../testing/bytes.ts'
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
import { WECHAT_HEAD, WECHAT_MERCHANT, wechatFundsLines, wechatTradeLines } from '../testing/wechat.ts'
import { readWechatFunds } from './fund-flow.ts'
import { readWechatTrade } from './trade-bill.ts'

const EXPECTED = { merchant: WECHAT_MERCHANT, days: { from: A_DAY, to: A_DAY } }
const trade = (): FileReader => readWechatTrade({ zone: ZONE, expected: EXPECTED })
const funds = (): FileReader => readWechatFunds({ zone: ZONE, expected: EXPECTED })
const read = (text: string) => readBytes(trade(), utf8([text]))

/** Five payments and a refund. */
const ROWS = [...trueRows(5, 6, A_DAY)]
const FILE = [...wechatTradeLines(ROWS)]
const WHOLE = FILE.join('')
const FUNDS = [...wechatFundsLines(ROWS, 100_000n)].join('')

const shown = (rows: readonly TrueRow[]) =>
  rows.map(({ kind, at, channelNo, orderNo, refundNo, channelRefundNo, amount, gross, fee, counterparty, text }) => ({
    kind,
    at,
    channelNo,
    orderNo,
    refundNo,
    channelRefundNo,
    amount,
    gross,
    fee,
    counterparty,
    text,
  }))

describe('trade bill', () => {
  test('what is written is read', () => {
    fc.assert(
      fc.property(anyRows, fc.boolean(), fc.shuffledSubarray(WECHAT_HEAD, { minLength: 27 }), (rows, hasMark, head) => {
        const lines = wechatTradeLines(rows, { head, hasMark, lineEnd: hasMark ? '\r\n' : '\n' })
        const { items, facts } = readBytes(trade(), utf8(lines))
        expect(codesOf(items)).toEqual([])
        expect(shown(rowsOf(items) as unknown as TrueRow[])).toEqual(shown(rows)) // fields of the same names
        expect(facts).toMatchObject({ rows: rows.length, agreement: 'agree', isSound: true })
      }),
    )
  })

  test('where the bytes are divided does not matter', () => {
    const bytes = utf8([WHOLE])
    const whole = readBytes(trade(), bytes)
    const everyByte = Array.from({ length: bytes.length }, (_, i) => i)
    expect(readDivided(trade(), bytes, everyByte)).toEqual(whole)
    fc.assert(
      fc.property(anyPlaces, places => {
        expect(readDivided(trade(), bytes, places)).toEqual(whole)
      }),
    )
  })

  test('no changed byte changes money unnoticed', () => {
    for (const [text, reader] of [
      [WHOLE, trade],
      [FUNDS, funds],
    ] as const) {
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

  test('facts: digests, merchant, day and totals', () => {
    const { facts } = read(WHOLE)
    expect(facts.merchants).toEqual([WECHAT_MERCHANT, '0'])
    expect(facts.days).toEqual([A_DAY])
    expect(facts.sha1).toMatch(/^[0-9a-f]{40}$/)
    const fees = ROWS.reduce((sum, row) => sum + row.fee, 0n)
    expect(facts.totals).toContainEqual({ name: 'fees', declared: fees, counted: fees })
  })

  test('the old head and the files of service providers', () => {
    const head = WECHAT_HEAD.map(name => (name === '特约商户号' ? '子商户号' : name))
    const { items } = readBytes(
      readWechatTrade({ zone: ZONE, expected: { merchant: '0' } }),
      utf8(wechatTradeLines(ROWS, { head })),
    )
    expect(codesOf(items)).toEqual([])
  })
})

/** Replaces in the first row of the file, line 2. */
const inFirstRow = (from: string | RegExp, to: string) =>
  [FILE[0], FILE[1]?.replace(from, to), ...FILE.slice(2)].join('')
const first = ROWS[0]
const amountText = first === undefined ? '' : `\`${`${first.amount}`.slice(0, -2)}.${`${first.amount}`.slice(-2)}`

describe('bad input of a trade bill', () => {
  const CASES: readonly (readonly [string, string, readonly string[]])[] = [
    ['an empty file', '', ['file-empty']],
    ['an empty day', 'No Bill Exist', ['no-bill']],
    ['an answer saved as a file', '{"code":"SIGN_ERROR"}', ['not-this-format']],
    ['no head', 'a,b,c\r\n', ['head-missing']],
    ['cut before the summary', FILE.slice(0, -2).join(''), ['trailer-missing']],
    ['cut within a line', FILE.slice(0, 2).join('').slice(0, -30), ['cell-count', 'trailer-missing']],
    ['cut within the summary', WHOLE.slice(0, -12), ['totals-unreadable']],
    ['a row twice', [FILE[0], FILE[1], ...FILE.slice(1)].join(''), ['row-twice', 'totals-differ']],
    ['the head twice', [FILE[0], ...FILE].join(''), ['head-twice']],
    ['a row after the summary', [...FILE, FILE[1]].join(''), ['row-after-trailer']],
    ['another day', inFirstRow(A_DAY, '2028-03-01'), ['day-other']],
    ['no such day', inFirstRow(A_DAY, '2027-02-29'), ['time-unreadable']],
    ['midnight as 24:00:00', inFirstRow('00:00:00', '24:00:00'), ['time-24', 'day-other']],
    ['another merchant', inFirstRow(WECHAT_MERCHANT, '1900000110'), ['merchant-other']],
    ['three decimals', inFirstRow(amountText, `${amountText}0`), ['amount-decimals', 'totals-differ']],
    ['a formula', inFirstRow(amountText, '`=1+1'), ['formula', 'totals-differ']],
    ['full-width digits', WHOLE.replace('`0,`0,`0.00', '`0,`0,`０.００'), ['digits-full-width']],
    ['a negative zero', WHOLE.replace('`0,`0,`0.00', '`0,`0,`-0.00'), ['amount-negative-zero']],
    ['a NUL', inFirstRow('JSAPI', 'JS\0PI'), ['nul-byte']],
    ['mixed line ends', WHOLE.replace('\r\n', '\n'), ['line-ends-mixed']],
    ['an unknown state', inFirstRow('SUCCESS', 'SUCCEEDED'), ['state-unknown', 'totals-differ']],
    ['an unknown currency', inFirstRow('CNY', 'CNX'), ['currency-unknown', 'totals-differ']],
    ['a missing column', WHOLE.replace('手续费,', '手续废,'), ['column-missing', 'amount-missing']],
    ['a column twice', WHOLE.replace('设备号', '商户号'), ['column-twice']],
    ['one order fewer than declared', WHOLE.replace(/`6,`/, '`7,`'), ['totals-differ']],
    ['read as GBK and saved', new TextDecoder('gbk').decode(utf8([WHOLE.slice(1)])), ['encoding-twice']],
  ]
  test.each(CASES)('%s', (_, text, codes) => {
    const { items, facts } = read(text)
    expect(codesOf(items)).toEqual(expect.arrayContaining([...codes]))
    // What is only a matter of form leaves the file sound.
    const isForm = codes.every(code => ['no-bill', 'digits-full-width', 'amount-negative-zero'].includes(code))
    expect(facts.isSound || !isForm).toBe(true)
  })

  test('GBK instead of UTF-8 is read and told', () => {
    const { items, facts } = readBytes(trade(), gbk([WHOLE.slice(1)]))
    expect(codesOf(items)).toEqual(['encoding-other'])
    expect(facts).toMatchObject({ rows: 6, agreement: 'agree', isSound: true })
    expect(rowsOf(items)[0]?.text).toBe(first?.text)
  })

  test('a file cut within a character', () => {
    const bytes = utf8([WHOLE])
    const place = bytes.lastIndexOf(Buffer.from('充')[0] ?? 0)
    const { items } = readBytes(trade(), bytes.subarray(0, place + 1))
    expect(codesOf(items)).toEqual(expect.arrayContaining(['encoding-broken', 'trailer-missing']))
  })

  test('UTF-16 is no file of a channel', () => {
    const { items, facts } = readBytes(trade(), Buffer.from(WHOLE, 'utf16le'))
    expect(codesOf(items)).toEqual(['encoding-unreadable'])
    expect(facts.isSound).toBe(false)
  })

  test('a finding names line, column and value', () => {
    const { items } = read(inFirstRow(amountText, '`12.345'))
    expect(items).toContainEqual({
      type: 'finding',
      line: 2,
      column: '应结订单金额',
      code: 'amount-decimals',
      value: '12.345',
    })
  })

  test('a line of 10 MB and a file of zeros are passed over', () => {
    const long = [FILE[0], 'x'.repeat(10_000_000), '\r\n', ...FILE.slice(1)].join('')
    const { items, facts } = read(long)
    expect(codesOf(items)).toEqual(['line-too-long'])
    expect(facts.rows).toBe(ROWS.length)
    expect(codesOf(readBytes(trade(), new Uint8Array(3_000_000)).items)).toEqual(['line-too-long'])
  })

  test('findings of one kind are reported up to a limit and counted beyond it', () => {
    const other = FILE[1]?.replace(A_DAY, '2028-03-01') ?? ''
    const { items, facts } = read([FILE[0], ...Array.from({ length: 1_500 }, () => other)].join(''))
    expect(codesOf(items).filter(code => code === 'day-other')).toHaveLength(1_000)
    expect(facts.findings['day-other']).toBe(1_500)
  })
})

describe('fund-flow bill', () => {
  test('amounts are signed and balances follow', () => {
    const { items, facts } = readBytes(funds(), utf8([FUNDS]))
    expect(codesOf(items)).toEqual([])
    expect(facts.agreement).toBe('agree')
    const sum = rowsOf(items).reduce((total, row) => total + row.amount, 0n)
    expect(sum).toBe(ROWS.reduce((total, row) => total + row.amount - row.fee, 0n))
    expect(rowsOf(items).at(-1)?.balance).toBe(100_000n + sum)
    expect(new Set(rowsOf(items).map(row => row.kind))).toContain('fee')
  })

  test('a lost row breaks the balance', () => {
    const lines = FUNDS.split('\r\n')
    const { items } = readBytes(funds(), utf8([lines.toSpliced(3, 1).join('\r\n')]))
    expect(codesOf(items)).toEqual(expect.arrayContaining(['balance-broken', 'totals-differ']))
  })
})
