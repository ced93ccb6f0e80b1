import { readFileSync } from 'node:fs'
import { fen } from '@wattyard/money'
import { businessDay } from '@wattyard/time'
import {
  type FileFormat,
  type FileReader,
  type PaymentRow,
  readAlipayTrade,
  readBytes,
  readCamt053,
  readDescribed,
  readMt940,
  readWechatFunds,
  readWechatTrade,
} from '@wattyard/payment-files'
import {
  AGGREGATOR,
  aggregatorLines,
  gbk,
  trueRows,
  utf8,
  wechatFundsLines,
  wechatTradeLines,
  ZONE,
} from '@wattyard/payment-files/testing'
import { describe, expect, test } from 'vitest'
import { asOrders, type Item, itemOfSettlement, itemsOfPayouts, settlementsOf } from '../../contract/index.ts'
import { runItems } from '../../testing/run-items.ts'
import { channelItemsOf } from './channel-items.ts'
import { type ChannelFile, faultOf } from './channel-file.ts'

const DAY = businessDay('2028-02-29')
const FILE: ChannelFile = { name: 'f', zone: ZONE, day: DAY }
const SPAIN = { zone: 'Europe/Madrid' }
const golden = (name: string) =>
  readFileSync(new URL(`../../../../protocols/payment-files/golden/${name}`, import.meta.url))

function itemsOf(format: FileFormat, reader: FileReader, bytes: Uint8Array, file: ChannelFile = FILE) {
  const { items, facts } = readBytes(reader, bytes)
  const rows = items.filter(item => item.type === 'row')
  return { items: channelItemsOf(format, file, rows), facts, rows }
}

/** An item in one line: kind, whether it undoes, money, state, numbers, day. */
const lineOf = (one: Item) =>
  [
    one.id,
    one.undoes ? `undoes ${one.kind}` : one.kind,
    one.amount,
    one.fee,
    one.state,
    one.number,
    one.channelNo,
    one.day,
  ]
    .map(part => `${part ?? '-'}`)
    .join(' | ')

describe('rows of each kind of file', () => {
  test('trade bill of WeChat Pay: refunds by their own number, a cancelled payment undoes one', () => {
    const { items } = itemsOf('wechat-trade', readWechatTrade({ zone: ZONE }), golden('wechat-trade.csv'))
    expect(items.map(lineOf)).toEqual([
      'f#1 | payment | 5000 | 30 | done | WY0001 | 4200000001202802290000000001 | 2028-02-29',
      'f#2 | payment | 9500 | 57 | done | WY0002 | 4200000001202802290000000002 | 2028-02-29',
      'f#3 | refund | -1234 | -7 | done | RF0001 | 50300000001 | 2028-02-29',
      'f#4 | refund | -766 | -5 | pending | RF0002 | 50300000002 | 2028-02-29',
      'f#5 | undoes payment | -100000 | 0 | done | WY0003 | 4200000001202802290000000003 | 2028-02-29',
    ])
  })

  test('fund-flow bill: a fee joins its payment, a refund gets its amount before the fee that came back', () => {
    const { items } = itemsOf('wechat-funds', readWechatFunds({ zone: ZONE }), golden('wechat-funds.csv'))
    expect(items.map(lineOf)).toEqual([
      'f#1 | payment | 5000 | 30 | done | WY0001 | 4200000001 | 2028-02-29',
      'f#3 | refund | -1234 | -7 | done | RF0001 | 50300000001 | 2028-02-29',
      'f#4 | payout | -100000 | - | done | T1 | T1 | 2028-02-29',
    ])
  })

  test('trade detail of Alipay', () => {
    const { items } = itemsOf('alipay-trade', readAlipayTrade({ zone: ZONE }), golden('alipay-trade.csv'))
    expect(items.map(lineOf)).toEqual([
      'f#1 | payment | 6660 | 40 | done | WY0101 | 2028022922001 | 2028-02-29',
      'f#2 | payment | 2800 | 17 | done | WY0102 | 2028022922002 | 2028-02-29',
      'f#3 | refund | -660 | 0 | done | RF0101 | - | 2028-02-29',
    ])
  })

  test('MT940 and CAMT.053: credits are what the file is read for, a shared reference names none', () => {
    const file = { name: 'b', zone: SPAIN.zone, day: null }
    const mt940 = itemsOf('mt940', readMt940(SPAIN), golden('bank.mt940'), { ...file, credits: 'payout' })
    expect(mt940.items.map(lineOf)).toEqual([
      'b#1 | payout | 14500 | - | done | - | POS-1 | 2028-02-29',
      'b#2 | fee | -75 | - | done | - | - | 2028-03-01',
      'b#3 | refund | -2000 | - | done | - | R-9 | 2028-03-01',
    ])
    expect(mt940.items[0]?.text).toBe('Abrechnung 29.02. Ladepark POS-1 WXPAY20280229')
    const camt = itemsOf('camt053', readCamt053(SPAIN), golden('bank-camt053.xml'), file)
    expect(camt.items.map(lineOf)).toEqual([
      'b#1 | payment | 6000 | - | done | - | - | 2028-02-29',
      'b#2 | payment | 4000 | - | done | - | - | 2028-02-29',
      'b#3 | fee | -250 | - | done | - | - | 2028-02-29',
    ])
  })

  test('a described file, with amounts before and after fees', () => {
    const rows = [...trueRows(3, 40, DAY)]
    const read = (file: ChannelFile) =>
      itemsOf('described', readDescribed(AGGREGATOR, { zone: ZONE }), gbk(aggregatorLines(rows)), file).items
    expect(read(FILE).map(one => one.amount)).toEqual(rows.map(row => row.amount))
    expect(read({ ...FILE, isNet: true }).map(one => one.amount)).toEqual(rows.map(row => row.amount + row.fee))
    expect(read(FILE).map(one => one.number)).toEqual(rows.map(row => row.refundNo ?? row.orderNo))
  })

  const row = (part: Partial<PaymentRow>): PaymentRow => ({
    type: 'row',
    line: 1,
    kind: 'payment',
    at: Date.parse('2028-02-29T12:00:00Z'),
    channelNo: '1',
    orderNo: 'P1',
    refundNo: null,
    channelRefundNo: null,
    amount: fen(100n),
    gross: null,
    fee: null,
    balance: null,
    currency: 'CNY',
    state: 'done',
    counterparty: null,
    text: null,
    record: {},
    ...part,
  })

  test('rows with the other sign undo, and a fee without its payment stays an item', () => {
    const [purchase, refund] = channelItemsOf('described', FILE, [
      row({ amount: fen(-100n) }),
      row({ kind: 'refund', refundNo: 'R1' }),
    ])
    expect([purchase?.undoes, refund?.undoes]).toEqual([true, true])
    const fees = channelItemsOf('wechat-funds', FILE, [
      row({}),
      row({ kind: 'fee', channelNo: '2', amount: fen(-1n) }),
      row({ kind: 'fee', amount: fen(-1n) }),
    ])
    expect(fees.map(one => `${one.kind} ${one.fee}`)).toEqual(['payment null', 'fee null', 'fee null'])
  })

  test('a row without a day needs that of its file', () => {
    expect(channelItemsOf('described', FILE, [row({ at: null })])[0]?.day).toBe(DAY)
    expect(() => channelItemsOf('described', { ...FILE, day: null }, [row({ at: null })])).toThrow(RangeError)
  })

  test('our number as the reference of a transfer is ours, any other is not', () => {
    const ours = 'R0000000000000000000000000A'
    const [named, other] = channelItemsOf('camt053', FILE, [row({ orderNo: ours }), row({ orderNo: 'NOMINA 12' })])
    expect([named?.number, other?.number]).toEqual([ours, null])
  })
})

