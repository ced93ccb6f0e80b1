import type { Ppm } from '@wattyard/money'
import { MINUTE_MS } from '@wattyard/time'
import { type Item, refOf } from '../item.ts'
import type { Outcome, Proposal, Summary } from '../outcome.ts'
import { createDayIndex, type DayOptions } from './day-index.ts'
import { createItemStore, type ItemStore, type StoredItem } from './item-store.ts'
import { type Group, judgeGroup, type JudgeOptions, type Verdict } from './judge-group.ts'
import { createKeyGroups, type KeyGroups, type List } from './key-groups.ts'
import { type LeftOver, leftOverOf, MAX_LEFT } from './left-overs.ts'
import { meetLeftOvers } from './meet-left-overs.ts'
import { mergeByChannelNo } from './merge-by-channel-no.ts'
import { createTally } from './tally.ts'
import { createTeller } from './teller.ts'

/** How near to midnight a movement may be in the file of the day beside its own. */
export const EDGE_MS = 10 * MINUTE_MS

export interface ReconcileOptions extends Omit<DayOptions, 'edge_ms'> {
  /** Defaults to `EDGE_MS`. */
  readonly edge_ms?: number
  /** Whether the books are compared as well; without them a run compares two files. Defaults to true. */
  readonly hasLedger?: boolean
  /** What the channel keeps of a payment by contract; absent: its fees are not checked. */
  readonly feeRate?: Ppm
  /** Items that a person has matched, by `refOf`, each with all that was matched with it: no run touches them. */
  readonly settled?: ReadonlySet<string>
}

export interface Reconciliation {
  /** Takes an item, in any order. Ids are unique on a side: the caller's table sees to that. */
  add(item: Item): void
  /**
   * Yields what became of the items of the judged days, each item once, and then the proposals. To be called once, after the last
   * item.
   */
  run(): Generator<Outcome | Proposal, Summary>
}

/** Returns whether something that a run yields is a proposal. */
export const isProposal = (one: Outcome | Proposal): one is Proposal => 'by' in one

/**
 * Compares what we say, what the books say and what a channel says, all of one account of the channel. The answer is that of the set of items: neither their order
 * nor an earlier run changes it.
 *
 * `add` and `run` throw a RangeError once the run has begun.
 */
export function createReconciliation(options: ReconcileOptions): Reconciliation {
  const { hasLedger = true, feeRate = null, settled, edge_ms = EDGE_MS } = options
  const days = createDayIndex({ ...options, edge_ms })
  const judging: JudgeOptions = { days, hasLedger, feeRate }
  const store = createItemStore(days)
  const groups = createKeyGroups()
  const tally = createTally()
  const { tell } = createTeller({ store, days, tally })
  let hasBegun = false

  function* run(): Generator<Outcome | Proposal, Summary> {
    if (hasBegun) throw new RangeError('a reconciliation runs once')
    hasBegun = true
    const merged = mergeByChannelNo(store, groups)
    const left = { orders: [] as LeftOver[], rows: [] as LeftOver[] }
    let isFlooded = false
    for (let group = 1; group <= groups.count(); group++) {
      const verdicts = judgeGroup(readGroup(store, groups, group), judging)
      for (const verdict of verdicts) {
        const list = isFlooded ? null : leftListOf(verdict, verdicts.length === 1)
        const [item] = verdict.items
        if (list === null || !item) yield* tell(verdict, merged.has(group) ? 'channelNo' : 'number')
        else left[list].push(leftOverOf(store, verdict, item))
        isFlooded ||= left.orders.length > MAX_LEFT || left.rows.length > MAX_LEFT
      }
    }
    if (!isFlooded) yield* meetLeftOvers(left, judging, tell)
    // What is left stands on one side, or on ours and in the books: our number brought it together.
    else for (const { verdict } of [...left.orders, ...left.rows]) yield* tell(verdict, 'number')
    return tally.summary(isFlooded)
  }

  return {
    add(item) {
      if (hasBegun) throw new RangeError('the reconciliation has run')
      if (settled?.has(refOf(item.side, item.id))) return tally.settled(item.side)
      const stored = store.read(store.add(item))
      groups.put(groupFor(groups, stored), listOf(stored), stored.place)
    },
    run,
  }
}

function groupFor(groups: KeyGroups, { side, kind, number, channelNo }: StoredItem): number {
  if (number !== 0) return groups.of('number', kind, number)
  return side === 'channel' && channelNo !== 0 ? groups.of('channelNo', kind, channelNo) : groups.alone()
}

function listOf({ side, undoes }: StoredItem): List {
  if (side === 'order') return 'orders'
  if (side === 'ledger') return 'lines'
  return undoes ? 'undoings' : 'rows'
}

function readGroup(store: ItemStore, groups: KeyGroups, group: number): Group {
  const read = (list: List) => {
    const items = groups.list(group, list).map(store.read)
    if (items.length < 2) return items
    const ids = new Map(items.map(one => [one, store.idOf(one.place)]))
    return items.toSorted((a, b) => ((ids.get(a) ?? '') < (ids.get(b) ?? '') ? -1 : 1))
  }
  return { orders: read('orders'), lines: read('lines'), rows: read('rows'), undoings: read('undoings') }
}

/**
 * Returns whether a verdict is about one movement that no row, or none of ours, was found for. Of several rows that the channel calls
 * by one number and none by ours, nobody knows which one tells it.
 */
function leftListOf({ kind, items }: Verdict, isAlone: boolean): 'orders' | 'rows' | null {
  const [first] = items
  if (kind === 'channelOnly')
    return items.length === 1 && first?.undoes === false && (isAlone || first.number !== 0) ? 'rows' : null
  return OPEN_ORDERS.has(kind) ? 'orders' : null
}

/** What our record is called while no row was found for it. */
const OPEN_ORDERS: ReadonlySet<Verdict['kind']> = new Set([
  'channelMissing',
  'orderOnly',
  'awaited',
  'onItsWay',
  'payoutMissing',
])
