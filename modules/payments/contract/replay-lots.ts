import { type Fen, minFen, negFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'

/**
 * A movement of one kind of money (principal or gift) of a wallet, in fen > 0, in the order of the journals. Holds and their
 * release are no movements: money on hold is still the member's.
 */
export type WalletMovement =
  /** A lot is credited. */
  | { kind: 'credited'; lotId: string; amount: Fen }
  /** Paid an order, a debt, an adjustment: `source` says which. */
  | { kind: 'used'; source: string; amount: Fen }
  /** Came back without a lot: the refund of an order. */
  | { kind: 'returned'; source: string; amount: Fen }
  /** Taken by a refund of this lot, paid out or forfeited. */
  | { kind: 'refunded'; lotId: string; amount: Fen }
  /** The credit of this lot was reversed. What of it was used by then is taken from the others: `source` says by what. */
  | { kind: 'reversed'; lotId: string; source: string; amount: Fen }

/** The course of one lot, in fen. */
export interface LotCourse {
  lotId: string
  credited: Fen
  refunded: Fen
  rest: Fen
  /** What the lot was used for, net of what came back; `credited = rest + refunded + Σ amounts`. Amounts may be negative. */
  uses: readonly { source: string; amount: Fen }[]
}

export interface LotCourses {
  lots: readonly LotCourse[]
  /** Came back where nothing had been used: the movements are not all of the wallet's. */
  unplaced: Fen
}

interface Course {
  lotId: string
  credited: Fen
  refunded: Fen
  rest: Fen
  uses: Map<string, Fen>
}

/**
 * Returns what each lot was used for, by following the movements: use takes the oldest lot that has money, what comes back goes
 * to the newest lot that was used. The rests are those that `lotRests` derives from the balance alone.
 *
 * @throws RangeError when more is used than there was, or more of a lot refunded than was left: the movements are not all of the
 * wallet's, or not in order
 */
export function replayLots(movements: readonly WalletMovement[]): LotCourses {
  const courses: Course[] = []
  const byId = new Map<string, Course>()
  let unplaced = ZERO_FEN
  for (const movement of movements) {
    if (movement.amount <= ZERO_FEN) throw new RangeError(`a movement of ${movement.amount} fen`)
    switch (movement.kind) {
      case 'credited':
        courses.push(opened(byId, movement))
        break
      case 'used':
        unplaced = use(courses, movement, unplaced)
        break
      case 'returned':
        unplaced = sumFen([unplaced, takeBack(courses, movement)])
        break
      case 'refunded':
        refund(byId, movement)
        break
      case 'reversed':
        unplaced = reverse(courses, byId, movement, unplaced)
        break
    }
  }
  const lots = courses.map(({ uses, ...course }) => ({
    ...course,
    uses: [...uses].flatMap(([source, amount]) => (amount === ZERO_FEN ? [] : [{ source, amount }])),
  }))
  return { lots, unplaced }
}

type Of<K extends WalletMovement['kind']> = Extract<WalletMovement, { kind: K }>

function opened(byId: Map<string, Course>, { lotId, amount }: Of<'credited'>): Course {
  if (byId.has(lotId)) throw new RangeError(`lot ${lotId} is credited twice`)
  const course = { lotId, credited: amount, refunded: ZERO_FEN, rest: amount, uses: new Map<string, Fen>() }
  byId.set(lotId, course)
  return course
}

/** Money that belongs to no lot is the oldest. Returns what is left of it. */
function use(courses: readonly Course[], { source, amount }: Of<'used'>, unplaced: Fen): Fen {
  const ofNone = minFen(amount, unplaced)
  let wanted = subFen(amount, ofNone)
  for (const course of courses) {
    if (wanted === ZERO_FEN) break
    const part = minFen(wanted, course.rest)
    book(course, source, part)
    wanted = subFen(wanted, part)
  }
  if (wanted > ZERO_FEN) throw new RangeError(`${source}: ${wanted} fen used that no lot had`)
  return subFen(unplaced, ofNone)
}

/** Returns what no lot had room for. */
function takeBack(courses: readonly Course[], { source, amount }: Of<'returned'>): Fen {
  let left = amount
  for (const course of courses.toReversed()) {
    if (left === ZERO_FEN) break
    const used = subFen(course.credited, sumFen([course.rest, course.refunded]))
    const part = minFen(left, used)
    book(course, source, negFen(part))
    left = subFen(left, part)
  }
  return left
}

function refund(byId: ReadonlyMap<string, Course>, { lotId, amount }: Of<'refunded'>): void {
  const course = byId.get(lotId)
  if (!course || course.rest < amount) throw new RangeError(`lot ${lotId}: ${amount} fen refunded of ${course?.rest}`)
  course.rest = subFen(course.rest, amount)
  course.refunded = sumFen([course.refunded, amount])
}

/** Money that belongs to no lot is left of `unplaced`, which it returns. */
function reverse(
  courses: readonly Course[],
  byId: ReadonlyMap<string, Course>,
  { lotId, source, amount }: Of<'reversed'>,
  unplaced: Fen,
): Fen {
  const own = minFen(amount, byId.get(lotId)?.rest ?? ZERO_FEN)
  if (own > ZERO_FEN) refund(byId, { kind: 'refunded', lotId, amount: own })
  return use(courses, { kind: 'used', source, amount: subFen(amount, own) }, unplaced)
}

/** @param amount fen used; negative for what came back */
function book(course: Course, source: string, amount: Fen): void {
  if (amount === ZERO_FEN) return
  course.rest = subFen(course.rest, amount)
  course.uses.set(source, sumFen([course.uses.get(source) ?? ZERO_FEN, amount]))
}
