import { type Fen, sumFen, ZERO_FEN } from '@wattyard/money'
import { type Outcome, OUTCOME_KINDS, type Pass, type Result } from '../outcome.ts'
import type { DayIndex } from './day-index.ts'
import type { ItemStore, StoredItem } from './item-store.ts'
import type { Verdict } from './judge-group.ts'
import type { Tally } from './tally.ts'

/** Says in outcomes what became of items. */
export interface Teller {
  /** Yields a verdict when it is of a judged day, and counts its items in any case. */
  tell(verdict: Verdict, pass: Pass): Generator<Outcome>
}

interface TellerOptions {
  readonly store: ItemStore
  readonly days: DayIndex
  readonly tally: Tally
}

export function createTeller({ store, days, tally }: TellerOptions): Teller {
  function keyOf([first]: readonly StoredItem[], pass: Pass | null): string | null {
    if (!first) return null
    if (pass === 'sum') return store.wordsOf(first.place).references.join(' ')
    const [number, channelNo] = [store.numberOf(first.place), store.channelNoOf(first.place)]
    const own = pass === 'channelNo' ? channelNo : (number ?? channelNo)
    // A payout has no number of ours, and is called by what its transfer names.
    return own ?? (store.wordsOf(first.place).references.join(' ') || null)
  }

  const idsOf = (items: readonly StoredItem[], side: StoredItem['side']) => {
    const ids = items.filter(one => one.side === side).map(one => store.idOf(one.place))
    return ids.length < 2 ? ids : ids.toSorted()
  }

  return {
    *tell(verdict, by) {
      const { kind, items, delta } = verdict
      const day = dayOf(items)
      if (!days.isJudged(day)) return tally.elsewhere(items)
      // What stands on one side alone was not brought together with anything.
      const pass = items.some(one => one.side !== items[0]?.side) ? by : null
      const outcome: Outcome = {
        kind,
        standing: OUTCOME_KINDS[kind].standing,
        result: resultOf(verdict),
        pass,
        // Our record comes first: it has all names.
        key: keyOf(items, pass),
        orders: idsOf(items, 'order'),
        lines: idsOf(items, 'ledger'),
        rows: idsOf(items, 'channel'),
        delta,
        amount: sumOf(items, 'order'),
        booked: sumOf(items, 'ledger'),
        told: sumOf(items, 'channel'),
        isAcross: items.some(one => one.day !== items[0]?.day),
        day: days.dayOf(day),
      }
      tally.told(outcome)
      yield outcome
    },
  }
}

/** Returns what moved on a side: what failed, was refused or may still fail has moved nothing. */
function sumOf(items: readonly StoredItem[], side: StoredItem['side']): Fen | null {
  const own = items.filter(one => one.side === side)
  return own.length === 0 ? null : sumFen(own.map(one => (one.state === 'done' ? one.amount : ZERO_FEN)))
}

function resultOf({ kind, delta }: Verdict): Result {
  const { result } = OUTCOME_KINDS[kind]
  if (result !== 'sign') return result
  return delta > ZERO_FEN ? 'surplus' : 'shortage'
}

/** Returns the day whose run tells of some items: the latest of the channel's, without them that of ours, else of the books. */
function dayOf(items: readonly StoredItem[]): number {
  for (const side of ['channel', 'order', 'ledger'] as const) {
    const latest = items.reduce(
      (day, one) => (one.side === side ? Math.max(day, one.day) : day),
      Number.NEGATIVE_INFINITY,
    )
    if (Number.isFinite(latest)) return latest
  }
  return Number.NEGATIVE_INFINITY
}
