import { fen, ppm } from '@wattyard/money'
import { addDays, businessDay, HOUR_MS, MINUTE_MS } from '@wattyard/time'
import { describe, expect, test } from 'vitest'
import { runItems } from '../../testing/run-items.ts'
import { type Item, PLAIN_ITEM, refOf } from '../item.ts'
import { OUTCOME_KINDS, type OutcomeKind, type Result } from '../outcome.ts'
import { createReconciliation, type ReconcileOptions } from './reconcile.ts'

const DAY = businessDay('2028-02-29')
const [BEFORE, AFTER] = [addDays(DAY, -1), addDays(DAY, 1)]
const ZONE = 'Asia/Shanghai'
const MIDNIGHT = Date.parse('2028-02-29T00:00:00+08:00')
const NOON = MIDNIGHT + 12 * HOUR_MS

const paid: Item = {
  ...PLAIN_ITEM,
  side: 'order',
  id: 'o1',
  kind: 'payment',
  number: 'P1',
  channelNo: '4200',
  amount: fen(5_000n),
  currency: 'CNY',
  at: NOON,
  day: DAY,
}
const order = (part: Partial<Item> = {}): Item => ({ ...paid, ...part })
const line = (part: Partial<Item> = {}): Item => ({ ...paid, side: 'ledger', id: 'l1', channelNo: null, ...part })
const row = (part: Partial<Item> = {}): Item => ({ ...paid, side: 'channel', id: 'c1', fee: fen(30n), ...part })
const minus = { amount: fen(-5_000n) }

const OPTIONS: ReconcileOptions = {
  zone: ZONE,
  known: [BEFORE, DAY, AFTER],
  judged: { from: BEFORE, to: AFTER },
}
const run = (items: readonly Item[], options: Partial<ReconcileOptions> = {}) =>
  runItems(items, { ...OPTIONS, ...options })
const told = (items: readonly Item[], options: Partial<ReconcileOptions> = {}) =>
  run(items, options)
    .outcomes.map(({ kind, result, delta }) => `${kind} ${result} ${delta}`)
    .toSorted()

type Case = readonly [OutcomeKind, Result, bigint, readonly Item[], Partial<ReconcileOptions>?]

