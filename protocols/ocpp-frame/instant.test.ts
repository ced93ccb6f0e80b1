import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstant, mendInstant, parseInstant } from './instant.ts'

describe('parseInstant', () => {
  it('agrees with the platform for every instant and offset', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (date, offset) => {
          expect(parseInstant(date.toISOString())).toBe(date.getTime())
          const local = new Date(date.getTime() + offset * 60_000)
          if (local.getUTCFullYear() < 1 || local.getUTCFullYear() > 9999) return
          const pad = (value: number) => String(value).padStart(2, '0')
          const zone = `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`
          expect(parseInstant(local.toISOString().replace('Z', zone))).toBe(date.getTime())
        },
      ),
    )
  })

  it('cuts fractions beyond milliseconds and takes a leap second', () => {
    expect(parseInstant('2026-11-20T08:00:00.9999999Z')).toBe(Date.UTC(2026, 10, 20, 8, 0, 0, 999))
    expect(parseInstant('2026-11-20T08:00:00.5+08:00')).toBe(Date.UTC(2026, 10, 20, 0, 0, 0, 500))
    expect(parseInstant('2016-12-31T23:59:60Z')).toBe(Date.UTC(2017, 0, 1))
  })

  it.each([
    '2026-11-20 08:00:00Z',
    '2026-11-20T08:00:00',
    '2026-11-20T08:00:00+08',
    '2026-02-29T08:00:00Z',
    '2026-13-01T08:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T08:00:00.Z',
    '2026-11-20T08:00:00Zjunk',
    'Fri Nov 20 2026 08:00:00',
    '',
  ])('refuses %j', text => {
    expect(parseInstant(text)).toBeNull()
  })
})

describe('mendInstant', () => {
  it.each([
    ['2026-11-20 08:00:00', 0, '2026-11-20T08:00:00Z'],
    ['2026-11-20T08:00:00', 480, '2026-11-20T08:00:00+08:00'],
    ['2026-11-20T08:00:00+02', 0, '2026-11-20T08:00:00+02:00'],
    ['2026-11-20T08:00:00-0330', 0, '2026-11-20T08:00:00-03:30'],
    ['2026/11/20 08:00:00', -210, '2026-11-20T08:00:00-03:30'],
    ['20261120T080000Z', 0, '2026-11-20T08:00:00Z'],
    ['2026-11-20T08:00Z', 0, '2026-11-20T08:00:00Z'],
    ['1795161600', 0, '2026-11-20T08:00:00.000Z'],
    ['1795161600123', 0, '2026-11-20T08:00:00.123Z'],
    ['2026-11-20T08:00:00,5Z', 0, '2026-11-20T08:00:00.5Z'],
  ])('%s', (text, offset, expected) => {
    expect(mendInstant(text, offset)).toBe(expected)
  })

  it('gives up on nonsense, and whatever it gives can be read', () => {
    expect(mendInstant('yesterday', 0)).toBeNull()
    expect(mendInstant('2026-02-30 08:00:00', 0)).toBeNull()
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-:T +Z./'.split('')), maxLength: 30 }), text => {
        const mended = mendInstant(text, 480)
        expect(parseInstant(mended ?? '2026-01-01T00:00:00Z')).not.toBeNull()
      }),
    )
  })

  it('formats as every peer reads it', () => {
    expect(formatInstant(0)).toBe('1970-01-01T00:00:00.000Z')
  })
})
