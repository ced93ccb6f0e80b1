import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  businessDay,
  businessDayOf,
  DAY_MS,
  dayRange,
  HOUR_MS,
  isPeriodKind,
  MAX_QUARTER_PIECES,
  nextQuarterBoundary,
  PERIOD_KINDS,
  PERIOD_PRECEDENCE,
  QUARTER_MS,
  quarterOf,
  splitAtQuarters,
  strongerPeriod,
} from './index.ts'

const at = (text: string) => Date.parse(text)
const quartersOfDay = (text: string, zone: string) => {
  const { from, to } = dayRange(businessDay(text), zone)
  return splitAtQuarters(from, to, zone)
}
const zones = fc.constantFrom(
  'Asia/Shanghai',
  'Europe/Madrid',
  'Atlantic/Canary',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
)
const starts = fc.oneof(
  fc.integer({ min: at('1992-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') }),
  fc.integer({ min: at('2026-03-28T00:00:00Z'), max: at('2026-03-30T00:00:00Z') }),
  fc.integer({ min: at('2026-10-24T00:00:00Z'), max: at('2026-10-26T00:00:00Z') }),
)

describe('quarter-hour grid', () => {
  it('I-08: pieces tile any 48 h window, and every instant lies in exactly one', () => {
    fc.assert(
      fc.property(starts, zones, fc.integer({ min: 0, max: 2 * DAY_MS - 1 }), (from, zone, off) => {
        const to = from + 2 * DAY_MS
        const pieces = splitAtQuarters(from, to, zone)
        expect(pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0)).toBe(2 * DAY_MS)
        expect(pieces[0]?.from).toBe(from)
        expect(pieces.at(-1)?.to).toBe(to)
        expect(pieces.filter((piece, i) => i > 0 && pieces[i - 1]?.to !== piece.from)).toEqual([])
        const instant = from + off
        const owners = pieces.filter(piece => piece.from <= instant && instant < piece.to)
        expect(owners).toHaveLength(1)
        expect(owners[0]?.quarter).toBe(quarterOf(instant, zone))
        expect(owners[0]?.day).toBe(businessDayOf(instant, zone))
      }),
      { numRuns: 300 },
    )
  })

  it('the next boundary is the first instant of another quarter', () => {
    fc.assert(
      fc.property(starts, zones, (instant, zone) => {
        const next = nextQuarterBoundary(instant, zone)
        expect(next > instant && next <= instant + QUARTER_MS).toBe(true)
        expect(quarterOf(next - 1, zone)).toBe(quarterOf(instant, zone))
        expect(quarterOf(next, zone)).not.toBe(quarterOf(instant, zone))
      }),
      { numRuns: 1000 },
    )
  })

  it('Madrid 2026-03-29 has 92 quarters and no hour 2; Canary has no hour 1', () => {
    const madrid = quartersOfDay('2026-03-29', 'Europe/Madrid')
    expect(madrid).toHaveLength(92)
    expect(madrid.filter(piece => Math.floor(piece.quarter / 4) === 2)).toEqual([])
    const canary = quartersOfDay('2026-03-29', 'Atlantic/Canary')
    expect(canary).toHaveLength(92)
    expect(canary.filter(piece => Math.floor(piece.quarter / 4) === 1)).toEqual([])
  })

  it('Madrid 2026-10-25 has 100 quarters and hour 2 twice; Canary has hour 1 twice', () => {
    const madrid = quartersOfDay('2026-10-25', 'Europe/Madrid')
    expect(madrid).toHaveLength(100)
    expect(madrid.map(piece => piece.quarter).slice(8, 16)).toEqual([8, 9, 10, 11, 8, 9, 10, 11])
    const canary = quartersOfDay('2026-10-25', 'Atlantic/Canary')
    expect(canary).toHaveLength(100)
    expect(canary.map(piece => piece.quarter).slice(4, 12)).toEqual([4, 5, 6, 7, 4, 5, 6, 7])
  })

  it('Shanghai always has 96, in order', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2024-02-29', '2025-12-31']) {
      expect(quartersOfDay(day, 'Asia/Shanghai').map(piece => piece.quarter)).toEqual([...Array(96).keys()])
    }
  })

  it('is not disturbed by the turn of the year in a zone without a full-hour offset', () => {
    const from = at('2025-12-31T23:50:00Z')
    expect(nextQuarterBoundary(from, 'Asia/Kathmandu')).toBe(at('2026-01-01T00:00:00Z'))
    // Liberia kept −0:44:30 until 1972: the turn of the UTC year is no boundary on its dial.
    expect(nextQuarterBoundary(at('1970-12-31T23:59:50Z'), 'Africa/Monrovia')).toBe(
      at('1970-12-31T23:59:30Z') + QUARTER_MS,
    )
  })

  it('ends a quarter at a change of the clock that is not on the grid', () => {
    // Newfoundland used to put its clock back at 00:01, to 23:01.
    const change = at('2010-11-07T02:31:00Z')
    expect(nextQuarterBoundary(change - 30_000, 'America/St_Johns')).toBe(change)
    const pieces = splitAtQuarters(change - 60_000, change + 15 * 60_000, 'America/St_Johns')
    expect(pieces.map(piece => [piece.day, piece.quarter, piece.to - piece.from])).toEqual([
      ['2010-11-07', 0, 60_000],
      ['2010-11-06', 92, 14 * 60_000],
      ['2010-11-06', 93, 60_000],
    ])
  })

  it('cuts nothing from an empty window and refuses an endless one', () => {
    expect(splitAtQuarters(5, 5, 'UTC')).toEqual([])
    expect(splitAtQuarters(5, 4, 'UTC')).toEqual([])
    expect(() => splitAtQuarters(0, MAX_QUARTER_PIECES * QUARTER_MS + 1, 'UTC')).toThrow('time.out-of-range')
    expect(splitAtQuarters(0, HOUR_MS, 'UTC')).toHaveLength(4)
  })
})

describe('periods', () => {
  it('has one tie order and one precedence over the same five', () => {
    expect(PERIOD_KINDS.join('')).toBe('JFPGS')
    expect([...PERIOD_PRECEDENCE].sort()).toEqual([...PERIOD_KINDS].sort())
    expect(['J', 'S', 'x', '', 'JF'].map(isPeriodKind)).toEqual([true, true, false, false, false])
  })

  it('the stronger of two periods does not depend on their order: J > S > F > G > P', () => {
    for (const a of PERIOD_KINDS) for (const b of PERIOD_KINDS) expect(strongerPeriod(a, b)).toBe(strongerPeriod(b, a))
    expect(PERIOD_KINDS.reduce(strongerPeriod)).toBe('J')
    expect(strongerPeriod('G', 'S')).toBe('S')
    expect(strongerPeriod('F', 'S')).toBe('S')
    expect(strongerPeriod('P', 'G')).toBe('G')
  })
})