const CASES: readonly Case[] = [
  ['same', 'even', 0n, [order(), line(), row()]],
  ['same', 'even', 0n, [order(), row()], { hasLedger: false }],
  ['otherDay', 'timing', 0n, [order({ day: BEFORE }), line(), row()]],
  ['otherDay', 'timing', 0n, [order(), line({ day: addDays(DAY, 3) }), row()]],
  ['tooFarApart', 'timing', 0n, [order(), line({ day: addDays(DAY, 4) }), row()]],
  // Booked, taken back and booked again: the last line is the booking that stands.
  ['same', 'even', 0n, [order(), line(), line({ id: 'l2', ...minus, day: BEFORE }), line({ id: 'l3' }), row()]],
  [
    'finishedLater',
    'timing',
    0n,
    [order({ at: MIDNIGHT + 30 * HOUR_MS, day: AFTER }), line(), row({ state: 'pending' })],
  ],
  [
    'tooFarApart',
    'timing',
    0n,
    [order({ at: MIDNIGHT + 100 * HOUR_MS, day: addDays(DAY, 4) }), line(), row({ state: 'pending' })],
  ],
  ['stateDiffers', 'shortage', -5_000n, [order(), line(), row({ state: 'pending' })]],
  ['stateDiffers', 'surplus', 5_000n, [order({ state: 'void' }), row({ state: 'pending' })]],
  ['underWay', 'timing', 0n, [order({ state: 'pending' }), row({ state: 'pending' })]],
  ['underWay', 'timing', 0n, [order({ state: 'pending' }), row({ state: 'void' })]],
  ['underWay', 'timing', 0n, [order({ state: 'pending', day: BEFORE })]],
  ['overdue', 'timing', 0n, [order({ state: 'pending' })], { known: [DAY, addDays(DAY, 4)] }],
  ['channelOnly', 'surplus', 5_000n, [row()]],
  ['channelOnly', 'shortage', -5_000n, [row({ kind: 'refund', ...minus })]],
  ['channelMissing', 'shortage', -5_000n, [order(), line()]],
  ['channelMissing', 'surplus', 5_000n, [order({ kind: 'refund', ...minus }), line({ kind: 'refund', ...minus })]],
  ['orderOnly', 'shortage', -5_000n, [order()]],
  ['orderOnly', 'shortage', -5_000n, [order(), line(), line({ id: 'l2', ...minus })]],
  ['ledgerOnly', 'shortage', -5_000n, [line()]],
  ['ledgerOnly', 'shortage', -5_000n, [order({ state: 'void' }), line()]],
  ['ledgerOnly', 'shortage', -5_000n, [order({ state: 'pending' }), line(), row({ state: 'pending' })]],
  ['nothingMoved', 'even', 0n, [line(), line({ id: 'l2', ...minus })]],
  ['nothingMoved', 'even', 0n, [order({ state: 'void' }), row({ state: 'void' })]],
  ['nothingMoved', 'even', 0n, [order({ amount: fen(0n) })]],
  ['orderMissing', 'surplus', 5_000n, [line(), row()]],
  ['notBooked', 'surplus', 5_000n, [order(), row()]],
  ['bookedOtherwise', 'amount', 1n, [order(), line({ amount: fen(4_999n) }), row()]],
  ['amountDiffers', 'amount', -1n, [order(), line(), row({ amount: fen(4_999n) })]],
  ['currencyDiffers', 'amount', 0n, [order(), line(), row({ currency: 'EUR' })]],
  ['feeDiffers', 'amount', -1n, [order(), line(), row({ fee: fen(31n) })], { feeRate: ppm(6_000n) }],
  ['same', 'even', 0n, [order(), line(), row()], { feeRate: ppm(6_000n) }],
  ['same', 'even', 0n, [order(), line(), row({ fee: null })], { feeRate: ppm(6_000n) }],
  ['notFinishedHere', 'surplus', 5_000n, [order({ state: 'void', channelNo: null }), row()]],
  ['notFinishedHere', 'surplus', 5_000n, [order({ state: 'pending', channelNo: null }), row()]],
  ['failedThere', 'shortage', -5_000n, [order(), line(), row({ state: 'void' })]],
  [
    'failedThere',
    'surplus',
    5_000n,
    [
      order({ kind: 'refund', ...minus }),
      line({ kind: 'refund', ...minus }),
      row({ kind: 'refund', ...minus, state: 'void' }),
    ],
  ],
  // A cancelled payment stands in the file twice, with both signs.
  ['takenBack', 'even', 0n, [order({ state: 'void' }), row(), row({ id: 'c2', ...minus, undoes: true })]],
  ['takenBack', 'even', 0n, [row(), row({ id: 'c2', ...minus, undoes: true })]],
  ['failedThere', 'shortage', -5_000n, [order(), line(), row(), row({ id: 'c2', ...minus, undoes: true })]],
  ['failedThere', 'shortage', -5_000n, [order(), line(), row({ id: 'c2', ...minus, undoes: true })]],
  ['ledgerOnly', 'shortage', -5_000n, [line(), row(), row({ id: 'c2', ...minus, undoes: true })]],
  ['channelOnly', 'shortage', -5_000n, [row({ id: 'c2', ...minus, undoes: true })]],
  [
    'amountDiffers',
    'amount',
    -1n,
    [order(), line(), row(), row({ id: 'c2', amount: fen(-1n), undoes: true, fee: null })],
  ],
]

