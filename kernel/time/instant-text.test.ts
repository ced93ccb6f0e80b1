import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstant, NO_INSTANT, type ParsedInstant, parseLocalInstant } from './index.ts'

const at = (text: string) => Date.parse(text)
const exact = (text: string): ParsedInstant => ({ kind: 'exact', at: at(text) })
const FORMAT = 'YYYY-MM-DD HH:mm:ss'

describe('formatInstant', () => {
  it('writes the wall clock of the zone and -- for no instant', () => {
    expect(formatInstant(0, 'Asia/Shanghai')).toBe('1970-01-01 08:00:00')
    expect(formatInstant(at('2026-03-29T01:00:00.999Z'), 'Europe/Madrid')).toBe('2026-03-29 03:00:00')
    expect(formatInstant(NO_INSTANT, 'Asia/Shanghai')).toBe('--')
    expect(formatInstant(-2, 'UTC')).toBe('1969-12-31 23:59:59')
  })

  it('is read back to the same instant, or to the two that look alike', () => {
    const zones = fc.constantFrom('Asia/Shanghai', 'Europe/Madrid', 'Australia/Lord_Howe', 'America/New_York')
    const seconds = fc.oneof(
      fc.integer({ min: at('1992-01-01T00:00:00Z') / 1000, max: at('2099-01-01T00:00:00Z') / 1000 }),
      fc.integer({ min: at('2026-10-24T20:00:00Z') / 1000, max: at('2026-10-25T04:00:00Z') / 1000 }),
    )
    fc.assert(
      fc.property(seconds, zones, (second, zone) => {
        const found = parseLocalInstant(formatInstant(second * 1000, zone), FORMAT, zone)
        const readings =
          found.kind === 'ambiguous' ? [found.earlier, found.later] : found.kind === 'exact' ? [found.at] : []
        expect(readings).toContain(second * 1000)
        expect(readings.map(reading => formatInstant(reading, zone))).toEqual(
          readings.map(() => formatInstant(second * 1000, zone)),
        )
      }),
      { numRuns: 1000 },
    )
  })
})

