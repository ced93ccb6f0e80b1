import { addFen, type Fen, ZERO_FEN } from '@wattyard/money'
import { type Side, SIDES } from '../item.ts'
import type { Outcome, OutcomeKind, SideCounts, Summary } from '../outcome.ts'
import type { StoredItem } from './item-store.ts'

/** Counts what a run tells. */
export interface Tally {
  told(outcome: Outcome): void
  elsewhere(items: readonly StoredItem[]): void
  settled(side: Side): void
  summary(isFlooded: boolean): Summary
}

type Counts = { -readonly [name in keyof SideCounts]: number }
const noCounts = (): Counts => ({ matched: 0, waiting: 0, difference: 0, idle: 0, elsewhere: 0, settled: 0 })

export function createTally(): Tally {
  const sides: Record<Side, Counts> = { order: noCounts(), ledger: noCounts(), channel: noCounts() }
  const kinds = new Map<OutcomeKind, number>()
  const sums: { surplus: Fen; shortage: Fen } = { surplus: ZERO_FEN, shortage: ZERO_FEN }
  return {
    told({ kind, standing, delta, orders, lines, rows }) {
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      sides.order[standing] += orders.length
      sides.ledger[standing] += lines.length
      sides.channel[standing] += rows.length
      if (standing !== 'difference') return
      const name = delta > ZERO_FEN ? 'surplus' : 'shortage'
      sums[name] = addFen(sums[name], delta)
    },
    elsewhere(items) {
      for (const { side } of items) sides[side].elsewhere += 1
    },
    settled(side) {
      sides[side].settled += 1
    },
    summary: isFlooded => ({
      sides: Object.fromEntries(SIDES.map(side => [side, { ...sides[side] }])) as Record<Side, SideCounts>, // every side was given its counts
      kinds: Object.fromEntries(kinds),
      ...sums,
      isFlooded,
    }),
  }
}
