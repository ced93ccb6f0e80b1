import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBytes } from '../reading/read-file.ts'
import { anyStyle, writeStyled } from '../testing/any-mapping.ts'
import { anyPlaces, anyRows, codesOf, readDivided, rowsOf } from '../testing/properties.ts'
import { ZONE } from '../testing/true-rows.ts'
import { guessMapping } from './guess/guess-mapping.ts'
import { readDescribed } from './described-file.ts'
import { fileMappingSchema } from './mapping.ts'

/** What is read correctly and told. */
const NOTICES = new Set(['amount-grouped', 'amount-negative-zero'])

test('whatever the mapping is, rows that were written under it are read as they were', () => {
  fc.assert(
    fc.property(anyRows, anyStyle, anyPlaces, (rows, style, places) => {
      expect(fileMappingSchema.safeParse(style.mapping).success).toBe(true)
      const bytes = writeStyled(rows, style)
      fc.pre(bytes.length > 0)
      const read = readBytes(readDescribed(style.mapping, { zone: ZONE }), bytes)
      expect(codesOf(read.items).filter(code => !NOTICES.has(code))).toEqual([])
      expect(
        rowsOf(read.items).map(({ kind, at, amount, fee, orderNo, channelNo, refundNo, text }) => ({
          kind,
          at,
          amount,
          fee,
          orderNo,
          channelNo,
          refundNo,
          text,
        })),
      ).toEqual(
        rows.map(({ kind, at, amount, fee, orderNo, channelNo, refundNo, text }) => ({
          kind,
          at,
          amount,
          fee,
          orderNo,
          channelNo,
          refundNo,
          text,
        })),
      )
      expect(read.facts.unreadRows).toBe(0)
      expect(read.facts.agreement).toBe(style.mapping.trailer ? 'agree' : 'undeclared')
      expect(readDivided(readDescribed(style.mapping, { zone: ZONE }), bytes, places)).toEqual(read)
    }),
    { numRuns: 400 },
  )
})

test('a row that was cut out, or an amount that was changed, does not pass where there are totals', () => {
  fc.assert(
    fc.property(
      anyRows.filter(rows => rows.length > 1),
      anyStyle.filter(style => style.mapping.trailer !== undefined),
      fc.nat(11),
      (rows, style, at) => {
        const whole = writeStyled(rows, style)
        const less = writeStyled(rows.toSpliced(at % rows.length, 1), style)
        expect(less.length).toBeLessThan(whole.length)
        const told = style.mapping.trailer
        // The totals of the whole under the rows of the cut one.
        const text = decoded(whole, style.mapping.encoding)
        const cut = decoded(less, style.mapping.encoding)
        const trailer = text.slice(text.lastIndexOf(told?.start ?? ''))
        const forged = cut.slice(0, cut.lastIndexOf(told?.start ?? '')) + trailer
        const { facts } = readBytes(
          readDescribed({ ...style.mapping, encoding: 'utf-8' }, { zone: ZONE }),
          Buffer.from(forged),
        )
        expect(facts.agreement).toBe('differ')
      },
    ),
    { numRuns: 100 },
  )
})

const decoded = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes)

test('a guess that has no doubt reads every amount, and where totals agree they are found', () => {
  let sure = 0
  fc.assert(
    fc.property(
      anyRows.filter(rows => rows.length > 2),
      anyStyle,
      (rows, style) => {
        const bytes = writeStyled(rows, style)
        const guess = guessMapping(bytes, { currency: 'CNY', isOurs: text => text.startsWith('WY') })
        if (guess === null || guess.doubts.length > 0) return
        sure += 1
        expect(fileMappingSchema.safeParse(guess.mapping).success).toBe(true)
        const read = readBytes(readDescribed(guess.mapping, { zone: ZONE }), bytes)
        const sizes = (all: readonly { amount: bigint }[]) => all.map(({ amount }) => (amount < 0n ? -amount : amount))
        expect(sizes(rowsOf(read.items))).toEqual(sizes(rows))
        expect(guess.mapping.columns.orderNo).toBe(style.mapping.columns.orderNo)
        const found = style.mapping.trailer !== undefined && guess.agrees === true
        expect(found ? read.facts.agreement : 'agree').toBe('agree')
      },
    ),
    { numRuns: 300 },
  )
  expect(sure).toBeGreaterThan(30)
})
