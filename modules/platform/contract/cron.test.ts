import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cron, MAX_CRON, nextRun, nextRuns, readCron } from './cron.ts'

function cronOf(text: string): Cron {
  const read = readCron(text)
  if ('fault' in read) throw new Error(`${text}: ${read.fault}`)
  return read.cron
}
const after = (text: string, zone: string, at: string, count = 1) =>
  nextRuns(cronOf(text), zone, Date.parse(at), count).map(one => new Date(one).toISOString().replace('.000Z', 'Z'))

test('reads lists, ranges, steps and names', () => {
  expect(cronOf('*/20 8-18/5 1,15 jan,DEC mon-fri')).toEqual({
    minute: [0, 20, 40],
    hour: [8, 13, 18],
    day: [1, 15],
    month: [1, 12],
    weekday: [1, 2, 3, 4, 5],
    eitherDay: true,
  })
  expect(cronOf('50/5 0 * * 0,7').minute).toEqual([50, 55])
  expect(cronOf('0 0 * * 5-7').weekday).toEqual([0, 5, 6])
  expect(cronOf('  5   4 * * *  ').hour).toEqual([4])
})

test.each([
  ['* * * *', 'shape'],
  ['* * * * * *', 'shape'],
  ['', 'shape'],
  ['@daily', 'shape'],
  ['60 * * * *', 'minute'],
  ['-1 * * * *', 'minute'],
  ['5-1 * * * *', 'minute'],
  ['*/0 * * * *', 'minute'],
  ['1,,2 * * * *', 'minute'],
  ['1.5 * * * *', 'minute'],
  ['0 24 * * *', 'hour'],
  ['0 0 0 * *', 'day'],
  ['0 0 32 * *', 'day'],
  ['0 0 L * *', 'day'],
  ['0 0 * 13 *', 'month'],
  ['0 0 * foo *', 'month'],
  ['0 0 * * 8', 'weekday'],
  ['0 0 * * mon#2', 'weekday'],
  ['0 0 31 2 *', 'never'],
  ['0 0 31 4,6,9,11 *', 'never'],
  [`${'0,'.repeat(MAX_CRON)}0 0 * * *`, 'shape'],
])('refuses %j as %s', (text, fault) => {
  expect(readCron(text)).toEqual({ fault })
})

test('month ends, leap years and the turn of the year', () => {
  expect(after('0 3 31 * *', 'Asia/Shanghai', '2026-01-31T00:00:00Z', 3)).toEqual([
    '2026-03-30T19:00:00Z',
    '2026-05-30T19:00:00Z',
    '2026-07-30T19:00:00Z',
  ])
  expect(after('0 0 29 2 *', 'UTC', '2026-11-22T00:00:00Z', 2)).toEqual([
    '2028-02-29T00:00:00Z',
    '2032-02-29T00:00:00Z',
  ])
  expect(after('59 23 31 12 *', 'UTC', '2026-12-31T23:59:00Z')).toEqual(['2027-12-31T23:59:00Z'])
  expect(after('*/10 * * * *', 'UTC', '2026-12-31T23:50:00Z')).toEqual(['2027-01-01T00:00:00Z'])
  // 2096 to 2104 is the longest wait for a leap day.
  expect(nextRun(cronOf('0 0 29 2 *'), 'UTC', Date.parse('2096-03-01T00:00:00Z'))).toBe(
    Date.parse('2104-02-29T00:00:00Z'),
  )
})

test('of a named day and a named weekday either is enough; one of them alone decides', () => {
  expect(after('0 12 13 * fri', 'UTC', '2026-11-01T00:00:00Z', 3)).toEqual([
    '2026-11-06T12:00:00Z',
    '2026-11-13T12:00:00Z',
    '2026-11-20T12:00:00Z',
  ])
  expect(after('0 12 13 * *', 'UTC', '2026-11-01T00:00:00Z', 2)).toEqual([
    '2026-11-13T12:00:00Z',
    '2026-12-13T12:00:00Z',
  ])
  expect(after('0 12 * * 7', 'UTC', '2026-11-01T12:00:00Z')).toEqual(['2026-11-08T12:00:00Z'])
})

test('the night the clock is put forward: a time left out runs at the jump, once', () => {
  // Madrid, 29 March 2026: 02:00 → 03:00 at 01:00Z.
  expect(after('30 2 * * *', 'Europe/Madrid', '2026-03-28T12:00:00Z', 2)).toEqual([
    '2026-03-29T01:00:00Z',
    '2026-03-30T00:30:00Z',
  ])
  expect(after('0 2,3 * * *', 'Europe/Madrid', '2026-03-28T12:00:00Z', 2)).toEqual([
    '2026-03-29T01:00:00Z',
    '2026-03-30T00:00:00Z',
  ])
  expect(after('30 * * * *', 'Europe/Madrid', '2026-03-29T00:00:00Z', 3)).toEqual([
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:30:00Z',
    '2026-03-29T02:30:00Z',
  ])
})

test('the night the clock is put back: a named time runs once, what runs every hour goes on', () => {
  // Madrid, 25 October 2026: 03:00 → 02:00 at 01:00Z.
  expect(after('30 2 * * *', 'Europe/Madrid', '2026-10-24T12:00:00Z', 2)).toEqual([
    '2026-10-25T00:30:00Z',
    '2026-10-26T01:30:00Z',
  ])
  expect(after('*/30 * * * *', 'Europe/Madrid', '2026-10-24T23:45:00Z', 6)).toEqual([
    '2026-10-25T00:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:00:00Z',
    '2026-10-25T01:30:00Z',
    '2026-10-25T02:00:00Z',
    '2026-10-25T02:30:00Z',
  ])
})

test('zones with half hours and jumps of half an hour', () => {
  expect(after('0 9 * * *', 'Asia/Kolkata', '2026-11-22T00:00:00Z')).toEqual(['2026-11-22T03:30:00Z'])
  // Lord Howe, 5 April 2026: 02:00 → 01:30 at 15:00Z.
  expect(after('*/15 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:30:00Z', 4)).toEqual([
    '2026-04-04T14:45:00Z',
    '2026-04-04T15:00:00Z',
    '2026-04-04T15:15:00Z',
    '2026-04-04T15:30:00Z',
  ])
})

test('what runs every minute runs every minute, in any zone and at any time', () => {
  const every = cronOf('* * * * *')
  const zones = fc.constantFrom(
    'UTC',
    'Asia/Shanghai',
    'Europe/Madrid',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Havana',
  )
  const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })
  fc.assert(
    fc.property(zones, instants, (zone, at) => {
      expect(nextRun(every, zone, at)).toBe((Math.floor(at / 60_000) + 1) * 60_000)
    }),
  )
})

test('the next run is later, fits the clock or is a jump, and none lies in between', () => {
  const daily = cronOf('17 5 * * 1-5')
  const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })
  fc.assert(
    fc.property(instants, at => {
      const next = nextRun(daily, 'America/New_York', at) ?? 0
      expect(next).toBeGreaterThan(at)
      expect(next - at).toBeLessThanOrEqual(3 * 86_400_000 + 3_600_000)
      expect(nextRun(daily, 'America/New_York', next - 1)).toBe(next)
    }),
  )
})
