import { type Proposal, type Signal, SUM_DAYS, TIMING_DAYS } from '../outcome.ts'
import { amountKeyOf, byAmount, daysBetweenItems, type LeftOver, sortOf } from './left-overs.ts'
import { isNamed, likenessOfNames, nameFormOf, plainText, wordsIn } from './words.ts'

/** Our payment of a company and the row that tells it. */
export interface CompanyPair {
  readonly order: LeftOver
  readonly row: LeftOver
}

/** Least signs of a name that is looked for inside a text without spaces: a shorter one stands in any. */
const MIN_INNER_NAME = 8
/** Least likeness of two names, in points of 1,000, from which one may be meant by the other. */
const MIN_LIKENESS = 600

function mentions({ said }: LeftOver, { company }: LeftOver): boolean {
  return company?.numbers.some(number => isNamed(number, said)) ?? false
}

/**
 * Returns whether a row says that money came from the company of a payment, or went to it: by its whole legal name. Nothing less is sure:
 * what one company is called in short may be all of another's name, and a text may go on where a name ends.
 */
function isOfCompany({ plain }: LeftOver, { company }: LeftOver): boolean {
  const [legal = ''] = company?.names ?? []
  return plain.party !== '' && plain.party === plainText(legal)
}

/** Returns whether a row names the company of a payment by any of its names, as a whole, wherever it says it. */
function namesCompany({ plain, said }: LeftOver, { company }: LeftOver): boolean {
  return (company?.names ?? []).some(name => {
    const wanted = plainText(name)
    if (wanted === '') return false
    if (plain.party !== '') return plain.party === wanted
    return isNamed(name, said) || (wanted.length >= MIN_INNER_NAME && plain.text.includes(wanted))
  })
}

/** Returns in points of 1,000 how much a row speaks of the company of a payment. */
function likenessOfCompany(row: LeftOver, order: LeftOver): number {
  if (namesCompany(row, order)) return 1_000
  const names = order.company?.names ?? []
  if (names.some(name => isNamed(name, row.said))) return MIN_LIKENESS
  return Math.max(0, ...names.map(name => likenessOfNames(nameFormOf(name), row.name)))
}

/** Returns whether a row names somebody else than the company of a payment: our number in its text is then for a person to judge. */
const isOfAnother = (row: LeftOver, order: LeftOver): boolean =>
  row.plain.party !== '' && likenessOfCompany(row, order) < MIN_LIKENESS

/** Returns whether a row may tell a payment by all that both say, besides its amount. */
function mayTell(row: LeftOver, order: LeftOver): boolean {
  if (daysBetweenItems(order, row) > TIMING_DAYS) return false
  return mentions(row, order) || likenessOfCompany(row, order) >= MIN_LIKENESS
}

/** Returns whether a row is called by no other number than the receipt of a payment, which its text may tell as well. */
function agreesInReceipt(row: LeftOver, { company }: LeftOver): boolean {
  const receipt = company?.receipt ?? null
  return receipt === null || row.item.channelNo === 0 || isNamed(receipt, row.said)
}

/** Most records and rows of one amount among which names are compared, each with each. Numbers are found among any. */
export const MAX_ALIKE = 500

/** Returns lists by sort and amount, without those that are too long to compare each with each. */
function comparable(list: readonly LeftOver[]): Map<string, LeftOver[]> {
  const lists = byAmount(list)
  for (const [key, alike] of lists) if (alike.length > MAX_ALIKE) lists.delete(key)
  return lists
}

/**
 * Finds rows whose text has our number of a payment or its receipt and which name nobody else. A pair counts when neither fits another; of those with the exact amount
 * first. What is left of the others differs in its amount, as when a bank has kept its fee, and is told so.
 */
export function findMentioned(orders: readonly LeftOver[], rows: readonly LeftOver[]): CompanyPair[] {
  const pairs = mentionedPairs(orders, rows)
  const exact = onlyOnes(pairs.filter(({ order, row }) => order.item.amount === row.item.amount))
  const met = new Set(exact.flatMap(({ order, row }) => [order, row]))
  return [...exact, ...onlyOnes(pairs.filter(({ order, row }) => !met.has(order) && !met.has(row)))]
}

