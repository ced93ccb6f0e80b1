import { expect, test } from 'vitest'
import { CONNECTOR_STATES, PILE_STATUSES, STATION_STATUSES } from '../words.ts'
import {
  availabilityOf,
  type LastContact,
  type LastReport,
  type LiveCounts,
  PILE_LIVES,
  pileLiveOf,
  REPORTED_STATES,
  reportedOf,
  STATION_LIVES,
  stationLiveOf,
} from './live-status.ts'

const here: LastContact = { isOnline: true, connectedAt: 100, lastAt: 900 }
const gone: LastContact = { isOnline: false, connectedAt: 100, lastAt: 900 }
const never: LastContact = { isOnline: false, connectedAt: null, lastAt: null }
const report = (connector: number, state: LastReport['state'], at = 500): LastReport => ({ connector, state, at })

test.each([
  ['fault', ['charging', 'fault', 'idle']],
  ['charging', ['idle', 'plugged', 'charging', 'unavailable']],
  ['occupied', ['idle', 'suspended']],
  ['occupied', ['reserved', 'unavailable']],
  ['idle', ['unavailable', 'idle']],
  ['unavailable', ['unavailable', 'unavailable']],
] as const)('a connected pile is %s when its connectors are %j', (reported, states) => {
  expect(
    reportedOf(
      here,
      states.map((state, at) => report(at + 1, state)),
    ).reported,
  ).toBe(reported)
})

test('each state of a connector makes a connected pile something, and never offline', () => {
  for (const state of CONNECTOR_STATES)
    expect(['offline', 'never']).not.toContain(reportedOf(here, [report(1, state)]).reported)
})

test('the state began with the first of the connectors that have it', () => {
  const reports = [report(1, 'fault', 700), report(2, 'fault', 600), report(3, 'idle', 300)]
  expect(reportedOf(here, reports)).toEqual({ reported: 'fault', since: 600 })
})

test('the pile itself, connector 0, speaks only of its faults', () => {
  expect(reportedOf(here, [report(0, 'fault'), report(1, 'idle')]).reported).toBe('fault')
  expect(reportedOf(here, [report(0, 'unavailable'), report(1, 'idle')]).reported).toBe('idle')
  expect(reportedOf(here, [report(0, 'idle')])).toEqual({ reported: 'unavailable', since: 100 })
})

test('the last report of a pile that is gone does not count, and its age is that of the last contact', () => {
  expect(reportedOf(gone, [report(1, 'fault')])).toEqual({ reported: 'offline', since: 900 })
  expect(reportedOf(never, [])).toEqual({ reported: 'never', since: null })
})

test('only a normal pile at an open station shows what it reports, and any that charges', () => {
  for (const status of PILE_STATUSES)
    for (const stationStatus of STATION_STATUSES)
      for (const reported of REPORTED_STATES) {
        const isInService = status === 'normal' && stationStatus === 'open'
        const expected = status === 'retired' ? 'retired' : isInService || reported === 'charging' ? reported : 'out'
        expect(pileLiveOf(reported, { status, stationStatus })).toBe(expected)
      }
})

test.each([
  ['fault', { fault: 1, offline: 5, charging: 2 }],
  ['offline', { offline: 2, never: 1, out: 3 }],
  ['partly', { offline: 1, charging: 4 }],
  ['never', { never: 2 }],
  ['charging', { charging: 1, idle: 9, never: 1 }],
  ['charging', { occupied: 1, idle: 9 }],
  ['idle', { idle: 1, unavailable: 3, out: 1 }],
  ['unavailable', { unavailable: 2 }],
  ['empty', { out: 2, retired: 1 }],
  ['empty', {}],
] as const satisfies readonly (readonly [string, LiveCounts])[])(
  'an open station is %s with piles %j',
  (live, counts) => {
    expect(stationLiveOf('open', counts)).toBe(live)
  },
)

test('piles are usable of those that are installed: not of those that have not connected yet', () => {
  expect(availabilityOf({ idle: 2, charging: 1, fault: 1, offline: 1, never: 3, out: 4 })).toEqual({
    usable: 3,
    installed: 5,
  })
  expect(availabilityOf({ never: 3, out: 1 })).toBeNull()
})

test('a station that is not open is out, whatever its piles do', () => {
  const others = STATION_STATUSES.filter(status => status !== 'open')
  expect(others.map(status => stationLiveOf(status, { fault: 1, charging: 3 }))).toEqual(others.map(() => 'out'))
})

test('the words of both statuses are told apart', () => {
  expect(new Set(PILE_LIVES).size).toBe(PILE_LIVES.length)
  expect(new Set(STATION_LIVES).size).toBe(STATION_LIVES.length)
})
