import type { Side } from '@wattyard/console-kit'
import type { PeriodKind } from '@wattyard/time'
import { type Cell, type Edit, pairOf, type Pair, samePair } from './edit-model.ts'
import { sameCell, sameNumbers } from './edit-terms.ts'

export interface Priced extends Pair {
  readonly period: PeriodKind
}

/** Stretch of quarters that the person decides on. */
export interface CellConflict {
  readonly kind: 'cells'
  readonly key: string
  readonly plan: string
  readonly from: number
  readonly to: number
  readonly mine: Priced | null
  readonly theirs: Priced | null
}

/** What is decided already when quarters are merged. */
export interface Decided {
  readonly base: Edit
  readonly mine: Edit
  readonly theirs: Edit
  /** Merged prices of the periods. */
  readonly prices: Edit['base']
  /** Prices of periods that the person chose between, as `P.electricity`. */
  readonly asked: ReadonlySet<string>
  readonly choices: Readonly<Record<string, Side>>
}

interface Question extends Record<Side, Priced | null> {
  /** Equal for quarters that are one question, whatever has been chosen. */
  readonly like: string
}

const samePriced = (a: Priced | null, b: Priced | null): boolean =>
  a === null || b === null ? a === b : a.period === b.period && sameNumbers(a, b)

function pricedOf(edit: Pick<Edit, 'base'>, cell: Cell): Priced | null {
  const pair = pairOf(edit, cell)
  return cell === null || pair === null ? null : { period: cell.period, ...pair }
}

/**
 * Merges the quarters of a plan. A quarter that nobody moved follows the merged price of its period. One that somebody moved costs
 * what that person saw: where it would cost anything else, and where the other side has changed its price too, the person is asked.
 */
export function mergeCells(
  plan: string,
  [base, mine, theirs]: readonly [readonly Cell[], readonly Cell[], readonly Cell[]],
  decided: Decided,
): { readonly cells: readonly Cell[]; readonly conflicts: readonly CellConflict[] } {
  const settled = mine.map((my, q) => settle([base[q] ?? null, my, theirs[q] ?? null], decided))
  const conflicts: CellConflict[] = []
  let like: string | null = null
  settled.forEach(({ question }, q) => {
    const last = conflicts.at(-1)
    if (question && last?.to === q && question.like === like) conflicts[conflicts.length - 1] = { ...last, to: q + 1 }
    else if (question) {
      const { mine: my, theirs: their } = question
      conflicts.push({ kind: 'cells', key: `${plan}|${q}`, plan, from: q, to: q + 1, mine: my, theirs: their })
    }
    like = question?.like ?? null
  })
  const cells = settled.map(one => one.cell)
  for (const one of conflicts) cells.fill(cellWith(one[decided.choices[one.key] ?? 'mine'], decided), one.from, one.to)
  return { cells, conflicts }
}

function cellWith(priced: Priced | null, { prices }: Decided): Cell {
  if (priced === null) return null
  const { period, electricity, service } = priced
  const pair = { electricity, service }
  return { period, own: samePair(pair, prices[period]) ? null : pair }
}

/** Merges one quarter: as it was, as I have it, as they have it. */
function settle(
  [was, my, their]: readonly [Cell, Cell, Cell],
  decided: Decided,
): { readonly cell: Cell; readonly question?: Question } {
  const { base, mine, theirs } = decided
  const [isMoved, isMovedByThem] = [!sameCell(was, my), !sameCell(was, their)]
  // What both moved alike, as what nobody moved, follows the prices of periods.
  if (sameCell(my, their)) return { cell: my }
  const [before, mySight, theirSight] = [pricedOf(base, was), pricedOf(mine, my), pricedOf(theirs, their)]
  if (samePriced(mySight, theirSight)) return { cell: cellWith(mySight, decided) }
  const bothLike = JSON.stringify([my, their])
  if (isMoved && isMovedByThem)
    return {
      cell: my,
      question: { mine: wanted(mine, my, decided), theirs: wanted(theirs, their, decided), like: bothLike },
    }
  const [cell, mover, sight, other] = isMoved ? [my, mine, mySight, theirSight] : [their, theirs, theirSight, mySight]
  // The mover gave the quarter a price of its own, the other side its period a new one.
  if (cell && cell.period === was?.period && !samePriced(other, before) && !samePriced(sight, before))
    return { cell, question: { mine: mySight, theirs: theirSight, like: bothLike } }
  const [want, result] = [wanted(mover, cell, decided), pricedOf({ base: decided.prices }, cell)]
  if (samePriced(want, result)) return { cell }
  const [ours, others] = isMoved ? [want, result] : [result, want]
  return { cell, question: { mine: ours, theirs: others, like: JSON.stringify([cell, isMoved]) } }
}

/** Returns what a side gave a quarter. Where the person chooses the price of the period, the quarter follows the choice. */
function wanted(edit: Edit, cell: Cell, { prices, asked }: Decided): Priced | null {
  const priced = pricedOf(edit, cell)
  if (cell === null || priced === null || cell.own) return priced
  const { period } = cell
  const { electricity, service } = prices[period]
  return {
    period,
    electricity: asked.has(`${period}.electricity`) ? electricity : priced.electricity,
    service: asked.has(`${period}.service`) ? service : priced.service,
  }
}
