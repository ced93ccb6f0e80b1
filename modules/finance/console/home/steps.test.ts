import { ORDER_STATES } from '@wattyard/charging/contract'
import { expect, test } from 'vitest'
import { FIRST_STEPS, isStarting } from './steps.ts'

test('first steps are shown to a company that is known to have no order', () => {
  expect([undefined, 0, 1].map(orders => isStarting(orders, 1))).toEqual([false, true, false])
})

test('who puts a station into operation finds those that are being built', () => {
  expect(FIRST_STEPS.find(({ key }) => key === 'open')?.page).toBe('/device/station?f.status=building')
})

test('the first order is ticked once it has ended, not while it charges', () => {
  const states = FIRST_STEPS.find(({ key }) => key === 'order')?.query?.['filter.state'] ?? []
  const { draft, starting, charging, stopping, closed, ...ended } = Object.fromEntries(
    ORDER_STATES.map(state => [state, states.includes(state)]),
  )
  expect([draft, starting, charging, stopping, closed]).toEqual([false, false, false, false, false])
  expect(ended).toEqual({ ended: true, settled: true, abnormal: true, reversed: true })
})

test('they stay while orders come from stations that nobody has put into operation', () => {
  expect([undefined, 0, 1].map(stations => isStarting(3, stations))).toEqual([false, true, false])
})

test('the administrator alone is not yet an invited employee; of everything else one is enough', () => {
  expect(Object.fromEntries(FIRST_STEPS.map(({ key, done }) => [key, done]))).toEqual({
    operator: 1,
    people: 2,
    price: 1,
    station: 1,
    pile: 1,
    open: 1,
    order: 1,
  })
})