function mentionedPairs(orders: readonly LeftOver[], rows: readonly LeftOver[]): CompanyPair[] {
  // By the last word of a number, which few others have.
  const byWord = new Map<string, Set<LeftOver>>()
  for (const order of orders)
    for (const number of order.company?.numbers ?? []) {
      const word = wordsIn(number).at(-1) ?? ''
      byWord.set(word, (byWord.get(word) ?? new Set()).add(order))
    }
  return rows.flatMap(row => {
    const named = new Set(row.said.flatMap(word => [...(byWord.get(word) ?? [])]))
    return [...named]
      .filter(
        order =>
          sortOf(order) === sortOf(row) &&
          daysBetweenItems(order, row) <= SUM_DAYS &&
          mentions(row, order) &&
          !isOfAnother(row, order),
      )
      .map(order => ({ order, row }))
  })
}

function onlyOnes(pairs: readonly CompanyPair[]): CompanyPair[] {
  const orderUses = Map.groupBy(pairs, ({ order }) => order)
  const rowUses = Map.groupBy(pairs, ({ row }) => row)
  return pairs.filter(({ order, row }) => orderUses.get(order)?.length === 1 && rowUses.get(row)?.length === 1)
}

/**
 * Finds rows of the day and the exact amount of a payment that came from its company, or went to it. A pair counts when nothing within
 * `TIMING_DAYS` may stand in its place: no other row of the amount that names the company, or nobody; no other record of the amount whose payer nobody
 * knows, such as a top-up, or whose company the row may mean as well.
 */
export function findByCompany(orders: readonly LeftOver[], rows: readonly LeftOver[]): CompanyPair[] {
  const ordersOf = comparable(orders)
  const rowsOf = comparable(rows)
  const isOnly = ({ order, row }: CompanyPair): boolean => {
    const key = amountKeyOf(row)
    const hasOtherOrder = (ordersOf.get(key) ?? []).some(
      one => one !== order && daysBetweenItems(one, row) <= TIMING_DAYS && (one.company === null || mayTell(row, one)),
    )
    const hasOtherRow = (rowsOf.get(key) ?? []).some(
      one =>
        one !== row && daysBetweenItems(one, order) <= TIMING_DAYS && (one.plain.party === '' || mayTell(one, order)),
    )
    return !hasOtherOrder && !hasOtherRow
  }
  return [...rowsOf.values()].flat().flatMap(row =>
    (ordersOf.get(amountKeyOf(row)) ?? [])
      .filter(
        order =>
          order.company !== null &&
          order.item.day === row.item.day &&
          agreesInReceipt(row, order) &&
          isOfCompany(row, order),
      )
      .map(order => ({ order, row }))
      .filter(isOnly),
  )
}

/** Points of the same amount, which is required, and the most that days, names and numbers add to it. */
const POINTS = { amount: 500, day: 100, party: 250, text: 150 } as const
/** Most payments that are proposed for a row, and rows for a payment: a person does not choose among more. */
const MAX_CHOICES = 4

/**
 * Proposes payments of companies and rows of the same amount, at most `TIMING_DAYS` apart, where the row may mean the company or has a
 * number. Of several that look alike all pairs are proposed: a person knows which.
 */
export function proposeCompanies(orders: readonly LeftOver[], rows: readonly LeftOver[]): Proposal[] {
  const candidates = comparable(orders.filter(({ company }) => company !== null))
  const pairs = [...comparable(rows).values()]
    .flat()
    .flatMap(row =>
      (candidates.get(amountKeyOf(row)) ?? []).filter(order => mayTell(row, order)).map(order => ({ order, row })),
    )
  const orderUses = Map.groupBy(pairs, ({ order }) => order)
  const rowUses = Map.groupBy(pairs, ({ row }) => row)
  return pairs
    .filter(
      ({ order, row }) =>
        (orderUses.get(order)?.length ?? 0) <= MAX_CHOICES && (rowUses.get(row)?.length ?? 0) <= MAX_CHOICES,
    )
    .map(proposalOf)
}

function proposalOf({ order, row }: CompanyPair): Proposal {
  const told: readonly (readonly [Signal, number])[] = [
    ['amount', POINTS.amount],
    ['day', Math.floor((POINTS.day * (TIMING_DAYS - daysBetweenItems(order, row))) / TIMING_DAYS)],
    ['party', Math.floor((POINTS.party * likenessOfCompany(row, order)) / 1_000)],
    ['text', mentions(row, order) ? POINTS.text : 0],
  ]
  return {
    by: 'score',
    orders: [order.id],
    rows: [row.id],
    score: told.reduce((sum, [, points]) => sum + points, 0),
    signals: told.filter(([, points]) => points > 0).map(([signal]) => signal),
  }
}
