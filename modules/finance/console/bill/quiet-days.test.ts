import { expect, test } from 'vitest'
import type { DayOfBills } from '../../contract/index.ts'
import { leavesOut, withQuietDays } from './quiet-days.ts'

const range = { from: '2026-11-01', to: '2026-11-30', closings: [], nextDay: null, firstDay: null }
const [row] = withQuietDays([], { ...range, nextDay: '2026-11-04' })
if (!row) throw new Error('a day whose turn it is has a row')
const billed: DayOfBills = { ...row, day: '2026-11-05', orders: 3, stations: 1 }

test('a day without bills can be closed when it is due', () => {
  expect(row).toMatchObject({ day: '2026-11-04', state: 'open', stations: 0, closing: null })
  expect(withQuietDays([], { ...range, nextDay: '2026-12-01' })).toEqual([])
})

test('a closed day without bills shows its seal, newest first', () => {
  const closings = [
    { id: 'a', day: '2026-11-06', state: 'sealed' },
    { id: 'b', day: '2026-11-07', state: 'sealing' },
  ]
  const days = withQuietDays([billed], { ...range, closings })
  expect(days.map(day => [day.day, day.state, day.closing])).toEqual([
    ['2026-11-07', 'closing', 'b'],
    ['2026-11-06', 'closed', 'a'],
    ['2026-11-05', 'open', null],
  ])
})

test('a day with bills gets no extra row, and neither does a closing that was reopened', () => {
  const closings = [
    { id: 'a', day: '2026-11-05', state: 'sealed' },
    { id: 'b', day: '2026-11-03', state: 'reopened' },
  ]
  expect(withQuietDays([billed], { ...range, closings, nextDay: '2026-11-05' })).toEqual([billed])
})

test('closed days before the first order ever are left out, and the next to close never is', () => {
  const closings = [
    { id: 'a', day: '2026-11-03', state: 'sealed' },
    { id: 'b', day: '2026-11-04', state: 'sealed' },
    { id: 'c', day: '2026-11-06', state: 'sealed' },
  ]
  const known = { ...range, closings, firstDay: '2026-11-05' }
  expect(withQuietDays([billed], known).map(({ day }) => day)).toEqual(['2026-11-06', '2026-11-05'])
  expect(withQuietDays([], { ...known, nextDay: '2026-11-04' }).map(({ day }) => day)).toEqual([
    '2026-11-06',
    '2026-11-04',
  ])
  expect(leavesOut(known)).toBe(true)
  expect(leavesOut({ closings: closings.slice(2), firstDay: '2026-11-05' })).toBe(false)
  expect(leavesOut({ closings, firstDay: null })).toBe(false)
})
