import type { Item, OutcomeKind } from '../contract/index.ts'

/** The same answer by the shortest way: every list is looked through for every item. */
export interface NaiveOptions {
  /** Days of which the channel's files are there. All times of the tests are UTC. */
  readonly known: readonly string[]
  readonly edge_ms: number
  readonly hasLedger: boolean
  readonly ratePerMillion: bigint | null
}

export interface NaiveOutcome {
  readonly kind: OutcomeKind
  readonly ids: readonly string[]
  readonly delta: bigint
}

const DAY = 86_400_000
const dayNumber = (day: string) => Math.round(Date.parse(day) / DAY)
const sum = (items: readonly Item[]) =>
  items.filter(one => one.state === 'done').reduce((all, one) => all + one.amount, 0n)

/** Returns what became of items, every item once; sums that name their reference included. */
export function naiveOutcomes(items: readonly Item[], options: NaiveOptions): NaiveOutcome[] {
  const piles = meetByChannelNo(pile(items))
  const payers = namedRows(piles, options)
  const rows = new Set(payers.values())
  return piles.flatMap(group => {
    if (rows.has(group)) return []
    const told = outcomesOf(group, options)
    const row = payers.get(group)
    const [main, ...others] = told
    if (row === undefined || main === undefined) return told
    const own = group.filter(one => main.ids.includes(one.id))
    const met = outcomesOf([...own, ...row], options).map(one =>
      ['same', 'otherDay', 'tooFarApart'].includes(one.kind) ? { ...one, kind: 'named' as const } : one,
    )
    return [...met, ...others]
  })
}

type Pile = readonly Item[]

/** Items of one kind and number are one pile; so are rows without a number that the channel calls the same. */
function pile(items: readonly Item[]): Pile[] {
  const isTogether = (a: Item, b: Item) => {
    if (a.kind !== b.kind) return false
    if (a.number !== null || b.number !== null) return a.number === b.number
    return a.side === 'channel' && b.side === 'channel' && a.channelNo !== null && a.channelNo === b.channelNo
  }
  const left = [...items]
  const piles: Pile[] = []
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    const start = first
    const others = left.filter(one => isTogether(start, one))
    for (const one of others) left.splice(left.indexOf(one), 1)
    piles.push([start, ...others])
  }
  return piles
}

function meetByChannelNo(piles: readonly Pile[]): Pile[] {
  const claimOf = (group: Pile) => {
    const orders = group.filter(one => one.side === 'order')
    if (orders.length !== 1 || group.some(one => one.side === 'channel')) return null
    const name = orders[0]?.channelNo ?? null
    return name === null ? null : `${orders[0]?.kind} ${name}`
  }
  const offerOf = (group: Pile) => {
    const [row] = group
    const isLoose = group.every(one => one.side === 'channel' && one.number === null && one.channelNo !== null)
    return row !== undefined && isLoose ? `${row.kind} ${row.channelNo}` : null
  }
  const result: Pile[] = []
  const used = new Set<Pile>()
  for (const own of piles) {
    const claim = claimOf(own)
    if (claim === null || piles.filter(one => claimOf(one) === claim).length > 1) continue
    const offer = piles.find(one => offerOf(one) === claim)
    if (offer === undefined) continue
    used.add(own)
    used.add(offer)
    result.push([...own, ...offer])
  }
  return [...piles.filter(one => !used.has(one)), ...result]
}

/** Returns the rows that name one record each, by the pile of the record. */
function namedRows(piles: readonly Pile[], options: NaiveOptions): Map<Pile, Pile> {
  const isOpen = (group: Pile) =>
    ['channelMissing', 'orderOnly', 'awaited', 'onItsWay', 'payoutMissing'].includes(
      outcomesOf(group, options)[0]?.kind ?? '',
    )
  const isLoose = (group: Pile) =>
    group.length === 1 &&
    group[0]?.number === null &&
    !group[0].undoes &&
    outcomesOf(group, options)[0]?.kind === 'channelOnly'
  const fits = (own: Pile, other: Pile) => {
    const order = own.filter(one => one.side === 'order').toSorted((a, b) => (a.id < b.id ? -1 : 1))[0]
    const [row] = other
    if (!order || !row || order.references.length === 0) return false
    const said = ` ${[row.text, row.party, row.channelNo].join(' ')} `
    return (
      order.kind === row.kind &&
      order.currency === row.currency &&
      order.amount === row.amount &&
      (order.channelNo === null || row.channelNo === null || order.channelNo === row.channelNo) &&
      Math.abs(dayNumber(order.day) - dayNumber(row.day)) <= 10 &&
      order.references.every(one => said.includes(` ${one} `))
    )
  }
  const own = piles.filter(isOpen)
  const rows = piles.filter(isLoose)
  const met = new Map<Pile, Pile>()
  for (const one of own) {
    const fitting = rows.filter(row => fits(one, row))
    const [row] = fitting
    if (row && fitting.length === 1 && own.filter(other => fits(other, row)).length === 1) met.set(one, row)
  }
  return met
}

