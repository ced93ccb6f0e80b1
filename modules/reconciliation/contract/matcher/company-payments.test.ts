import { type Fen, fen } from '@wattyard/money'
import { addDays, businessDay } from '@wattyard/time'
import { describe, expect, test } from 'vitest'
import { runItems } from '../../testing/run-items.ts'
import { type Item, PLAIN_ITEM } from '../item.ts'
import { MAX_ALIKE } from './meet-companies.ts'
import { causeOfCompanyPayment, type CompanyPaymentRecord, itemOfCompanyPayment } from '../sides/company-items.ts'

const DAY = businessDay('2028-02-29')
const NAME = '深圳青禾电气设备有限公司'

const record = (part: Partial<CompanyPaymentRecord> = {}): CompanyPaymentRecord => ({
  id: 'd1',
  number: 'PM-2028-000004',
  kind: 'advancePaid',
  amount: fen(40_000n),
  paidOn: DAY,
  receipt: null,
  companyNames: [NAME, '深圳青禾'],
  reversedOn: null,
  ...part,
})
/** Our payment, and what the books say of it. */
const ours = (part: Partial<CompanyPaymentRecord> = {}): Item[] => {
  const order = itemOfCompanyPayment(record(part), 'CNY')
  return [
    order,
    {
      ...PLAIN_ITEM,
      ...causeOfCompanyPayment(record(part)),
      side: 'ledger',
      id: `${order.id}/1`,
      amount: order.amount,
      currency: 'CNY',
      at: null,
      day: DAY,
    },
  ]
}
const bank = (part: Partial<Item> = {}, id = 'b1'): Item => ({
  ...PLAIN_ITEM,
  side: 'channel',
  id,
  kind: 'refund',
  number: null,
  channelNo: `BK${id}`,
  amount: fen(-40_000n) satisfies Fen,
  currency: 'CNY',
  at: null,
  day: DAY,
  party: NAME,
  ...part,
})
/** A top-up of a member by a transfer that names nobody. */
const topUp = (amount: bigint, id = 'p1'): Item => ({
  ...PLAIN_ITEM,
  side: 'order',
  id,
  kind: 'payment',
  number: `P${id}`,
  channelNo: null,
  amount: fen(amount),
  currency: 'CNY',
  at: null,
  day: DAY,
})
const run = (items: readonly Item[]) =>
  runItems(items, {
    zone: 'Asia/Shanghai',
    known: Array.from({ length: 40 }, (_, i) => addDays(DAY, i - 20)),
    judged: { from: addDays(DAY, -12), to: addDays(DAY, 12) },
  })
const told = (items: readonly Item[]) =>
  run(items)
    .outcomes.map(({ kind, pass }) => (pass === null ? kind : `${kind} by ${pass}`))
    .toSorted()
const APART = ['channelMissing by number', 'channelOnly']

