/** A document with what is open of it, in fen. */
export interface OpenItem {
  readonly id: string
  /** `YYYY-MM-DD`. */
  readonly due: string
  readonly open: bigint
}

/** Fen of a credit that a debit takes. */
export interface ProposedLine {
  readonly debit: string
  readonly credit: string
  readonly amount: bigint
}

const inOrder = (items: readonly OpenItem[]): OpenItem[] =>
  items
    .filter(({ open }) => open > 0n)
    .toSorted((a, b) => (a.due === b.due ? (a.id < b.id ? -1 : 1) : a.due < b.due ? -1 : 1))

/** Sets debits and credits off against each other, the oldest first on both sides, until one side has nothing left. */
export function oldestFirst(debits: readonly OpenItem[], credits: readonly OpenItem[]): ProposedLine[] {
  const [left, right] = [inOrder(debits), inOrder(credits)]
  const lines: ProposedLine[] = []
  let [at, to] = [0, 0]
  let [restLeft, restRight] = [left[0]?.open ?? 0n, right[0]?.open ?? 0n]
  for (let debit = left[at], credit = right[to]; debit && credit; debit = left[at], credit = right[to]) {
    const amount = restLeft < restRight ? restLeft : restRight
    lines.push({ debit: debit.id, credit: credit.id, amount })
    restLeft -= amount
    restRight -= amount
    if (restLeft === 0n) restLeft = left[++at]?.open ?? 0n
    if (restRight === 0n) restRight = right[++to]?.open ?? 0n
  }
  return lines
}
