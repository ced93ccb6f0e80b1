import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, isZone, localMinuteOf, offsetMsAt, offsetSpanAt, TimeError } from './index.ts'

const ZONES = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Hong_Kong',
  'Europe/Madrid',
  'Atlantic/Canary',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'America/St_Johns',
  'Pacific/Apia',
  'UTC',
]
const at = (text: string) => Date.parse(text)
const instants = fc.integer({ min: at('1970-01-01T00:00:00Z'), max: at('2100-01-01T00:00:00Z') })

/** Independent oracle: Intl's own offset name (`GMT+08:05:43`), which the package does not use. */
function intlOffset(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(instant)
  const name = parts.find(part => part.type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', h = '0', m = '0', s = '0'] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000
}

describe('zones', () => {
  it('knows IANA names and nothing else', () => {
    for (const zone of ZONES) expect([zone, isZone(zone)]).toEqual([zone, true])
    for (const text of [
      '',
      '+08:00',
      'Mars/Phobos',
      'Asia/Shanghai ',
      'Asia',
      'a'.repeat(65),
      '../UTC',
      '8',
      'China',
    ]) {
      expect([text, isZone(text)]).toEqual([text, false])
    }
    expect(() => offsetMsAt(0, 'Mars/Phobos')).toThrow('time.unknown-zone')
  })

  it('agrees with Intl at any instant of any zone', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
        expect(offsetMsAt(instant, zone)).toBe(intlOffset(instant, zone))
      }),
      { numRuns: 1500 },
    )
  })

  it('agrees with Intl outside the cached years and before standard time', () => {
    for (const text of [
      '1895-05-05T00:00:00Z',
      '1900-12-31T15:54:16Z',
      '1940-07-01T00:00:00Z',
      '2250-07-01T00:00:00Z',
    ]) {
      for (const zone of ['Asia/Shanghai', 'Europe/Madrid', 'America/New_York']) {
        expect([text, zone, offsetMsAt(at(text), zone)]).toEqual([text, zone, intlOffset(at(text), zone)])
      }
    }
  })

  it('takes China as fixed only where it is: after the last summer time of 1991', () => {
    expect(offsetMsAt(at('1991-09-14T16:59:59Z'), 'Asia/Shanghai')).toBe(9 * HOUR_MS)
    expect(offsetMsAt(at('1991-09-14T17:00:00Z'), 'Asia/Shanghai')).toBe(8 * HOUR_MS)
    for (let day = at('1992-01-01T00:00:00Z'); day < at('2060-01-01T00:00:00Z'); day += 5 * DAY_MS) {
      expect(intlOffset(day, 'Asia/Shanghai')).toBe(8 * HOUR_MS)
    }
  })

  it('finds the change of the clock to the second', () => {
    const change = at('2026-03-29T01:00:00Z')
    expect(offsetMsAt(change - 1, 'Europe/Madrid')).toBe(HOUR_MS)
    expect(offsetMsAt(change, 'Europe/Madrid')).toBe(2 * HOUR_MS)
    expect(offsetSpanAt(change, 'Europe/Madrid')).toEqual({
      from: change,
      to: at('2026-10-25T01:00:00Z'),
      offsetMs: 2 * HOUR_MS,
    })
    expect(offsetSpanAt(change - 1, 'Europe/Madrid').to).toBe(change)
  })

  it('a span holds what it says from its first to its last millisecond', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), fc.nat(), (instant, zone, n) => {
        const span = offsetSpanAt(instant, zone)
        expect(span.from <= instant && instant < span.to).toBe(true)
        const inside = span.from + (n % Math.min(span.to - span.from, 2 ** 31))
        expect(offsetMsAt(inside, zone)).toBe(span.offsetMs)
      }),
    )
  })

  it('refuses instants that are none', () => {
    for (const instant of [Number.NaN, Number.POSITIVE_INFINITY, 8.65e15, -9e15]) {
      expect(() => offsetMsAt(instant, 'UTC')).toThrow(TimeError)
      expect(() => localMinuteOf(instant, 'Asia/Shanghai')).toThrow(TimeError)
    }
  })

  it('gives the minute of the local day', () => {
    expect(localMinuteOf(at('2026-01-01T16:00:00Z'), 'Asia/Shanghai')).toBe(0)
    expect(localMinuteOf(at('2026-01-01T15:59:59.999Z'), 'Asia/Shanghai')).toBe(1439)
    expect(localMinuteOf(at('2026-03-29T01:00:00Z'), 'Europe/Madrid')).toBe(180)
    expect(localMinuteOf(at('2026-10-25T01:00:00Z'), 'Europe/Madrid')).toBe(120)
    expect(localMinuteOf(at('1969-12-31T23:59:59Z'), 'UTC')).toBe(1439)
  })
})
