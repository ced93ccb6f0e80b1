import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBytes } from '../reading/read-file.ts'
import { ALIPAY_MERCHANT, alipayTradeLines } from '../testing/alipay.ts'
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
import { trueRows, ZONE } from '../testing/true-rows.ts'
import { readAlipayTrade } from './trade-detail.ts'

const reader = () =>
  readAlipayTrade({ zone: ZONE, expected: { merchant: ALIPAY_MERCHANT, days: { from: A_DAY, to: A_DAY } } })
/** Five payments and a refund. */
const ROWS = [...trueRows(5, 6, A_DAY)]
const FILE = [...alipayTradeLines(ROWS, A_DAY)]
const WHOLE = FILE.join('')

describe('trade detail of Alipay', () => {
  test('what is written is read', () => {
    fc.assert(
      fc.property(anyRows, rows => {
        const { items, facts } = readBytes(reader(), gbk(alipayTradeLines(rows, A_DAY)))
        expect(codesOf(items)).toEqual([])
        expect(facts).toMatchObject({ rows: rows.length, agreement: 'agree', merchants: [ALIPAY_MERCHANT] })
        for (const [i, row] of rowsOf(items).entries()) {
          const { channelRefundNo: _, ...told } = rows[i] ?? {}
          expect(row).toMatchObject(told)
        }
      }),
    )
  })

  test('where the bytes are divided does not matter', () => {
    const bytes = gbk(FILE)
    const whole = readBytes(reader(), bytes)
    expect(readDivided(reader(), bytes, [...bytes.keys()])).toEqual(whole)
    fc.assert(
      fc.property(anyPlaces, places => {
        expect(readDivided(reader(), bytes, places)).toEqual(whole)
      }),
    )
  })

  test('no changed byte changes money unnoticed', () => {
    const bytes = gbk(FILE)
    const money = moneyOf(readBytes(reader(), bytes).items)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, mask) => {
        const reading = readBytes(reader(), flipped(bytes, place, mask))
        expect(moneyOf(reading.items) === money || isTold(reading)).toBe(true)
      }),
      { numRuns: 1_500 },
    )
  })

  test('UTF-8 instead of GBK is read and told', () => {
    const { items, facts } = readBytes(reader(), utf8(FILE))
    expect(codesOf(items)).toEqual(['encoding-other'])
    expect(facts).toMatchObject({ rows: 6, agreement: 'agree', isSound: true })
  })

  test('totals in the short form, refunds without a sign', () => {
    const short = WHOLE.replace(/订单金额共[^，]*，/g, '')
      .replace(/，服务费共[^\r]*/g, '，商家优惠共0.00元')
      .replace(/(退款合计：1笔，商家实收)共-/, '$1退款共')
    const { items, facts } = readBytes(reader(), gbk([short]))
    expect(codesOf(items)).toEqual([])
    expect(facts.totals.find(one => one.name === 'amount')?.declared).not.toBeNull()
    expect(facts.agreement).toBe('agree')
  })

  const CASES: readonly (readonly [string, string, readonly string[]])[] = [
    ['an empty day', 'isp.bill_not_exist', ['no-bill']],
    ['only comments', FILE.slice(0, 4).join(''), ['head-missing']],
    ['cut before the end mark', FILE.slice(0, 9).join(''), ['trailer-missing']],
    ['cut within a row', WHOLE.slice(0, WHOLE.indexOf('WY') + 3), ['cell-count', 'trailer-missing']],
    ['a row twice', [...FILE.slice(0, 6), ...FILE.slice(5)].join(''), ['row-twice', 'totals-differ']],
    ['a row after the end', [...FILE, FILE[5]].join(''), ['row-after-trailer']],
    ['another merchant', WHOLE.replace(ALIPAY_MERCHANT, '20880000000000000156'), ['merchant-other']],
    ['no merchant', WHOLE.replace(/#账号[^\r]*\r\n/, ''), ['merchant-missing']],
    ['an unknown kind', WHOLE.replace('\t,交易\t', '\t,转账\t'), ['kind-unknown', 'totals-differ']],
    ['another day', WHOLE.replaceAll(A_DAY, '2028-03-01'), ['day-other']],
    ['a quote never closed', WHOLE.replace('\t,交易\t,', '\t,交易\t,"'), ['quote-unclosed']],
    ['a comma in the name of the goods', WHOLE.replace('\t,交易\t,', '\t,交易\t,a,b'), ['cell-count']],
    ['totals without a number', WHOLE.replace(/交易合计：[0-9]+笔/, '交易合计：笔'), ['totals-unreadable']],
    ['numbers a spreadsheet rounded', WHOLE.replace(/WY20280229[0-9]+/, '2.02803E+17'), ['number-rounded']],
  ]
  test.each(CASES)('%s', (_, text, codes) => {
    expect(codesOf(readBytes(reader(), gbk([text])).items)).toEqual(expect.arrayContaining([...codes]))
  })
})