/** Returns what became of one pile. */
function outcomesOf(items: readonly Item[], options: NaiveOptions): NaiveOutcome[] {
  const byId = (a: Item, b: Item) => (a.id < b.id ? -1 : 1)
  const of = (side: Item['side'], undoes: boolean) =>
    items.filter(one => one.side === side && (side !== 'channel' || one.undoes === undoes)).toSorted(byId)
  const [order, ...more] = [...of('order', false)]
  const lines = of('ledger', false)
  const undoings = of('channel', true)
  const rows = of('channel', false)
  const row = bestRow(order, rows)
  const outcomes: NaiveOutcome[] = []
  const main = [order, ...lines, row, ...undoings].filter(one => one !== undefined)
  if (main.length > 0) {
    const [kind, delta] = verdict(order, row, lines, undoings, options)
    outcomes.push({ kind, ids: main.map(one => one.id).toSorted(), delta })
  }
  for (const one of more) {
    const isMoney = one.state === 'done' && one.amount !== 0n
    outcomes.push({
      kind: isMoney ? 'orderTwice' : 'nothingMoved',
      ids: [one.id],
      delta: isMoney ? 0n - one.amount : 0n,
    })
  }
  const before = row === undefined ? [] : [row]
  for (const one of rows.filter(other => other !== row)) {
    const isSame = (other: Item) => other.channelNo === one.channelNo && other.amount === one.amount
    const isRepeated = one.channelNo !== null && before.some(isSame)
    before.push(one)
    const counts = one.amount !== 0n && (one.state === 'done' || (one.state === 'pending' && !isRepeated))
    const kind = isRepeated ? 'rowTwice' : row === undefined ? 'channelOnly' : 'paidTwice'
    outcomes.push({ kind: counts ? kind : 'nothingMoved', ids: [one.id], delta: counts ? one.amount : 0n })
  }
  return outcomes
}

function bestRow(order: Item | undefined, rows: readonly Item[]): Item | undefined {
  const points = (row: Item) => {
    const named = order !== undefined && order.channelNo !== null && row.channelNo === order.channelNo ? 1_000 : 0
    const amount = order !== undefined && row.amount === order.amount ? 100 : 0
    return named + amount + (row.state === 'done' ? 20 : row.state === 'pending' ? 10 : 0)
  }
  const allowed = rows.filter(
    row =>
      !(order !== undefined && order.channelNo !== null && row.channelNo !== null && row.channelNo !== order.channelNo),
  )
  const most = Math.max(...allowed.map(points))
  const best = allowed.filter(row => points(row) === most)
  const first = Math.min(...best.map(row => row.at ?? Number.MAX_SAFE_INTEGER))
  return best.find(row => (row.at ?? Number.MAX_SAFE_INTEGER) === first)
}

