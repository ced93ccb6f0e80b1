import {
  createReconciliation,
  isProposal,
  type Item,
  type Outcome,
  type Proposal,
  type ReconcileOptions,
  type Summary,
} from '../contract/index.ts'

export interface RunAnswer {
  readonly outcomes: readonly Outcome[]
  readonly proposals: readonly Proposal[]
  readonly summary: Summary
}

/** Returns all that a run of these items tells, in the order of their ids. */
export function runItems(items: Iterable<Item>, options: ReconcileOptions): RunAnswer {
  const reconciliation = createReconciliation(options)
  for (const item of items) reconciliation.add(item)
  const run = reconciliation.run()
  const told: (Outcome | Proposal)[] = []
  let step = run.next()
  for (; step.done !== true; step = run.next()) told.push(step.value)
  const nameOf = (one: Outcome | Proposal) =>
    JSON.stringify([one.orders, one.rows, 'lines' in one ? one.lines : one.by])
  const inOrder = told.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  return {
    outcomes: inOrder.filter((one): one is Outcome => !isProposal(one)),
    proposals: inOrder.filter(isProposal),
    summary: step.value,
  }
}
