import type { Outcome, Proposal } from '../outcome.ts'
import { findNamed } from './find-named.ts'
import { type Group, judgeGroup, type JudgeOptions, type Verdict } from './judge-group.ts'
import type { LeftOver } from './left-overs.ts'
import { proposeLikely } from './propose-likely.ts'
import { proposeSameChannelNo } from './propose-same-channel-no.ts'
import { proposeSums } from './propose-sums.ts'
import type { Teller } from './teller.ts'

interface LeftOvers {
  readonly orders: readonly LeftOver[]
  readonly rows: readonly LeftOver[]
}

/** Confirms sums that are named, tells the others as they are, and proposes what may belong together among them. */
export function* meetLeftOvers(
  { orders, rows }: LeftOvers,
  judging: JudgeOptions,
  tell: Teller['tell'],
): Generator<Outcome | Proposal> {
  const isLoose = ({ item }: LeftOver) => item.number === 0
  const met = new Set<LeftOver>()
  for (const { order, row } of findNamed(orders, rows.filter(isLoose))) {
    met.add(order)
    met.add(row)
    for (const verdict of judgeGroup(together(order, row), judging)) yield* tell(named(verdict), 'sum')
  }
  const own = orders.filter(one => !met.has(one))
  const theirs = rows.filter(one => !met.has(one))
  // No row brought these together with anything: where they stand on two sides, it is ours and the books.
  for (const { verdict } of [...own, ...theirs]) yield* tell(verdict, 'number')
  yield* proposeSameChannelNo(own, theirs)
  yield* proposeSums(own, theirs.filter(isLoose))
  yield* proposeLikely(own, theirs.filter(isLoose))
}

/** Returns a record of ours, what the books say of it, and the row that names it. */
function together(order: LeftOver, row: LeftOver): Group {
  const lines = order.verdict.items.filter(({ side }) => side === 'ledger')
  return { orders: [order.item], lines, rows: [row.item], undoings: [] }
}

/** A transfer may take days: what is the same for a payment by number is a sum that is named. */
function named(verdict: Verdict): Verdict {
  const isSame = verdict.kind === 'same' || verdict.kind === 'otherDay' || verdict.kind === 'tooFarApart'
  return isSame ? { ...verdict, kind: 'named' } : verdict
}
