import { fen } from '@wattyard/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Balances, balancesBefore, withBalances } from './statement.ts'

const amounts = fc.record({
  principal: fc.bigInt({ min: -9_000n, max: 9_000n }).map(fen),
  gift: fc.bigInt({ min: -9_000n, max: 9_000n }).map(fen),
  frozen: fc.bigInt({ min: -9_000n, max: 9_000n }).map(fen),
  owed: fc.bigInt({ min: -9_000n, max: 9_000n }).map(fen),
})
const KEYS = ['principal', 'gift', 'frozen', 'owed'] as const satisfies readonly (keyof Balances)[]

it('balances after movements lead from the end of a period to its beginning (2,000 runs)', () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 12 }), amounts, (changes, closing) => {
      const told = withBalances(
        changes.map(change => ({ change })),
        closing,
      )
      told.forEach(({ balances, change }, at) => {
        const before = told[at + 1]?.balances ?? balancesBefore(told, closing)
        for (const key of KEYS) expect(balances[key] - change[key]).toBe(before[key])
      })
      expect(told[0]?.balances ?? closing).toEqual(closing)
    }),
    { numRuns: 2_000 },
  )
})
