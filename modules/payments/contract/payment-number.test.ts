import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NUMBER_KINDS, NUMBER_LENGTH, numberOf, readNumber } from './payment-number.ts'

const ids = fc.uuid()
const kinds = fc.constantFrom(...NUMBER_KINDS)
/** What the stricter of the two channels takes as the merchant's number of a payment. */
const ON_THE_WIRE = /^[0-9A-Za-z_]{6,32}$/

describe('numbers on the wire', () => {
  test('are as computed by hand', () => {
    expect(numberOf('payment', '00000000-0000-0000-0000-000000000000')).toBe('P00000000000000000000000000')
    expect(numberOf('payment', '00000000-0000-0000-0000-00000000002f')).toBe('P0000000000000000000000001F')
    expect(numberOf('refundPart', 'ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('R7ZZZZZZZZZZZZZZZZZZZZZZZZZ')
  })

  test('lead back to their row and fit the channels (10,000 runs)', () => {
    fc.assert(
      fc.property(kinds, ids, (kind, id) => {
        const number = numberOf(kind, id)
        expect(readNumber(number)).toEqual({ kind, id })
        expect(number).toHaveLength(NUMBER_LENGTH)
        expect(number).toMatch(ON_THE_WIRE)
      }),
      { numRuns: 10_000 },
    )
  })

  test('sort as their ids do (10,000 runs)', () => {
    fc.assert(
      fc.property(kinds, ids, ids, (kind, a, b) => {
        expect(numberOf(kind, a) < numberOf(kind, b)).toBe(a < b)
      }),
      { numRuns: 10_000 },
    )
  })

  test('are written in one way: any other text with one changed character names another row or none (10,000 runs)', () => {
    const changes = fc.tuple(fc.nat({ max: NUMBER_LENGTH - 1 }), fc.string({ minLength: 1, maxLength: 1 }))
    fc.assert(
      fc.property(kinds, ids, changes, (kind, id, [at, sign]) => {
        const number = numberOf(kind, id)
        const changed = `${number.slice(0, at)}${sign}${number.slice(at + 1)}`
        const read = readNumber(changed)
        expect(read === null || numberOf(read.kind, read.id) === changed).toBe(true)
      }),
      { numRuns: 10_000 },
    )
  })

  test.each([
    ['', 'nothing'],
    ['P0000000000000000000000000', 'a digit less'],
    ['P000000000000000000000000000', 'a digit more'],
    ['P80000000000000000000000000', 'more than 128 bits'],
    ['P0000000000000000000000001f', 'lower case'],
    ['P0000000000000000000000001O', 'a letter that the alphabet leaves out'],
    ['X00000000000000000000000000', 'another kind'],
    ['P00000000000000000000000000\n', 'a line break'],
    ['00000000-0000-0000-0000-000000000000', 'an id'],
  ])('%j is no number: %s', text => {
    expect(readNumber(text)).toBeNull()
  })

  test.each(['', 'P00000000000000000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', '0'.repeat(32)])(
    '%j is no id',
    text => {
      expect(() => numberOf('payment', text)).toThrow(RangeError)
    },
  )
})
