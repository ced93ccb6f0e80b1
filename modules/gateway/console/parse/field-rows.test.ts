import { expect, test } from 'vitest'
import type { ParsedField } from '../../contract/index.ts'
import { closedAtFirst, fieldAt, openRows, rowsOf } from './field-rows.ts'

const field = (path: string, from: number, to: number): ParsedField => ({
  path,
  labels: path.split('/').map(name => name.toUpperCase()),
  from,
  to,
  raw: '',
  value: '',
  isNumber: false,
  unit: null,
  meaning: null,
  problem: null,
})

const fields = [
  field('type', 0, 1),
  field('rates/tip/price', 1, 3),
  field('rates/tip/fee', 3, 4),
  field('rates/peak/price', 4, 6),
  field('crc', 6, 8),
]

test('groups stand before their fields and cover their bytes', () => {
  expect(
    rowsOf(fields).map(
      row => `${'-'.repeat(row.level)}${row.label} ${row.from}–${row.to}${row.field === null ? ` (${row.count})` : ''}`,
    ),
  ).toEqual([
    'TYPE 0–1',
    'RATES 1–6 (3)',
    '-TIP 1–4 (2)',
    '--PRICE 1–3',
    '--FEE 3–4',
    '-PEAK 4–6 (1)',
    '--PRICE 4–6',
    'CRC 6–8',
  ])
})

test('a closed group hides what is below it, at every depth', () => {
  const rows = rowsOf(fields)
  expect(openRows(rows, new Set(['rates/'])).map(row => row.label)).toEqual(['TYPE', 'RATES', 'CRC'])
  expect(openRows(rows, new Set(['rates/tip/'])).map(row => row.label)).toEqual([
    'TYPE',
    'RATES',
    'TIP',
    'PEAK',
    'PRICE',
    'CRC',
  ])
})

test('long groups are closed at first', () => {
  const slots = Array.from({ length: 48 }, (_, i) => field(`slots/${i}/rate`, i, i + 1))
  expect([...closedAtFirst(rowsOf([...slots, ...fields]))]).toEqual(['slots/'])
})

test('a byte belongs to the field that covers it', () => {
  expect([0, 2, 3, 7, 8].map(at => fieldAt(fields, at))).toEqual([0, 1, 2, 4, null])
})

test('two fields with the same name have their own rows', () => {
  const rows = rowsOf([field('a', 0, 1), field('a', 1, 2)])
  expect(new Set(rows.map(row => row.key)).size).toBe(2)
})
