import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OpenItem, oldestFirst } from './propose.ts'

const items = (prefix: string) =>
  fc
    .array(
      fc.record({
        day: fc.integer({ min: 1, max: 28 }),
        open: fc.bigInt({ min: 0n, max: 10_000n }),
      }),
      { maxLength: 12 },
    )
    .map(list =>
      list.map(
        ({ day, open }, at): OpenItem => ({
          id: `${prefix}${at}`,
          due: `2026-01-${String(day).padStart(2, '0')}`,
          open,
        }),
      ),
    )

test('the oldest are settled first on both sides, by no more than is open, until one side has nothing left', () => {
  fc.assert(
    fc.property(items('d'), items('c'), (debits, credits) => {
      const lines = oldestFirst(debits, credits)
      const taken = (id: string) =>
        lines.filter(line => line.debit === id || line.credit === id).reduce((sum, { amount }) => sum + amount, 0n)
      const sum = (list: readonly OpenItem[]) => list.reduce((all, { open }) => all + open, 0n)
      const least = sum(debits) < sum(credits) ? sum(debits) : sum(credits)
      expect(lines.reduce((all, { amount }) => all + amount, 0n)).toBe(least)
      expect(lines.every(({ amount }) => amount > 0n)).toBe(true)
      for (const side of [debits, credits])
        for (const one of side) {
          expect(taken(one.id)).toBeLessThanOrEqual(one.open)
          // Nothing of a younger one is taken while an older one has something left.
          const younger = taken(one.id) < one.open ? side.filter(({ due }) => due > one.due) : []
          expect(younger.filter(({ id }) => taken(id) > 0n)).toEqual([])
        }
    }),
  )
})
