import { addDays, type BusinessDay, businessDay, dayRange, daysBetween } from '@wattyard/time'

const FIRST_DAY = businessDay('1970-01-01')

/** Days as whole numbers, and which of them a run may speak about. */
export interface DayIndex {
  indexOf(day: BusinessDay): number
  dayOf(index: number): BusinessDay
  /** Whether the channel's file of the day is there. */
  isKnown(index: number): boolean
  /** Whether the run tells what became of the items of the day. */
  isJudged(index: number): boolean
  /**
   * Whether every file that may have a movement of ours is there: that of its day, and that of the day beside it when it lies
   * within the edge, because two clocks never agree at midnight.
   */
  isCovered(index: number, at: number | null): boolean
  /** Whether an instant lies after the end of the day. */
  isAfter(index: number, at: number | null): boolean
  /** The latest day of which a file is there. */
  readonly lastKnown: number
}

export interface DayOptions {
  /** Zone in which the channel counts its days. */
  readonly zone: string
  /** Days of which the channel's files are among the items. */
  readonly known: Iterable<BusinessDay>
  /** Days whose outcomes are wanted, both included. */
  readonly judged: { readonly from: BusinessDay; readonly to: BusinessDay }
  /** How near to midnight a movement may be in the file of the day beside its own, in ms. */
  readonly edge_ms: number
}

export function createDayIndex({ zone, known, judged, edge_ms }: DayOptions): DayIndex {
  const indexes = new Map<string, number>()
  const days = new Map<number, BusinessDay>()
  const ranges = new Map<number, { from: number; to: number }>()
  const indexOf = (day: BusinessDay) => {
    const found = indexes.get(day)
    if (found !== undefined) return found
    const index = daysBetween(FIRST_DAY, day)
    indexes.set(day, index)
    days.set(index, day)
    return index
  }
  const dayOf = (index: number) => days.get(index) ?? addDays(FIRST_DAY, index)
  const rangeOf = (index: number) => {
    const found = ranges.get(index)
    if (found !== undefined) return found
    const range = dayRange(dayOf(index), zone)
    ranges.set(index, range)
    return range
  }
  const knownDays = new Set([...known].map(indexOf))
  const [first, last] = [indexOf(judged.from), indexOf(judged.to)]
  const isKnown = (index: number) => knownDays.has(index)
  return {
    indexOf,
    dayOf,
    isKnown,
    isJudged: index => first <= index && index <= last,
    isCovered(index, at) {
      if (!isKnown(index)) return false
      if (at === null) return true
      const { from, to } = rangeOf(index)
      if (at >= to - edge_ms && !isKnown(index + 1)) return false
      return at >= from + edge_ms || isKnown(index - 1)
    },
    isAfter: (index, at) => at !== null && at >= rangeOf(index).to,
    lastKnown: Math.max(...knownDays, Number.NEGATIVE_INFINITY),
  }
}