describe('a row whose text has a number of the payment', () => {
  test('is it, by our number, whatever stands around it', () => {
    const items = [...ours(), bank({ party: null, text: '货款 PM-2028-000004 青禾' })]
    expect(run(items).outcomes).toMatchObject([
      { kind: 'same', pass: 'mention', result: 'even', orders: ['d1'], lines: ['d1/1'], rows: ['b1'], delta: 0n },
    ])
  })

  test('is it by the receipt as well, days later, though the bank has a number of its own', () => {
    const text = '货款 HD-20280229-1'
    expect(told([...ours({ receipt: 'HD-20280229-1' }), bank({ party: null, text })])).toEqual(['same by mention'])
    expect(told([...ours({ receipt: 'HD-20280229-1' }), bank({ party: null, text, day: addDays(DAY, 8) })])).toEqual([
      'tooFarApart by mention',
    ])
  })

  test.each([
    ['a longer number', { text: '货款 PM-2028-0000041' }],
    ['money that came in', { text: 'PM-2028-000004', amount: fen(40_000n), kind: 'payment' }],
    ['another currency', { text: 'PM-2028-000004', currency: 'EUR' }],
    ['eleven days between', { text: 'PM-2028-000004', day: addDays(DAY, 11) }],
  ] as const)('is not with %s', (_, part) => {
    expect(told([...ours(), bank({ party: null, ...part })])).toEqual(APART)
  })

  test('with another amount is it and differs by that, unless another row has the amount', () => {
    const lone = { party: null, text: '货款 PM-2028-000004' }
    const less = bank({ ...lone, amount: fen(-39_980n) })
    expect(run([...ours(), less]).outcomes).toMatchObject([
      { kind: 'amountDiffers', pass: 'mention', standing: 'difference', delta: 20n, orders: ['d1'], rows: ['b1'] },
    ])
    expect(told([...ours(), less, bank(lone, 'b2')])).toEqual(['channelOnly', 'same by mention'])
    // Two parts of a sum: neither is the payment.
    expect(told([...ours(), less, bank({ ...lone, amount: fen(-20n) }, 'b2')])).toHaveLength(3)
  })

  test('is not when the bank names somebody else: it is proposed', () => {
    for (const party of ['广州明远物业管理有限公司', '王建国']) {
      const items = [...ours(), bank({ party, text: '货款 PM-2028-000004' })]
      expect(told(items)).toEqual(APART)
      expect(run(items).proposals).toMatchObject([{ orders: ['d1'], rows: ['b1'] }])
    }
    expect(told([...ours(), bank({ party: '深圳青禾电气设备有限公', text: '货款 PM-2028-000004' })])).toEqual([
      'same by mention',
    ])
  })

  test('is not by a receipt that stands in any text: a date, a few signs', () => {
    for (const receipt of ['20280229', '2028-02-29', 'S-HD-1', 'ABCDEFGHIJ'])
      expect(told([...ours({ receipt }), bank({ party: null, text: `货款 ${receipt}` })])).toEqual(APART)
  })

  test('is not when two rows have it, or one row has the numbers of two', () => {
    const text = 'PM-2028-000004'
    const lone = { party: null, text }
    expect(told([...ours(), bank(lone), bank(lone, 'b2')])).toHaveLength(3)
    const other = ours({ id: 'd2', number: 'PM-2028-000005' })
    expect(told([...ours(), ...other, bank({ party: null, text: 'PM-2028-000004 PM-2028-000005' })])).toHaveLength(3)
  })
})

describe('a row of the day and amount from or to the company', () => {
  test('is the payment, by its legal name, however it is written', () => {
    for (const party of [NAME, ' 深圳青禾电气设备有限公司 ', '深圳青禾电气设备（有限公司）'])
      expect(told([...ours(), bank({ party })]), party).toEqual(['same by company'])
  })

  test.each([
    ['the day after', { day: addDays(DAY, 1) }],
    ['a longer name, which is another company', { party: `${NAME}龙岗分公司` }],
    ['a part of the name', { party: '青禾' }],
    ['somebody else, whose text speaks of it', { party: '李四', text: NAME }],
    ['the short name, which may be all of another’s', { party: '深圳青禾' }],
    ['the name in a text, which may go on', { party: null, text: `付${NAME}货款` }],
  ] as const)('is not: %s', (_, part) => {
    expect(told([...ours(), bank(part)])).toEqual(APART)
  })

  test('is not when the receipt says another number than the bank', () => {
    expect(told([...ours({ receipt: 'HD-20280229-1' }), bank()])).toEqual(APART)
    expect(told([...ours({ receipt: 'BKb1' }), bank()])).toEqual(['same by channelNo'])
    // As it happened: the bank has a number of its own, and the text tells the receipt, which is too short to be enough.
    expect(told([...ours({ receipt: 'S-HD-1' }), bank({ text: '货款 S-HD-1' })])).toEqual(['same by company'])
  })

  test('is not while another row, or another payment, may stand in its place', () => {
    // The same company, paid the same twice: a person knows which.
    expect(told([...ours(), bank(), bank({ day: addDays(DAY, 1) }, 'b2')])).toHaveLength(3)
    expect(
      told([...ours(), ...ours({ id: 'd2', number: 'PM-2028-000005', paidOn: addDays(DAY, -2) }), bank()]),
    ).toHaveLength(3)
    // A row that names nobody.
    expect(told([...ours(), bank(), bank({ party: null }, 'b2')])).toHaveLength(3)
    // A row of somebody else is no doubt, nor is one a week away.
    expect(told([...ours(), bank(), bank({ party: '广州明远物业' }, 'b2')])).toEqual(['channelOnly', 'same by company'])
    expect(told([...ours(), bank(), bank({ party: null, day: addDays(DAY, 4) }, 'b2')])).toContain('same by company')
  })

  test('is not while a top-up of the amount says not from whom it came', () => {
    const received = ours({ kind: 'advanceReceived' })
    const row = bank({ kind: 'payment', amount: fen(40_000n) })
    expect(told([...received, row])).toEqual(['same by company'])
    expect(told([...received, row, topUp(40_000n)])).toHaveLength(3)
    expect(told([...received, row, topUp(40_100n)])).toContain('same by company')
  })
})

