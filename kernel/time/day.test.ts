import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  businessDay,
  businessDayOf,
  dayRange,
  daysBetween,
  eachDay,
  HOUR_MS,
  instantAt,
  isBusinessDay,
  localDayOf,
  MAX_DAYS,
  monthOf,
  settableClock,
  systemClock,
  todayIn,
  weekdayOf,
} from './index.ts'

const at = (text: string) => Date.parse(text)
const zones = fc.constantFrom('Asia/Shanghai', 'Europe/Madrid', 'Atlantic/Canary', 'Australia/Lord_Howe', 'UTC')
const cutoffs = fc.oneof(fc.constantFrom(0, 60, 90, 120, 150, 180, 240), fc.integer({ min: 0, max: 1439 }))
const anyInstant = fc.integer({ min: at('1992-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') })
/** Instants within a day of a change of the clock, where the laws are hard. */
const nearChange = fc
  .tuple(
    fc.constantFrom('2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'),
    fc.integer({ min: -30 * HOUR_MS, max: 30 * HOUR_MS }),
  )
  .map(([text, off]) => at(text) + off)
const instants = fc.oneof(anyInstant, nearChange)

describe('business day', () => {
  it('takes only days that exist, in strict text', () => {
    expect(businessDay('2024-02-29')).toBe('2024-02-29')
    for (const text of [
      '2023-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '26-01-01',
      '2026-1-1',
      '2026-01-01 ',
    ]) {
      expect([text, isBusinessDay(text)]).toEqual([text, false])
    }
    expect(() => businessDay('2300-01-01')).toThrow('time.not-a-day')
    expect(() => addDays(businessDay('2199-12-31'), 1)).toThrow('time.out-of-range')
    expect(() => addDays(businessDay('2026-01-01'), 1e12)).toThrow('time.out-of-range')
  })

  it('the day of an instant and the range of a day are exact inverses, whatever the cut-off and the clock do', () => {
    fc.assert(
      fc.property(instants, zones, cutoffs, (instant, zone, cutoff) => {
        const day = businessDayOf(instant, zone, cutoff)
        const { from, to } = dayRange(day, zone, cutoff)
        expect(from <= instant && instant < to).toBe(true)
        expect(businessDayOf(from, zone, cutoff)).toBe(day)
        expect(businessDayOf(to - 1, zone, cutoff)).toBe(day)
        expect(businessDayOf(to, zone, cutoff)).toBe(addDays(day, 1))
        expect(businessDayOf(from - 1, zone, cutoff)).toBe(addDays(day, -1))
      }),
      { numRuns: 1500 },
    )
  })

  it('days follow each other without gap or overlap', () => {
    fc.assert(
      fc.property(instants, zones, cutoffs, (instant, zone, cutoff) => {
        const day = businessDayOf(instant, zone, cutoff)
        expect(dayRange(day, zone, cutoff).to).toBe(dayRange(addDays(day, 1), zone, cutoff).from)
      }),
    )
  })

  it('has 23, 24 or 25 hours where the clock is changed', () => {
    const hours = (text: string, zone: string) => {
      const { from, to } = dayRange(businessDay(text), zone)
      return (to - from) / HOUR_MS
    }
    expect(hours('2026-03-29', 'Europe/Madrid')).toBe(23)
    expect(hours('2026-10-25', 'Europe/Madrid')).toBe(25)
    expect(hours('2026-03-29', 'Atlantic/Canary')).toBe(23)
    expect(hours('2026-10-25', 'Atlantic/Canary')).toBe(25)
    expect(hours('2026-03-29', 'Asia/Shanghai')).toBe(24)
    expect(hours('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5)
    // Samoa crossed the date line: 2011-12-30 did not take place.
    expect(hours('2011-12-30', 'Pacific/Apia')).toBe(0)
  })

  it('starts at the cut-off: the small hours belong to the day before', () => {
    expect(businessDayOf(at('2026-01-01T19:59:59Z'), 'Asia/Shanghai', 240)).toBe('2026-01-01')
    expect(businessDayOf(at('2026-01-01T20:00:00Z'), 'Asia/Shanghai', 240)).toBe('2026-01-02')
    expect(businessDayOf(at('2026-01-01T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-01-02')
    expect(() => dayRange(businessDay('2026-01-01'), 'UTC', 1440)).toThrow('time.out-of-range')
    expect(() => businessDayOf(0, 'UTC', -1)).toThrow('time.out-of-range')
    expect(() => businessDayOf(0, 'UTC', 0.5)).toThrow('time.out-of-range')
  })

  it('a cut-off inside the missing or the doubled hour starts at the jump and at the first showing', () => {
    const spring = dayRange(businessDay('2026-03-29'), 'Europe/Madrid', 150)
    expect(spring.from).toBe(at('2026-03-29T01:00:00Z'))
    const autumn = dayRange(businessDay('2026-10-25'), 'Europe/Madrid', 150)
    expect(autumn.from).toBe(at('2026-10-25T00:30:00Z'))
    // The clock shows 02:10 for the second time: the wall clock is before the cut-off, the day has begun all the same.
    expect(businessDayOf(at('2026-10-25T01:10:00Z'), 'Europe/Madrid', 150)).toBe('2026-10-25')
  })

  it('tells the wall calendar from the accounting day where a clock goes back over midnight', () => {
    // Newfoundland used to change at 00:01, so one minute of the new day was followed by an hour of the old date.
    const second = at('2010-11-07T03:00:00Z')
    expect(localDayOf(second, 'America/St_Johns')).toBe('2010-11-06')
    expect(businessDayOf(second, 'America/St_Johns')).toBe('2010-11-07')
    expect(localDayOf(second, 'Asia/Shanghai')).toBe('2010-11-07')
  })

  it('counts, lists and names days', () => {
    expect(eachDay(businessDay('2026-02-27'), businessDay('2026-03-02'))).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ])
    expect(eachDay(businessDay('2026-03-02'), businessDay('2026-03-01'))).toEqual([])
    const first = businessDay('2026-01-01')
    expect(eachDay(first, addDays(first, MAX_DAYS - 1))).toHaveLength(MAX_DAYS)
    expect(() => eachDay(first, addDays(first, MAX_DAYS))).toThrow('time.out-of-range')
    expect(daysBetween(businessDay('2026-03-01'), businessDay('2026-02-28'))).toBe(-1)
    expect(monthOf(businessDay('2026-10-25'))).toBe(10)
    expect(['2026-03-29', '2026-03-30', '1969-12-28'].map(text => weekdayOf(businessDay(text)))).toEqual([7, 1, 7])
    expect(instantAt(businessDay('2026-01-02'), 90, 'Asia/Shanghai')).toBe(at('2026-01-01T17:30:00Z'))
  })

  it('adding days and counting them agree', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -10_000, max: 10_000 }), (instant, n) => {
        const day = businessDayOf(instant, 'UTC')
        expect(daysBetween(day, addDays(day, n))).toBe(n)
        expect(addDays(addDays(day, n), -n)).toBe(day)
        expect(weekdayOf(day)).toBe(new Date(instant).getUTCDay() || 7)
      }),
    )
  })
})

describe('clocks', () => {
  it('a settable clock stands still until it is set', () => {
    const clock = settableClock(at('2026-01-01T15:59:59Z'))
    expect(todayIn(clock, 'Asia/Shanghai')).toBe('2026-01-01')
    clock.advance(1000)
    expect(todayIn(clock, 'Asia/Shanghai')).toBe('2026-01-02')
    clock.advance(-1000)
    expect(clock.now()).toBe(at('2026-01-01T15:59:59Z'))
    clock.set(5)
    expect(clock.now()).toBe(5)
  })

  it('reads the machine', () => {
    const before = Date.now()
    expect(systemClock.now()).toBeGreaterThanOrEqual(before)
  })
})
