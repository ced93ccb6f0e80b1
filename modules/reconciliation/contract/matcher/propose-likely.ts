import type { Proposal, Signal } from '../outcome.ts'
import { TIMING_DAYS } from '../outcome.ts'
import { amountKeyOf, byAmount, daysBetweenItems, type LeftOver } from './left-overs.ts'
import { likenessOfNames, likenessOfWords } from './words.ts'

/** What a proposal needs, and how far the next best has to lie behind it; points of 1,000. */
export const MIN_SCORE = 900
export const MIN_LEAD = 200
/** Points of the same amount, which is required, and the most that days, names and texts add to it. */
const POINTS = { amount: 500, day: 100, party: 250, text: 150 } as const
/** Most records of one amount that are compared with a row: more of them are not told apart by words. */
const MAX_ALIKE = 50

interface Scored {
  readonly order: LeftOver
  readonly row: LeftOver
  readonly score: number
  readonly signals: readonly Signal[]
}

/** Returns a pair with its points, or null for one that is neither good enough nor a rival of one that is. */
function scored(order: LeftOver, row: LeftOver): Scored | null {
  const day = Math.floor((POINTS.day * (TIMING_DAYS - daysBetweenItems(order, row))) / TIMING_DAYS)
  const party = Math.floor((likenessOfNames(order.name, row.name) * POINTS.party) / 1_000)
  const text = Math.floor((likenessOfWords(order.words, row.words) * POINTS.text) / 1_000)
  const score = POINTS.amount + day + party + text
  if (score <= MIN_SCORE - MIN_LEAD) return null
  const told: readonly (readonly [Signal, number])[] = [
    ['amount', POINTS.amount],
    ['day', day],
    ['party', party],
    ['text', text],
  ]
  return { order, row, score, signals: told.filter(([, points]) => points > 0).map(([signal]) => signal) }
}

/**
 * Proposes pairs of the same amount, at most `TIMING_DAYS` apart, by days, names and texts. A pair is proposed when it is the best of
 * its record and of its row, and far better than the next best of either.
 */
export function proposeLikely(orders: readonly LeftOver[], rows: readonly LeftOver[]): Proposal[] {
  const candidates = byAmount(orders)
  const pairs = rows.flatMap(row => {
    const alike = (candidates.get(amountKeyOf(row)) ?? []).filter(one => daysBetweenItems(one, row) <= TIMING_DAYS)
    if (alike.length > MAX_ALIKE) return []
    return alike.map(order => scored(order, row)).filter(pair => pair !== null)
  })
  const byOrder = Map.groupBy(pairs, ({ order }) => order)
  const byRow = Map.groupBy(pairs, ({ row }) => row)
  const leads = (pair: Scored, rivals: readonly Scored[] = []) =>
    rivals.every(one => one === pair || one.score <= pair.score - MIN_LEAD)
  return pairs
    .filter(pair => pair.score >= MIN_SCORE && leads(pair, byOrder.get(pair.order)) && leads(pair, byRow.get(pair.row)))
    .map(({ order, row, score, signals }) => ({
      by: 'score',
      orders: [order.id],
      rows: [row.id],
      score,
      signals,
    }))
}