describe('files that may not be compared', () => {
  const bill = [...wechatTradeLines([...trueRows(5, 20, DAY)])]
  const factsOf = (lines: readonly string[]) => readBytes(readWechatTrade({ zone: ZONE }), utf8(lines)).facts

  test('a whole one may', () => {
    expect(faultOf(factsOf(bill), false)).toBe(null)
  })

  test.each([
    ['a row is missing', bill.toSpliced(4, 1), 'totals-differ'],
    ['a row stands twice', bill.toSpliced(4, 0, bill[4] ?? ''), 'totals-differ'],
    ['a row is broken', bill.with(4, '`broken\r\n'), 'rows-unread'],
    ['the sums are missing', bill.slice(0, -2), 'not-sound'],
  ] as const)('not when %s', (_, lines, fault) => {
    expect(faultOf(factsOf(lines), true)).toBe(fault)
  })

  test('a file that declares no sums only where that is known', () => {
    const facts = { ...factsOf(bill), agreement: 'undeclared' } as const
    expect([faultOf(facts, false), faultOf(facts, true)]).toEqual(['totals-missing', null])
  })
})

describe('files against each other', () => {
  const rows = [...trueRows(7, 300, DAY)]
  const trade = itemsOf('wechat-trade', readWechatTrade({ zone: ZONE }), utf8(wechatTradeLines(rows))).items
  const funds = itemsOf('wechat-funds', readWechatFunds({ zone: ZONE }), utf8(wechatFundsLines(rows, 10_000_000n)), {
    ...FILE,
    name: 'g',
  }).items
  const options = { zone: ZONE, known: [DAY], judged: { from: DAY, to: DAY }, hasLedger: false }

  test('the trade bill and the fund-flow bill of a day agree', () => {
    // The fund flow names refunds by the channel's number of the refund as the payment's: compared by ours alone.
    const byOurs = (items: readonly Item[]) => items.map(one => ({ ...one, channelNo: null }))
    const { summary } = runItems([...asOrders(byOurs(trade)), ...byOurs(funds)], options)
    expect(summary.kinds).toEqual({ same: 300 })
    expect(funds.map(one => one.fee ?? 0n)).toEqual(trade.map(one => one.fee))
  })

  test('what the channel owes for a day is in its fund flow, and in the statement of the bank', () => {
    const [settlement, ...more] = settlementsOf('1900000109', trade)
    expect(more).toEqual([])
    expect(settlement?.amount).toBe(rows.reduce((sum, row) => sum + row.amount - row.fee, 0n))
    if (settlement === undefined) return
    const credit = { ...trade[0], id: 'b1', kind: 'payout', number: null, channelNo: '99', amount: settlement.amount }
    const [bank] = [credit as Item]
    const expected = itemOfSettlement(settlement, { currency: 'CNY', due: DAY })
    const run = runItems([expected, { ...bank, fee: null, text: '财付通1900000109结算20280229' } as Item], options)
    expect(run.summary.kinds).toEqual({ named: 1 })
  })

  test('a withdrawal leaves the channel and comes to the bank', () => {
    const { items } = itemsOf('wechat-funds', readWechatFunds({ zone: ZONE }), golden('wechat-funds.csv'))
    expect(itemsOfPayouts(items)).toMatchObject([
      { kind: 'payout', amount: 100_000n, references: ['T1'], side: 'order' },
    ])
  })
})