function verdict(
  order: Item | undefined,
  row: Item | undefined,
  lines: readonly Item[],
  undoings: readonly Item[],
  options: NaiveOptions,
): [OutcomeKind, bigint] {
  const all = [order, row, ...lines, ...undoings].filter(one => one !== undefined)
  if (new Set(all.map(one => one.currency)).size > 1) return ['currencyDiffers', 0n]
  const books = lines.reduce((total, line) => total + line.amount, 0n)
  const ours = order === undefined ? 0n : sum([order])
  const theirs = sum([...(row ? [row] : []), ...undoings])
  const inBooks: [OutcomeKind, bigint] = books === 0n ? ['nothingMoved', 0n] : ['ledgerOnly', -books]
  const isPaidHere = order?.state === 'done' && order.amount !== 0n

  if (undoings.length > 0) {
    const isNet = row?.kind === 'refund' && theirs === row.fee && undoings.every(one => one.fee === null)
    if (row !== undefined && theirs !== 0n && !isNet)
      return [order === undefined ? 'channelOnly' : 'amountDiffers', theirs - ours]
    if (isPaidHere) return ['failedThere', -ours]
    if (row === undefined && theirs !== 0n) return ['channelOnly', theirs]
    return options.hasLedger && books !== 0n ? ['ledgerOnly', -books] : ['takenBack', 0n]
  }

  const state = `${order?.state ?? 'none'}/${row?.state ?? 'none'}`
  switch (state) {
    case 'none/none':
      return inBooks
    case 'none/done':
    case 'none/pending':
      if (row?.amount === 0n) return inBooks
      return [state === 'none/done' && books === row?.amount ? 'orderMissing' : 'channelOnly', row?.amount ?? 0n]
    case 'done/none': {
      if (!isPaidHere) return inBooks
      if (order?.kind === 'payout' && books === 0n) {
        const last = Math.max(...options.known.map(dayNumber))
        return last - dayNumber(order.day) < 10 ? ['onItsWay', 0n] : ['payoutMissing', -ours]
      }
      if (order === undefined || !isFileThere(order, options)) return ['awaited', 0n]
      return [options.hasLedger && books === 0n ? 'orderOnly' : 'channelMissing', -ours]
    }
    case 'pending/none': {
      if (books !== 0n) return ['ledgerOnly', -books]
      const last = Math.max(...options.known.map(dayNumber))
      return [last - dayNumber(order?.day ?? '') > 3 ? 'overdue' : 'underWay', 0n]
    }
    case 'void/none':
    case 'none/void':
    case 'void/void':
      return inBooks
    case 'pending/void':
      return books !== 0n ? ['ledgerOnly', -books] : ['underWay', 0n]
    case 'done/void':
      return isPaidHere ? ['failedThere', -ours] : inBooks
    case 'pending/done':
    case 'void/done':
      return row?.amount === 0n ? inBooks : ['notFinishedHere', row?.amount ?? 0n]
  }
  if (order === undefined || row === undefined) throw new Error(state)
  if (order.amount !== row.amount) return ['amountDiffers', row.amount - order.amount]
  if (state === 'void/pending') return ['stateDiffers', row.amount]
  if (state === 'pending/pending') return books === 0n ? ['underWay', 0n] : ['ledgerOnly', -books]
  if (options.hasLedger && books !== ours) {
    const kind =
      books !== 0n
        ? 'bookedOtherwise'
        : order.kind === 'payout' && state === 'done/done'
          ? 'payoutNotBooked'
          : 'notBooked'
    return [kind, ours - books]
  }
  const booked = lines.map(line => dayNumber(line.day))
  const days = [dayNumber(order.day), dayNumber(row.day), ...(booked.length > 0 ? [Math.max(...booked)] : [])]
  const apart = Math.max(...days) - Math.min(...days)
  if (state === 'done/pending') {
    const end = Date.parse(row.day) + DAY
    if (order.at === null || order.at < end) return ['stateDiffers', -ours]
    return [apart > 3 ? 'tooFarApart' : 'finishedLater', 0n]
  }
  if (options.ratePerMillion !== null && row.kind === 'payment' && row.fee !== null) {
    const exact = row.amount * options.ratePerMillion
    const fee = (exact + (exact < 0n ? -500_000n : 500_000n)) / 1_000_000n
    if (fee !== row.fee) return ['feeDiffers', fee - row.fee]
  }
  return [apart === 0 ? 'same' : apart <= 3 ? 'otherDay' : 'tooFarApart', 0n]
}

/** Whether every file in which the record may stand is there. */
function isFileThere({ day, at }: Item, { known, edge_ms }: NaiveOptions): boolean {
  const there = (shift: number) => known.some(one => dayNumber(one) === dayNumber(day) + shift)
  const start = Date.parse(day)
  if (!there(0)) return false
  if (at === null) return true
  if (at >= start + DAY - edge_ms && !there(1)) return false
  return !(at < start + edge_ms && !there(-1))
}
