import type { PeriodKind } from '@wattyard/time'
import { type Cell, type Edit, pairOf, type Pair, samePriceText } from './edit-model.ts'

export const PARTS = ['electricity', 'service'] as const

/** Whether two prices are the same numbers. */
export const sameNumbers = (a: Pair, b: Pair): boolean =>
  samePriceText(a.electricity, b.electricity) && samePriceText(a.service, b.service)

export function sameCell(a: Cell, b: Cell): boolean {
  if (a === null || b === null) return a === b
  if (a.period !== b.period) return false
  return a.own === null || b.own === null ? a.own === b.own : sameNumbers(a.own, b.own)
}

/**
 * Returns the same content with the price of each period as `known` divides it. A stored draft does not say which price is the
 * period's and which are own prices; read again, the price that most quarters have counts as the period's. Own prices over more
 * than half of a period would so look like a new price of the period, and its price like own ones. Content that was made from
 * `known` by editing divides prices itself, and is returned as it is.
 */
export function inTermsOf(edit: Edit, known: Edit): Edit {
  if (edit.plans.some(plan => known.plans.some(({ id }) => id === plan.id))) return edit
  const places = edit.plans.map(plan => ({
    plan,
    before: known.plans.find(({ key }) => key === plan.key)?.cells ?? [],
  }))
  const priceOf = (period: PeriodKind): Pair => {
    const quarters = places.flatMap(({ plan, before }) =>
      plan.cells.flatMap((cell, q) => {
        const pair = pairOf(edit, cell)
        const was = before[q]
        return cell?.period === period && pair ? [{ pair, follows: was?.period === period && was.own === null }] : []
      }),
    )
    const following = quarters.filter(({ follows }) => follows)
    const pairs = (following.length > 0 ? following : quarters).map(({ pair }) => pair)
    const textOf = (part: keyof Pair) =>
      periodPrice(
        pairs.map(pair => pair[part]),
        known.base[period][part],
      )
    return { electricity: textOf('electricity'), service: textOf('service') }
  }
  const base = { J: priceOf('J'), F: priceOf('F'), P: priceOf('P'), G: priceOf('G'), S: priceOf('S') }
  const cellOf = (cell: Cell, was: Cell): Cell => {
    const pair = pairOf(edit, cell)
    if (cell === null || pair === null) return null
    const { period } = cell
    const isOwn = was?.period === period && was.own !== null && sameNumbers(was.own, pair)
    if (isOwn) return was
    return { period, own: sameNumbers(pair, base[period]) ? null : pair }
  }
  return {
    base,
    plans: places.map(({ plan, before }) => ({
      ...plan,
      cells: plan.cells.map((cell, q) => cellOf(cell, before[q] ?? null)),
    })),
  }
}

/** Returns the price of a period, from those of the quarters that follow it: the known one while a quarter has it, else the commonest. */
function periodPrice(texts: readonly (string | null)[], known: string | null): string | null {
  if (texts.length === 0 || texts.some(text => samePriceText(text, known))) return known
  const count = (text: string | null): number => texts.filter(one => samePriceText(one, text)).length
  return texts.reduce((best, text) => (count(text) > count(best) ? text : best))
}
