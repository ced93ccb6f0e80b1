import {
  energy,
  exactAmount,
  EXACT_PER_FEN,
  type Fen,
  fen,
  formatEnergy,
  formatFen,
  type Price,
  subFen,
} from '@wattyard/money'
import type { Evidence, Remedy } from '../abnormal/abnormal-rule.ts'
import { instantText, secondsText } from '../abnormal/evidence-text.ts'
import type { OrderEvent } from '../order-table.ts'
import {
  CLOSING_ANSWERS,
  type StartAnswer,
  type SupervisedOrder,
  type SupervisorLimits,
  UNCLEAR,
} from './supervised-order.ts'
import { LATE_NOTHING_MS } from './unseen-end.ts'

export interface SupervisorRule {
  id: `S-${string}`
  code: string
  /** Event raised on the order (order-state: transition); null when a person only has to look at the order. */
  event: OrderEvent | null
  asksMeter: boolean
  tells: 'driver' | 'operator' | 'both' | null
  /** Remedy offered to the operator in the list. */
  operatorAction: Remedy
  due: (order: SupervisedOrder, now: number, limits: SupervisorLimits) => Evidence | null
}

/** Returns evidence when `since` is at least `limit` ago, else null. */
function after(since: number | null, limit: number, now: number): Evidence | null {
  return since === null || now - since < limit
    ? null
    : { since: instantText(since), waited_s: secondsText(now - since) }
}

const isCharging = ({ state }: SupervisedOrder) => state === 'charging'
/**
 * Returns whether the pile's queue should be through. A session that ran while its pile was cut off is reported all at once, and
 * its past is judged only afterwards.
 */
const isToldThrough = ({ placedAt }: SupervisedOrder, now: number, { late_stop_ms }: SupervisorLimits) =>
  now - placedAt >= late_stop_ms
const isConnected = ({ pileOfflineSince }: SupervisedOrder) => pileOfflineSince === null

