import type { Fen, Price } from '@wattyard/money'
import { BILL_AFTER_END_MS, IDLE_FRAMES, START_ANSWER_MS, STOP_ANSWER_MS } from '../abnormal/abnormal-device-rules.ts'
import type { CloseReason } from '../close-reason.ts'
import type { OrderState } from '../order-table.ts'
import { type EndProof, LATE_STOP_MS } from './unseen-end.ts'

/** Times after which the supervisor acts. A tenant may override the defaults below. */
export interface SupervisorLimits {
  no_start_ms: number
  /** No reading although the pile is connected. */
  no_data_ms: number
  /** Silence after which the session is given up as lost (abnormal, estimated charge). */
  lost_ms: number
  /** A full battery that takes no more energy. */
  full_ms: number
  no_progress_ms: number
  eternal_warn_ms: number
  eternal_stop_ms: number
  no_bill_ms: number
  idle_frames: number
  pile_offline_ms: number
  /** Time from the decision to stop until energy really stops. */
  stop_reaction_ms: number
  stop_answer_ms: number
  stop_tries: number
  draft_ms: number
  /** Time to wait for a stop that the pile may still have in its queue. */
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

/** A prepaid order: its maximum cost, and its cost by the newest reading. */
export interface Prepaid {
  funds: Fen
  cost: Fen
  /** Highest price (electricity + service) that may apply until the stop takes effect. */
  price: Price
}

/** Results of a command, as the gateway names them. */
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

/** Close reasons by the answer to the start command. After other answers the order keeps waiting for the pile's start. */
export const CLOSING_ANSWERS: Readonly<Partial<Record<StartAnswer, CloseReason>>> = {
  rejected: 'command-refused',
  'not-supported': 'command-refused',
  'unknown-key': 'command-refused',
  offline: 'command-offline',
  failed: 'command-failed',
  'timed-out': 'command-unanswered',
}

/** Answers after which the pile may still have received the command. */
export const UNCLEAR: ReadonlySet<StartAnswer> = new Set(['failed', 'timed-out'])

/** An unfinished order as the supervisor needs it. Instants are epoch ms of receipt. */
export interface SupervisedOrder {
  id: string
  state: OrderState
  placedAt: number
  startSentAt: number | null
  /** Result of the start command; null while it is under way, or when none is known. */
  startAnswer: StartAnswer | null
  stopSentAt: number | null
  stopTries: number
  startedAt: number | null
  /** Newest fact of the session. */
  heardAt: number | null
  /** Instant of the last rise of the register; the start before the first rise. */
  energyAt: number | null
  powerW: number | null
  ratedPowerW: number
  socPermille: number | null
  endedAt: number | null
  idleFrames: number
  pileOfflineSince: number | null
  /** Proof that the session is over although no stop was reported; null while it may go on. */
  endProof: EndProof | null
  /** Energy was metered in this session, or it is unknown whether it was. */
  hasMetered: boolean
  prepaid: Prepaid | null
  /** Codes already acted on for this order, so that nobody is notified twice. */
  done: ReadonlySet<string>
}