describe('what becomes of a movement', () => {
  const cases = CASES.map(([kind, result, delta, items, options = {}]) => {
    return { outcome: `${kind} ${result} ${delta}`, items, options }
  })
  test.each(cases)('$outcome', ({ outcome, items, options }) => {
    expect(told(items, options)).toEqual([outcome])
  })

  test('every kind has its case here or below', () => {
    const below: readonly OutcomeKind[] = [
      'onItsWay',
      'payoutMissing',
      'payoutNotBooked',
      'paidTwice',
      'rowTwice',
      'orderTwice',
      'awaited',
      'named',
    ]
    expect(new Set([...CASES.map(([kind]) => kind), ...below])).toEqual(new Set(Object.keys(OUTCOME_KINDS)))
  })

  test('a payout is on its way for ten days, then missing; once it is there, it has to be booked', () => {
    const payout = order({ kind: 'payout', number: null, references: ['1900000109'] })
    const days = (count: number) => ({ known: Array.from({ length: count }, (_, i) => addDays(payout.day, i)) })
    expect(told([payout], days(10))).toEqual(['onItsWay timing 0'])
    expect(told([payout], days(11))).toEqual([`payoutMissing shortage ${0n - payout.amount}`])
    const transfer = row({ kind: 'payout', number: null, fee: null, amount: payout.amount, text: '财付通 1900000109' })
    expect(told([payout, transfer])).toEqual([`payoutNotBooked surplus ${payout.amount}`])
  })

  test('a refund that came back without the fee that had come with it is taken back', () => {
    const refund = row({ kind: 'refund', amount: fen(-1_234n), fee: fen(-7n) })
    const back = row({ id: 'c2', kind: 'refund', amount: fen(1_227n), fee: null, undoes: true })
    expect(told([refund, back])).toEqual(['takenBack even 0'])
    // Of a payment nobody says that: what is left of it is money.
    const [payment, part] = [row(), row({ id: 'c2', amount: fen(-4_970n), fee: null, undoes: true })]
    expect(told([payment, part])).toEqual(['channelOnly surplus 30'])
  })

  test('an outcome says what brought its items together', () => {
    const [outcome] = run([order(), line(), row()]).outcomes
    expect(outcome).toEqual({
      kind: 'same',
      standing: 'matched',
      result: 'even',
      pass: 'number',
      key: 'P1',
      orders: ['o1'],
      lines: ['l1'],
      rows: ['c1'],
      delta: 0n,
      amount: 5_000n,
      booked: 5_000n,
      told: 5_000n,
      isAcross: false,
      day: DAY,
    })
  })
})

describe('several of a number', () => {
  test('another payment of the number is paid twice, the same row again is not', () => {
    const other = row({ id: 'c0', channelNo: '4201' })
    const again = row({ id: 'c2' })
    expect(told([order(), line(), other, row(), again])).toEqual([
      'paidTwice surplus 5000',
      'rowTwice surplus 5000',
      'same even 0',
    ])
  })

  test('with another number of the channel than the one we were told, a row is another payment', () => {
    expect(told([order(), line(), row({ channelNo: '4201' })])).toEqual([
      'channelMissing shortage -5000',
      'channelOnly surplus 5000',
    ])
  })

  test('the row with our amount is taken before the earlier one, whatever their order', () => {
    const known = order({ channelNo: null })
    const rows = [row({ id: 'c0', channelNo: '1', amount: fen(1n), at: NOON - 1 }), row({ channelNo: '2' })]
    expect(told([known, line(), ...rows])).toEqual(['paidTwice surplus 1', 'same even 0'])
  })

  test('a refund accepted in one file and done in the next is one', () => {
    const refund = { kind: 'refund', ...minus } as const
    const items = [
      order(refund),
      line(refund),
      row({ ...refund, state: 'pending' }),
      row({ ...refund, id: 'c2', day: AFTER }),
    ]
    expect(told(items)).toEqual(['nothingMoved even 0', 'otherDay timing 0'])
  })

  test('a second record of a number is told', () => {
    const items = [order(), order({ id: 'o2' }), line(), row()]
    expect(told(items)).toEqual(['orderTwice shortage -5000', 'same even 0'])
    expect(told([...items.slice(0, 1), order({ id: 'o2', state: 'void' }), line(), row()])).toContain(
      'nothingMoved even 0',
    )
  })

  test('payments and refunds of one number are two movements', () => {
    const refund = { kind: 'refund', ...minus } as const
    expect(told([order(), line(), row(), row({ ...refund, id: 'c2' })])).toEqual([
      'channelOnly shortage -5000',
      'same even 0',
    ])
  })

  test('texts that lost a character name nothing', () => {
    expect(told([order({ number: 'P\ufffd' }), row({ number: 'P\ufffd' })], { hasLedger: false })).toEqual([
      'same even 0',
    ])
    const lost = { number: 'P\ufffd', channelNo: null }
    expect(told([order(lost), row(lost)], { hasLedger: false })).toEqual([
      'channelMissing shortage -5000',
      'channelOnly surplus 5000',
    ])
  })
})

