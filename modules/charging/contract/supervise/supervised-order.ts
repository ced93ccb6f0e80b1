import type { Fen, Price } from '@wattyard/money'
import { BILL_AFTER_END_MS, IDLE_FRAMES, START_ANSWER_MS, STOP_ANSWER_MS } from '../abnormal/abnormal-device-rules.ts'
import type { CloseReason } from '../close-reason.ts'
import type { OrderState } from '../order-table.ts'
import { type EndProof, LATE_STOP_MS } from './unseen-end.ts'

/** Times after which the supervisor acts. Defaults below; a tenant may set its own. */
export interface SupervisorLimits {
  no_start_ms: number
  /** No reading although the pile is connected. */
  no_data_ms: number
  /** Nothing heard for so long that the session is given up as lost (abnormal, estimated charge). */
  lost_ms: number
  /** A full battery that takes nothing more. */
  full_ms: number
  no_progress_ms: number
  eternal_warn_ms: number
  eternal_stop_ms: number
  no_bill_ms: number
  idle_frames: number
  pile_offline_ms: number
  /** From the decision to stop until energy really stops. */
  stop_reaction_ms: number
  stop_answer_ms: number
  stop_tries: number
  draft_ms: number
  /** How long a stop is waited for that the pile may still have in its queue. */
  late_stop_ms: number
}

export const DEFAULT_SUPERVISOR_LIMITS: SupervisorLimits = {
  no_start_ms: START_ANSWER_MS,
  no_data_ms: 900_000,
  lost_ms: 86_400_000,
  full_ms: 300_000,
  no_progress_ms: 1_200_000,
  eternal_warn_ms: 21_600_000,
  eternal_stop_ms: 86_400_000,
  no_bill_ms: BILL_AFTER_END_MS,
  idle_frames: IDLE_FRAMES,
  pile_offline_ms: 600_000,
  // A remote stop is answered within 50 s (T/CEC profile); contactors and ramp-down take some seconds more.
  stop_reaction_ms: 60_000,
  stop_answer_ms: STOP_ANSWER_MS,
  stop_tries: 3,
  draft_ms: 900_000,
  late_stop_ms: LATE_STOP_MS,
}

/** A prepaid order: what it may cost, and what it has cost by the newest reading. */
export interface Prepaid {
  funds: Fen
  cost: Fen
  /** Highest price (electricity + service) that may apply until the stop takes effect. */
  price: Price
}

/** How a command can end, in the gateway's words. */
export type StartAnswer =
  | 'accepted'
  | 'scheduled'
  | 'reboot-required'
  | 'rejected'
  | 'not-supported'
  | 'unknown-key'
  | 'failed'
  | 'timed-out'
  | 'offline'

/** What an answer to a start means for its order; those that are missing let it wait for the pile's start. */
export const CLOSING_ANSWERS: Readonly<Partial<Record<StartAnswer, CloseReason>>> = {
  rejected: 'command-refused',
  'not-supported': 'command-refused',
  'unknown-key': 'command-refused',
  offline: 'command-offline',
  failed: 'command-failed',
  'timed-out': 'command-unanswered',
}

/** Answers after which the pile may still have heard the command. */
export const UNCLEAR: ReadonlySet<StartAnswer> = new Set(['failed', 'timed-out'])

/** An order that is not done, with what the supervisor needs to know. Instants are epoch ms, as received by us. */
export interface SupervisedOrder {
  id: string
  state: OrderState
  placedAt: number
  startSentAt: number | null
  /** How the command that ordered the start ended; null while it is under way, or none is known. */
  startAnswer: StartAnswer | null
  stopSentAt: number | null
  stopTries: number
  startedAt: number | null
  /** Newest fact of the session. */
  heardAt: number | null
  /** When the register last rose; the start before it ever did. */
  energyAt: number | null
  powerW: number | null
  ratedPowerW: number
  socPermille: number | null
  endedAt: number | null
  idleFrames: number
  pileOfflineSince: number | null
  /** What shows that the session is over although no stop was told; null while it may go on. */
  endProof: EndProof | null
  /** Energy was metered in this session, or nobody can tell. */
  hasMetered: boolean
  prepaid: Prepaid | null
  /** Codes already acted on for this order, so that nobody is told twice. */
  done: ReadonlySet<string>
}
