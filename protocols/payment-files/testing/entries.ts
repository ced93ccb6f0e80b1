import fc from 'fast-check'
import { addDays, businessDay, instantAt } from '@wattyard/time'
import { BANK_ZONE, type TrueEntry, type TrueStatement } from './mt940.ts'
import { A_DAY } from './properties.ts'

/** Text of a bank within all its encodings: no sign of a format, no space at an end. */
const bankText = (maxLength: number) =>
  fc
    .array(fc.constantFrom(...'abcdefgXYZ0123456789 .,-()'.split('')), { maxLength })
    .map(signs => signs.join('').replace(/\s+/g, ' ').replace(/^-/, '').trim() || null)

const anyEntry: fc.Arbitrary<Omit<TrueEntry, 'bankNo'>> = fc.record({
  at: fc.integer({ min: 0, max: 30 }).map(days => instantAt(addDays(businessDay(A_DAY), days), 0, BANK_ZONE)),
  amount: fc.bigInt({ min: -9_999_999_999n, max: 9_999_999_999n }).filter(amount => amount !== 0n),
  ownNo: fc.option(fc.stringMatching(/^[A-Z0-9]{4,16}$/).filter(text => text !== 'NONREF')),
  counterparty: bankText(27),
  text: bankText(200),
})

/** Draws up to three statements of a bank, each with up to eight entries. */
export const anyStatements: fc.Arbitrary<TrueStatement[]> = fc
  .array(
    fc.record({
      opening: fc.bigInt({ min: -10_000_000n, max: 10_000_000n }),
      entries: fc.array(anyEntry, { maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map(statements =>
    statements.map(({ opening, entries }, i) => ({
      account: `ES91210004184502000513${32 + i}`,
      number: `${i + 1}/1`,
      opening,
      entries: entries.map((entry, k) => ({ ...entry, bankNo: `B${i}${k}` })),
    })),
  )