export const SUPERVISOR_RULES: readonly SupervisorRule[] = [
  {
    id: 'S-01',
    code: 'no-start',
    event: 'start-timeout',
    asksMeter: false,
    tells: 'driver',
    operatorAction: 'reset-pile',
    due: (order, now, { no_start_ms }) =>
      order.state === 'starting' ? after(order.startSentAt, no_start_ms, now) : null,
  },
  {
    id: 'S-02',
    code: 'no-data',
    event: null,
    asksMeter: true,
    tells: 'operator',
    operatorAction: 'ask-meter',
    due: (order, now, { no_data_ms }) =>
      isCharging(order) && isConnected(order) ? after(order.heardAt, no_data_ms, now) : null,
  },
  {
    id: 'S-03',
    code: 'battery-full',
    event: null,
    asksMeter: false,
    tells: 'driver',
    operatorAction: 'send-stop',
    due: (order, now, { full_ms }) =>
      isCharging(order) && (order.socPermille ?? 0) >= 1_000 ? after(order.energyAt, full_ms, now) : null,
  },
  {
    id: 'S-04',
    code: 'no-progress',
    event: null,
    asksMeter: false,
    tells: 'driver',
    operatorAction: 'send-stop',
    // Silence is S-02; this rule is for a pile that reports no flow.
    due: (order, now, { no_progress_ms, no_data_ms }) =>
      isCharging(order) && isConnected(order) && after(order.heardAt, no_data_ms, now) === null
        ? after(order.energyAt === null ? null : Math.max(order.energyAt, order.placedAt), no_progress_ms, now)
        : null,
  },
  {
    id: 'S-05',
    code: 'eternal-warning',
    event: null,
    asksMeter: true,
    tells: 'operator',
    operatorAction: 'send-stop',
    due: (order, now, limits) =>
      isCharging(order) && isToldThrough(order, now, limits)
        ? after(order.startedAt, limits.eternal_warn_ms, now)
        : null,
  },
  {
    id: 'S-06',
    code: 'eternal-stop',
    event: 'stop-requested',
    asksMeter: false,
    tells: 'both',
    operatorAction: 'settle-by-hand',
    due: (order, now, limits) =>
      isCharging(order) && isToldThrough(order, now, limits)
        ? after(order.startedAt, limits.eternal_stop_ms, now)
        : null,
  },
  {
    id: 'S-07',
    code: 'no-bill',
    event: 'bill-timeout',
    asksMeter: true,
    tells: 'operator',
    operatorAction: 'settle-by-hand',
    due: (order, now, { no_bill_ms }) => (order.state === 'ended' ? after(order.endedAt, no_bill_ms, now) : null),
  },
  {
    id: 'S-08',
    code: 'idle-while-charging',
    event: 'session-lost',
    asksMeter: true,
    tells: 'operator',
    operatorAction: 'disable-connector',
    // Without energy nothing can be lost: the order waits for its stop and ends by S-17.
    due: (order, _now, { idle_frames }) =>
      isCharging(order) && order.hasMetered && order.idleFrames >= idle_frames
        ? { frames: String(order.idleFrames) }
        : null,
  },
  {
    id: 'S-09',
    code: 'pile-offline',
    event: null,
    asksMeter: false,
    tells: 'both',
    operatorAction: 'visit-site',
    due: (order, now, { pile_offline_ms }) =>
      isCharging(order) ? after(order.pileOfflineSince, pile_offline_ms, now) : null,
  },
  {
    id: 'S-10',
    code: 'session-lost',
    event: 'session-lost',
    asksMeter: true,
    tells: 'operator',
    operatorAction: 'accept-estimate',
    due: (order, now, { lost_ms }) =>
      isCharging(order) || order.state === 'stopping' ? after(order.heardAt ?? order.startedAt, lost_ms, now) : null,
  },
  {
    id: 'S-11',
    code: 'balance-used',
    event: 'stop-requested',
    asksMeter: false,
    tells: 'driver',
    operatorAction: 'wait',
    due: (order, now, { stop_reaction_ms }) => {
      if (!isCharging(order) || order.prepaid === null) return null
      const { funds, cost } = order.prepaid
      const reserve = inFlight(order, order.prepaid.price, now, stop_reaction_ms)
      if (subFen(funds, cost) > reserve) return null
      return { funds: formatFen(funds), cost: formatFen(cost), reserve: formatFen(reserve) }
    },
  },
  {
    id: 'S-12',
    code: 'stop-repeated',
    event: 'stop-requested',
    asksMeter: false,
    tells: null,
    operatorAction: 'reset-pile',
    due: (order, now, { stop_answer_ms, stop_tries }) =>
      order.state === 'stopping' && order.endProof === null && order.stopTries < stop_tries
        ? after(order.stopSentAt, stop_answer_ms, now)
        : null,
  },
  {
    id: 'S-13',
    code: 'no-stop',
    event: 'stop-timeout',
    asksMeter: true,
    tells: 'both',
    operatorAction: 'visit-site',
    due: (order, now, { stop_answer_ms, stop_tries }) =>
      order.state === 'stopping' && order.endProof === null && order.stopTries >= stop_tries
        ? after(order.stopSentAt, stop_answer_ms, now)
        : null,
  },
  {
    id: 'S-14',
    code: 'draft-expired',
    event: 'draft-expired',
    asksMeter: false,
    tells: null,
    operatorAction: 'close-order',
    due: (order, now, { draft_ms }) => (order.state === 'draft' ? after(order.placedAt, draft_ms, now) : null),
  },
  {
    id: 'S-15',
    code: 'start-refused',
    event: 'never-started',
    asksMeter: false,
    tells: 'driver',
    operatorAction: 'close-order',
    due: order => answered(order, answer => !UNCLEAR.has(answer)),
  },
  {
    id: 'S-16',
    code: 'start-unanswered',
    event: 'start-timeout',
    asksMeter: false,
    tells: 'driver',
    operatorAction: 'close-order',
    due: order => answered(order, answer => UNCLEAR.has(answer)),
  },
  {
    id: 'S-17',
    code: 'ended-unseen',
    event: 'ended-unseen',
    asksMeter: false,
    tells: null,
    operatorAction: 'accept-estimate',
    due: (order, now, { late_stop_ms }) => {
      if ((!isCharging(order) && order.state !== 'stopping') || order.endProof === null || !isConnected(order))
        return null
      const { reason, at, taken } = order.endProof
      // Where no energy flowed nobody is called, and the driver needs the held money.
      const wait = order.hasMetered ? late_stop_ms : Math.min(late_stop_ms, LATE_NOTHING_MS)
      const evidence = after(Math.max(at, order.heardAt ?? at), wait, now)
      return evidence === null
        ? null
        : {
            ...evidence,
            sign: reason,
            ...(taken === null ? {} : { taken: formatEnergy(energy(taken < 0n ? 0n : taken)) }),
          }
    },
  },
  {
    id: 'S-18',
    code: 'start-unknown',
    event: 'ended-unseen',
    asksMeter: true,
    tells: 'operator',
    operatorAction: 'settle-by-hand',
    // Readings under an id without a reported start: the pile's queue may still deliver the start. Without it the order has no
    // payer and no begin, so waiting longer is useless.
    due: (order, now, { late_stop_ms }) =>
      isCharging(order) && order.startedAt === null ? after(order.placedAt, late_stop_ms, now) : null,
  },
]

/** Returns evidence when the answer to the start ends the order. */
function answered(
  { state, startAnswer, startSentAt }: SupervisedOrder,
  is: (answer: StartAnswer) => boolean,
): Evidence | null {
  if (state !== 'starting' || startAnswer === null || CLOSING_ANSWERS[startAnswer] === undefined) return null
  return is(startAnswer) ? { answer: startAnswer, sent_at: startSentAt === null ? '' : instantText(startSentAt) } : null
}

/**
 * Returns the cost of the energy that flows before a stop can take effect: at the newest power (rated power when none was
 * reported), from the newest reading until the pile has reacted. Rounded up, because a shortfall would be a receivable.
 */
export function inFlight(
  order: Pick<SupervisedOrder, 'powerW' | 'ratedPowerW' | 'heardAt' | 'startedAt'>,
  price: Price,
  now: number,
  reactionMs: number,
): Fen {
  const since = Math.max(0, now - (order.heardAt ?? order.startedAt ?? now))
  const watts = BigInt(Math.ceil(Math.max(0, order.powerW ?? order.ratedPowerW)))
  // W × ms / 360,000 = 0.1 Wh
  const flowing = energy((watts * BigInt(Math.ceil(since + reactionMs)) + 359_999n) / 360_000n)
  return fen((exactAmount(price, flowing) + EXACT_PER_FEN - 1n) / EXACT_PER_FEN)
}
