import { fen } from '@wattyard/money'
import { businessDay } from '@wattyard/time'
import { numberOf, PART_STATES, PAYMENT_STATES } from '@wattyard/payments/contract'
import { describe, expect, test } from 'vitest'
import { runItems } from '../../testing/run-items.ts'
import { PLAIN_ITEM } from '../item.ts'
import { type ClearingLine, itemOfLine } from './ledger-items.ts'
import { itemOfPart, itemOfPayment } from './order-items.ts'
import { settlementsOf } from './settlements.ts'

const ID = '019a0000-0000-7000-8000-00000000abcd'
const TERMS = { zone: 'Asia/Shanghai', currency: 'CNY' } as const
const AT = Date.parse('2028-02-28T16:00:01Z')
const DAY = businessDay('2028-02-29')
const record = { id: ID, amount: fen(5_000n), at: AT, channelNo: '4200' }

describe('our records', () => {
  test('a payment is counted on the day of the channel, with our number', () => {
    expect(itemOfPayment({ ...record, state: 'paid' }, TERMS)).toMatchObject({
      side: 'order',
      kind: 'payment',
      number: numberOf('payment', ID),
      amount: 5_000n,
      day: DAY,
      state: 'done',
    })
  })

  test('a part of a refund goes out', () => {
    const part = itemOfPart({ ...record, state: 'done' }, TERMS)
    expect(part).toMatchObject({ kind: 'refund', number: numberOf('refundPart', ID), amount: -5_000n })
  })

  test('each state says whether money moved, may move, or will not', () => {
    const payments = PAYMENT_STATES.map(state => `${state} ${itemOfPayment({ ...record, state }, TERMS).state}`)
    expect(payments.toSorted()).toEqual([
      'closed void',
      'created pending',
      'open pending',
      'paid done',
      'refused void',
      'reversed void',
      'unclear pending',
    ])
    const parts = PART_STATES.map(state => `${state} ${itemOfPart({ ...record, state }, TERMS).state}`)
    expect(parts.toSorted()).toEqual([
      'abnormal pending',
      'accepted pending',
      'done done',
      'dropped void',
      'failed void',
      'givenBack void',
      'replaced void',
      'sending pending',
      'unclear pending',
      'waiting void',
    ])
  })
})

describe('the books', () => {
  const line: ClearingLine = {
    journalId: 'j1',
    line: 1,
    kind: 'deposit',
    source: { type: 'payments.payment', id: ID },
    isDebit: true,
    amount: fen(5_000n),
    currency: 'CNY',
    effectiveAt: AT,
    bookedOn: DAY,
  }

  test('a line has the number of what caused it', () => {
    expect(itemOfLine(line)).toMatchObject({
      id: 'j1/1',
      kind: 'payment',
      number: numberOf('payment', ID),
      amount: 5_000n,
    })
    const part = { ...line, source: { type: 'payments.refundPart', id: ID }, isDebit: false }
    expect(itemOfLine(part)).toMatchObject({ kind: 'refund', number: numberOf('refundPart', ID), amount: -5_000n })
  })

  test.each([
    ['payout', 'payout'],
    ['fee', 'fee'],
    ['adjustment', 'other'],
  ] as const)('a journal of kind %s without a payment is %s', (kind, expected) => {
    const item = itemOfLine({ ...line, kind, source: { type: 'ledger.manual', id: 'x' } })
    expect(item).toMatchObject({ kind: expected, number: null })
  })

  test('a top-up that was typed in by mistake and reversed moved nothing', () => {
    const order = itemOfPayment({ ...record, state: 'reversed' }, TERMS)
    const reversal = { ...line, journalId: 'j2', kind: 'reversal', isDebit: false } as const
    const { outcomes } = runItems([order, itemOfLine(line), itemOfLine(reversal)], {
      zone: TERMS.zone,
      known: [DAY],
      judged: { from: DAY, to: DAY },
    })
    expect(outcomes).toMatchObject([{ kind: 'nothingMoved', lines: ['j1/1', 'j2/1'] }])
  })
})

test('a channel owes the sum of each day without its fees, and what is not done is not owed', () => {
  const row = (amount: bigint, fee: bigint | null, day: string, state: 'done' | 'pending' = 'done') => ({
    ...PLAIN_ITEM,
    side: 'channel' as const,
    id: 'x',
    kind: 'payment' as const,
    number: null,
    amount: fen(amount),
    fee: fee === null ? null : fen(fee),
    currency: 'CNY' as const,
    at: null,
    day: businessDay(day),
    state,
  })
  const rows = [
    row(100n, 1n, '2028-03-01'),
    row(-300n, null, '2028-02-29'),
    row(50n, 2n, '2028-02-29'),
    row(9n, 0n, '2028-02-29', 'pending'),
  ]
  expect(settlementsOf('m', rows)).toEqual([
    { merchant: 'm', day: '2028-02-29', amount: -252n, fees: 2n, count: 2 },
    { merchant: 'm', day: '2028-03-01', amount: 99n, fees: 1n, count: 1 },
  ])
})