describe('parseLocalInstant', () => {
  it('says when the clock never showed the time', () => {
    expect(parseLocalInstant('2026-03-29 02:30:00', FORMAT, 'Europe/Madrid')).toEqual({
      kind: 'missing',
      gapAt: at('2026-03-29T01:00:00Z'),
      shifted: at('2026-03-29T01:30:00Z'),
    })
    expect(parseLocalInstant('2026-03-29 03:00:00', FORMAT, 'Europe/Madrid')).toEqual(exact('2026-03-29T01:00:00Z'))
    expect(parseLocalInstant('2026-03-29 01:59:59', FORMAT, 'Europe/Madrid')).toEqual(exact('2026-03-29T00:59:59Z'))
    expect(parseLocalInstant('2026-03-29 01:30:00', FORMAT, 'Atlantic/Canary').kind).toBe('missing')
    expect(parseLocalInstant('2011-12-30 12:00:00', FORMAT, 'Pacific/Apia').kind).toBe('missing')
  })

  it('says when the clock showed it twice', () => {
    expect(parseLocalInstant('2026-10-25 02:30:00', FORMAT, 'Europe/Madrid')).toEqual({
      kind: 'ambiguous',
      earlier: at('2026-10-25T00:30:00Z'),
      later: at('2026-10-25T01:30:00Z'),
    })
    expect(parseLocalInstant('2026-10-25 03:00:00', FORMAT, 'Europe/Madrid')).toEqual(exact('2026-10-25T02:00:00Z'))
    expect(parseLocalInstant('2026-10-25 02:00:00', FORMAT, 'Europe/Madrid').kind).toBe('ambiguous')
    expect(parseLocalInstant('2026-10-25 01:59:59', FORMAT, 'Europe/Madrid').kind).toBe('exact')
  })

  it('reads the formats that session files use', () => {
    const cases: readonly [string, string, string, string][] = [
      ['21.12.2018 10:20', 'DD.MM.YYYY HH:mm', 'Europe/Oslo', '2018-12-21T09:20:00Z'],
      ['2017-08-31 22:12', 'YYYY-MM-DD HH:mm', 'Europe/London', '2017-08-31T21:12:00Z'],
      ['1/9/2020 9:05 PM', 'M/D/YYYY h:mm A', 'Asia/Shanghai', '2020-01-09T13:05:00Z'],
      ['12:00 AM 2020-01-09', 'hh:mm A YYYY-MM-DD', 'UTC', '2020-01-09T00:00:00Z'],
      ['20200109120000', 'YYYYMMDDHHmmss', 'UTC', '2020-01-09T12:00:00Z'],
      ['2020-01-09T12:00:00.5', 'YYYY-MM-DDTHH:mm:ss.SSS', 'UTC', '2020-01-09T12:00:00.500Z'],
      ['2020-01-09T12:00:00.123456', 'YYYY-MM-DDTHH:mm:ss.SSS', 'UTC', '2020-01-09T12:00:00.123Z'],
      ['2020-01-09', 'YYYY-MM-DD', 'Asia/Shanghai', '2020-01-08T16:00:00Z'],
      ['2020年1月9日 8时', 'YYYY年M月D日 H时', 'Asia/Shanghai', '2020-01-09T00:00:00Z'],
    ]
    for (const [text, format, zone, expected] of cases) {
      expect([text, parseLocalInstant(text, format, zone)]).toEqual([text, exact(expected)])
    }
  })

  it('an offset in the text settles it, also in the doubled hour', () => {
    const read = (text: string) => parseLocalInstant(text, 'YYYY-MM-DDTHH:mm:ssZ', 'Europe/Madrid')
    expect(read('2026-10-25T02:30:00+02:00')).toEqual(exact('2026-10-25T00:30:00Z'))
    expect(read('2026-10-25T02:30:00+0100')).toEqual(exact('2026-10-25T01:30:00Z'))
    expect(read('2026-10-25T02:30:00Z')).toEqual(exact('2026-10-25T02:30:00Z'))
    expect(read('2026-10-25T02:30:00-03:30')).toEqual(exact('2026-10-25T06:00:00Z'))
    expect(read('2026-10-25T02:30:00+25:00')).toEqual({ kind: 'invalid', reason: 'range' })
    expect(read('2026-10-25T02:30:00+01:75')).toEqual({ kind: 'invalid', reason: 'range' })
  })

  it('tells a wrong shape from a date that does not exist', () => {
    const kind = (text: string) => {
      const found = parseLocalInstant(text, FORMAT, 'UTC')
      return found.kind === 'invalid' ? found.reason : found.kind
    }
    expect(kind('2026-02-29 00:00:00')).toBe('range')
    expect(kind('2026-01-01 24:00:00')).toBe('range')
    expect(kind('2026-01-01 23:60:00')).toBe('range')
    expect(kind('2026-01-01 23:59:60')).toBe('range')
    expect(kind('2026-13-01 00:00:00')).toBe('range')
    expect(kind('2026-1-01 00:00:00')).toBe('shape')
    expect(kind('')).toBe('shape')
    expect(kind(`2026-01-01 00:00:00${' '.repeat(60)}`)).toBe('shape')
    expect(parseLocalInstant('1/9/2020 13:05 PM', 'M/D/YYYY h:mm A', 'UTC')).toEqual({
      kind: 'invalid',
      reason: 'range',
    })
  })

  it('refuses a format that cannot mean a date, and a zone that is none', () => {
    for (const format of ['HH:mm', 'YYYY-MM', 'YYYY-MM-DD MM', 'YYYY-MM-DD h:mm', 'YYYY-MM-DD HH A', 'x'.repeat(41)]) {
      expect(() => parseLocalInstant('2026-01-01', format, 'UTC')).toThrow('time.bad-format')
    }
    expect(() => parseLocalInstant('2026-01-01', 'YYYY-MM-DD', 'Mars/Phobos')).toThrow('time.unknown-zone')
  })

  it('takes every other character of the format for itself', () => {
    expect(parseLocalInstant('2026.01.01', 'YYYY.MM.DD', 'UTC').kind).toBe('exact')
    expect(parseLocalInstant('2026x01x01', 'YYYY.MM.DD', 'UTC')).toEqual({ kind: 'invalid', reason: 'shape' })
    expect(parseLocalInstant('(2026) 01+01*', '(YYYY) MM+DD*', 'UTC').kind).toBe('exact')
  })
})
