import { ZERO_FEN } from '@wattyard/money'
import type { Proposal } from '../outcome.ts'
import { SUM_DAYS } from '../outcome.ts'
import { daysBetweenItems, type LeftOver, sortOf } from './left-overs.ts'

/** Most items among which a sum is looked for: 2²⁵ subsets, in two halves of 2¹³. */
export const MAX_PARTS = 25
/** Most targets that are tried in a run. */
export const MAX_TARGETS = 2_000
/** Points of a sum: it is a solution, and no evidence that it is the true one. */
const SUM_SCORE = 900

/**
 * Proposes records that one row pays together, and rows that pay one record together: the only subset of at least two with the
 * exact amount. With two solutions it proposes none.
 */
export function proposeSums(orders: readonly LeftOver[], rows: readonly LeftOver[]): Proposal[] {
  const of = (targets: readonly LeftOver[], parts: readonly LeftOver[], areRows: boolean): Proposal[] =>
    targets.slice(0, MAX_TARGETS).flatMap(target => {
      const found = onlySum(target, parts)
      if (found === null) return []
      const ids = found.map(({ id }) => id).toSorted()
      const [own, other] = areRows ? [[target.id], ids] : [ids, [target.id]]
      return [{ by: 'sum', orders: own, rows: other, score: SUM_SCORE, signals: ['sum', 'day'] }]
    })
  // In the order of ids, so that a run with too many targets tries the same ones.
  const inOrder = (list: readonly LeftOver[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return [...of(inOrder(rows), orders, false), ...of(inOrder(orders), rows, true)]
}

function onlySum(target: LeftOver, parts: readonly LeftOver[]): LeftOver[] | null {
  const whole = target.item.amount
  const isPart = ({ item: { amount } }: LeftOver) =>
    whole > ZERO_FEN ? amount > ZERO_FEN && amount < whole : amount < ZERO_FEN && amount > whole
  const candidates = parts.filter(
    one => isPart(one) && sortOf(one) === sortOf(target) && daysBetweenItems(one, target) <= SUM_DAYS,
  )
  if (candidates.length < 2 || candidates.length > MAX_PARTS) return null
  const chosen = onlySubset(
    candidates.map(({ item }) => item.amount),
    whole,
  )
  return chosen === null ? null : candidates.filter((_, i) => chosen.has(i))
}

/** Returns the places of the only subset with this sum; null when there is none or a second one. */
export function onlySubset(amounts: readonly bigint[], whole: bigint): ReadonlySet<number> | null {
  const half = amounts.length >> 1
  const left = sumsOf(amounts.slice(0, half))
  const right = sumsOf(amounts.slice(half))
  const places = new Map<bigint, number[]>()
  for (const [mask, sum] of left.entries()) {
    const known = places.get(sum)
    if (known === undefined) places.set(sum, [mask])
    else if (known.length === 1) known.push(mask)
  }
  let found: number[] | null = null
  for (const [mask, sum] of right.entries()) {
    const fitting = places.get(whole - sum)
    if (fitting === undefined) continue
    if (found !== null || fitting.length > 1) return null
    found = [fitting[0] ?? 0, mask]
  }
  if (found === null) return null
  const [low = 0, high = 0] = found
  const isChosen = (i: number) => (i < half ? (low >> i) & 1 : (high >> (i - half)) & 1) === 1
  return new Set([...amounts.keys()].filter(isChosen))
}

/** Returns the sum of each subset, by the bits of its number. */
function sumsOf(amounts: readonly bigint[]): bigint[] {
  let sums = [0n]
  for (const amount of amounts) sums = [...sums, ...sums.map(sum => sum + amount)]
  return sums
}