describe('the number of the channel', () => {
  const loose = row({ number: null })

  test('brings a record and a row without a number together', () => {
    const [outcome, ...more] = run([order(), line(), loose]).outcomes
    expect(outcome).toMatchObject({ kind: 'same', pass: 'channelNo', key: '4200' })
    expect(more).toEqual([])
  })

  test('does not decide between two records', () => {
    expect(told([order(), order({ id: 'o2', number: 'P2' }), loose], { hasLedger: false })).toEqual([
      'channelMissing shortage -5000',
      'channelMissing shortage -5000',
      'channelOnly surplus 5000',
    ])
  })

  test('proposes a row that tells another number', () => {
    const { outcomes, proposals } = run([order(), line(), row({ number: 'X9' })])
    expect(outcomes.map(one => one.kind)).toEqual(['channelMissing', 'channelOnly'])
    expect(proposals).toEqual([
      { by: 'channelNo', orders: ['o1'], rows: ['c1'], score: 900, signals: ['channelNo', 'amount'] },
    ])
  })
})

describe('days', () => {
  const late = { at: MIDNIGHT + 24 * HOUR_MS - MINUTE_MS }

  test('what was paid a minute before midnight is awaited until the next file is there', () => {
    const items = [order(late), line(late)]
    expect(told(items, { known: [BEFORE, DAY] })).toEqual(['awaited timing 0'])
    expect(told(items)).toEqual(['channelMissing shortage -5000'])
    expect(told([...items, row({ day: AFTER })])).toEqual(['otherDay timing 0'])
  })

  test('a day without its file is awaited as a whole, and so is the first minute of the day after it', () => {
    expect(told([order()], { known: [BEFORE, AFTER] })).toEqual(['awaited timing 0'])
    expect(told([order({ at: MIDNIGHT + MINUTE_MS })], { known: [DAY, AFTER] })).toEqual(['awaited timing 0'])
    expect(told([order({ at: null })], { known: [DAY] })).toEqual(['orderOnly shortage -5000'])
  })

  test('a run tells of its days alone, and counts the others', () => {
    const items = [order(), line(), row({ day: AFTER }), row({ id: 'c2', number: 'P2', channelNo: '9' })]
    const { outcomes, summary } = run(items, { judged: { from: DAY, to: DAY } })
    expect(outcomes.map(one => one.rows)).toEqual([['c2']])
    expect(summary.sides.order.elsewhere).toBe(1)
    expect(summary.sides.channel).toMatchObject({ elsewhere: 1, difference: 1 })
  })
})

describe('a run', () => {
  test('leaves alone what a person has settled', () => {
    const items = [order(), line(), row({ amount: fen(1n) })]
    const settled = new Set(items.map(one => refOf(one.side, one.id)))
    const { outcomes, summary } = run(items, { settled })
    expect(outcomes).toEqual([])
    expect(summary.sides.channel.settled).toBe(1)
  })

  test('adds up its differences', () => {
    const items = [row(), row({ id: 'c2', number: 'P2', channelNo: '1', amount: fen(7n) }), order({ number: 'P3' })]
    expect(run(items).summary).toMatchObject({ surplus: 5_007n, shortage: -5_000n, isFlooded: false })
  })

  test('runs once', () => {
    const reconciliation = createReconciliation(OPTIONS)
    reconciliation.add(order())
    expect([...reconciliation.run()]).toHaveLength(1)
    expect(() => reconciliation.add(order())).toThrow(RangeError)
    expect(() => reconciliation.run().next()).toThrow(RangeError)
  })

  test('very many lines of one number are one movement', () => {
    const reconciliation = createReconciliation(OPTIONS)
    for (let i = 0; i < 150_000; i++) reconciliation.add(line({ id: `l${i}`, amount: fen(i % 2 === 0 ? 1n : -1n) }))
    const [outcome] = [...reconciliation.run()]
    expect(outcome).toMatchObject({ kind: 'nothingMoved' })
  })
})