test('a payment that was taken back moved nothing; a row of it is a difference', () => {
  const [order, line] = ours({ reversedOn: DAY })
  const reversal: Item = { ...(line as Item), id: 'r/1', amount: fen(40_000n) }
  expect(told([order as Item, line as Item, reversal])).toEqual(['nothingMoved by number'])
  expect(told([order as Item, line as Item, reversal, bank()]).length).toBe(2)
})

test('what the books lack, or say otherwise, is told of a pair like of any other', () => {
  const [order, line] = ours()
  const text = 'PM-2028-000004'
  expect(told([order as Item, bank({ party: null, text })])).toEqual(['notBooked by mention'])
  const less: Item = { ...(line as Item), amount: fen(-39_000n) }
  expect(told([order as Item, less, bank({ party: null, text })])).toEqual(['bookedOtherwise by mention'])
})

describe('what is proposed', () => {
  const proposals = (items: readonly Item[]) =>
    run(items).proposals.map(({ orders, rows, score, signals }) => ({
      pair: `${orders.join()} ${rows.join()}`,
      score,
      signals,
    }))

  test('a row of the days beside, or one that does not tell the receipt we have: with the reasons', () => {
    expect(proposals([...ours(), bank({ day: addDays(DAY, 1) })])).toMatchObject([
      { pair: 'd1 b1', score: 816, signals: ['amount', 'day', 'party'] },
    ])
    expect(proposals([...ours({ receipt: 'S-HD-1' }), bank({ text: '货款' })])).toMatchObject([
      { pair: 'd1 b1', score: 850, signals: ['amount', 'day', 'party'] },
    ])
  })

  test('a row that calls the company otherwise, or in its text', () => {
    for (const part of [
      { party: '深圳青禾' },
      { party: null, text: `付${NAME}货款` },
      { party: null, text: '付 深圳青禾 货款' },
      { party: '深圳青禾电气设备有限公' },
    ])
      expect(proposals([...ours(), bank(part)]), JSON.stringify(part)).toMatchObject([{ pair: 'd1 b1' }])
  })

  test('of rows that look alike, all pairs: a person knows which; nobody chooses among five', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => bank({}, `b${i}`))
    expect(proposals([...ours(), ...rows(2)]).map(one => one.pair)).toEqual(['d1 b0', 'd1 b1'])
    expect(proposals([...ours(), ...rows(5)])).toEqual([])
  })

  test('never a row of another amount, of somebody else, or four days away', () => {
    for (const part of [{ amount: fen(-40_001n) }, { party: '广州明远物业' }, { day: addDays(DAY, 4) }])
      expect(proposals([...ours(), bank(part)])).toEqual([])
  })
})

test('very many of one amount are met by their numbers, and compared by name no longer than somebody would wait', () => {
  const count = 6_000
  const nameOf = (i: number) =>
    [0, 1, 2, 3].map(k => String.fromCodePoint(0x4e_00 + ((i * 7 + k * 5_003) % 20_000))).join('')
  const numberOf = (i: number) => `PM-2028-${`${i}`.padStart(6, '0')}`
  const items = (hasNumber: boolean) =>
    Array.from({ length: count }, (_, i) => [
      ...ours({ id: `d${i}`, number: numberOf(i), companyNames: [nameOf(i)] }),
      bank({ party: nameOf(i), text: hasNumber ? `货款 ${numberOf(i)}` : null }, `b${i}`),
    ]).flat()
  const start = performance.now()
  expect(run(items(true)).summary.kinds.same).toBe(count)
  expect(run(items(false)).summary.kinds.same ?? 0).toBe(0)
  // A few at a time are met by name.
  expect(run(items(false).slice(0, MAX_ALIKE * 3)).summary.kinds.same).toBe(MAX_ALIKE)
  expect(performance.now() - start).toBeLessThan(10_000)
})
