import { businessDay } from '@wattyard/time'
import { expect, test } from 'vitest'
import { anEmptyBill } from '../../contract/daily-bill.ts'
import type { DailyBill } from '../bill/read-bills.ts'
import { writeBill } from './day-leaves.ts'

const bill: DailyBill = {
  ...anEmptyBill(),
  day: businessDay('2026-11-20'),
  stationId: 's',
  operatorId: 'o',
  state: 'closed',
  closeId: 'c',
  sealedAt: 1,
}

test('the leaf of a bill keeps its fields for ever: another one would break the seals of all closed days', () => {
  expect(Object.keys(JSON.parse(writeBill(bill)) as object).toSorted()).toMatchInlineSnapshot(`
    [
      "abnormalOpen",
      "day",
      "discount_fen",
      "electricity_fen",
      "energies",
      "leaf",
      "operatorId",
      "orders",
      "paidGift_fen",
      "paidPrincipal_fen",
      "receivable_fen",
      "refunded_fen",
      "service_fen",
      "stationId",
      "total_fen",
    ]
  `)
  expect(writeBill({ ...bill, abnormalSealed: 7, sealedAt: 2 })).toBe(writeBill(bill))
  expect(writeBill({ ...bill, abnormalOpen: 7 })).not.toBe(writeBill(bill))
})
