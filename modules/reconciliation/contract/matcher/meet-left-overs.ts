import type { Outcome, Proposal } from '../outcome.ts'
import { type CompanyPair, findByCompany, findMentioned, proposeCompanies } from './meet-companies.ts'
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

/** Confirms sums that are named and payments of companies, tells the others as they are, and proposes what may belong together among them. */
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
  const open = (list: readonly LeftOver[]) => list.filter(one => !met.has(one))
  function* tellPairs(pairs: readonly CompanyPair[], pass: 'mention' | 'company'): Generator<Outcome> {
    for (const { order, row } of pairs) {
      met.add(order)
      met.add(row)
      for (const verdict of judgeGroup(asCalled(together(order, row)), judging)) yield* tell(verdict, pass)
    }
  }
  yield* tellPairs(findMentioned(open(orders), open(rows).filter(isLoose)), 'mention')
  yield* tellPairs(findByCompany(open(orders), open(rows).filter(isLoose)), 'company')
  const own = open(orders)
  const theirs = open(rows)
  // No row brought these together with anything: where they stand on two sides, it is ours and the books.
  for (const { verdict } of [...own, ...theirs]) yield* tell(verdict, 'number')
  yield* proposeSameChannelNo(own, theirs)
  yield* proposeSums(own, theirs.filter(isLoose))
  yield* proposeLikely(
    own.filter(one => one.company === null),
    theirs.filter(isLoose),
  )
  yield* proposeCompanies(own, theirs.filter(isLoose))
}

/** Returns a record of ours, what the books say of it, and the row that names it. */
function together(order: LeftOver, row: LeftOver): Group {
  const lines = order.verdict.items.filter(({ side }) => side === 'ledger')
  return { orders: [order.item], lines, rows: [row.item], undoings: [] }
}

/** A receipt that a person typed need not be what the bank calls its row: what brought them together was said by the text. */
function asCalled(group: Group): Group {
  return { ...group, orders: group.orders.map(order => ({ ...order, channelNo: 0 })) }
}

/** A transfer may take days: what is the same for a payment by number is a sum that is named. */
function named(verdict: Verdict): Verdict {
  const isSame = verdict.kind === 'same' || verdict.kind === 'otherDay' || verdict.kind === 'tooFarApart'
  return isSame ? { ...verdict, kind: 'named' } : verdict
}
