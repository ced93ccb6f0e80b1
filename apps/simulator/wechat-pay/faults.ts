import { createRandom, type Random } from '../random.ts'

/** What can go wrong with the answer to a call. */
export const ANSWER_FAULTS = [
  /** 429, nothing done. */
  'limited',
  /** 500, nothing done. */
  'failed',
  /** Done, and 500 all the same. */
  'failed-after',
  /** Done, and the connection breaks before the answer. */
  'lost',
  /** The connection breaks, and half a minute later it is done all the same. */
  'done-later',
  /** Done, and the answer comes after `late_ms`: beyond most time limits. */
  'late',
  /** A proxy's page, nothing done. */
  'bad-gateway',
  /** Done, and the answer is signed wrongly. */
  'wrong-signature',
] as const
export type AnswerFault = (typeof ANSWER_FAULTS)[number]

/** What can go wrong with a notification. */
export const NOTICE_FAULTS = [
  /** Minutes after the payment. */
  'late',
  /** Sent again although it was accepted. */
  'twice',
  /** Later than what happened after it. */
  'overtaken',
  /** Signed wrongly at first, rightly with the next attempt. */
  'wrong-signature',
  /** One that tests whether signatures are verified comes first. */
  'probe',
  /** Another one, rightly signed, says another amount first. */
  'other-amount',
  /** Another one is meant for another merchant. */
  'other-merchant',
  /** Only a query tells. */
  'never',
] as const
export type NoticeFault = (typeof NOTICE_FAULTS)[number]

/** Probabilities of faults; a fault that is not named does not happen. */
export interface FaultPlan {
  seed: number
  answers?: Partial<Record<AnswerFault, number>>
  notices?: Partial<Record<NoticeFault, number>>
  /** Real ms by which a late answer is late (20,000). */
  late_ms?: number
}

/** Draws the faults of a plan. The fault of a call depends on what it is about and how often it was asked, and on nothing else. */
export interface Faults {
  readonly late_ms: number
  ofAnswer(call: string, about: string): AnswerFault | null
  ofNotice(id: string): { fault: NoticeFault | null; delay_ms: number }
}

const MINUTE_MS = 60_000
const LATE_ANSWER_MS = 20_000

export const NO_FAULTS: FaultPlan = { seed: 0 }

/** Rounding of decimal shares. */
const TOLERANCE = 1e-9

/** Returns whether these are probabilities of which at most one comes true. */
export function areShares(shares: readonly (number | undefined)[]): boolean {
  const values = shares.map(share => share ?? 0)
  return values.every(share => share >= 0) && values.reduce((sum, share) => sum + share, 0) <= 1 + TOLERANCE
}

/** Creates the faults of a plan. @throws RangeError for shares that are no probabilities, or more than 1 together */
export function createFaults(plan: FaultPlan): Faults {
  for (const shares of [plan.answers ?? {}, plan.notices ?? {}])
    if (!areShares(Object.values(shares))) throw new RangeError('the shares of faults are not 0 to 1, together')
  const random = createRandom(plan.seed)
  const asked = new Map<string, number>()
  return {
    late_ms: plan.late_ms ?? LATE_ANSWER_MS,
    ofAnswer: (call, about) => {
      const times = (asked.get(`${call} ${about}`) ?? 0) + 1
      asked.set(`${call} ${about}`, times)
      return draw(random.fork(`${call} ${about} ${times}`), ANSWER_FAULTS, plan.answers)
    },
    ofNotice: about => {
      const luck = random.fork(`notice ${about}`)
      const fault = draw(luck, NOTICE_FAULTS, plan.notices)
      const minutes = fault === 'late' ? luck.integer(1, 30) : fault === 'overtaken' ? 60 : 0
      return { fault, delay_ms: minutes * MINUTE_MS }
    },
  }
}

function draw<F extends string>(
  random: Random,
  faults: readonly F[],
  shares: Partial<Record<F, number>> = {},
): F | null {
  let rest = random.next()
  for (const fault of faults) {
    rest -= shares[fault] ?? 0
    if (rest < 0) return fault
  }
  return null
}
