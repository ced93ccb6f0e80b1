import { declareSetting } from '@wattyard/platform/server'
import { z } from 'zod'
import { DEFAULT_SUPERVISOR_LIMITS, HELD_MS, type SupervisorLimits } from '../../contract/index.ts'

const seconds = (max: number) => z.number().int().min(1).max(max)
const count = z.number().int().min(1).max(20)
const DAY_S = 86_400

const s = (ms: number) => ms / 1_000
const D = DEFAULT_SUPERVISOR_LIMITS

/** Seconds here, because people set them; the supervisor counts in milliseconds. */
const schema = z.strictObject({
  noStart_s: seconds(3_600),
  noData_s: seconds(DAY_S),
  lost_s: seconds(7 * DAY_S),
  full_s: seconds(DAY_S),
  noProgress_s: seconds(DAY_S),
  eternalWarn_s: seconds(7 * DAY_S),
  eternalStop_s: seconds(7 * DAY_S),
  noBill_s: seconds(DAY_S),
  idleFrames: count,
  pileOffline_s: seconds(DAY_S),
  stopReaction_s: seconds(600),
  stopAnswer_s: seconds(600),
  stopTries: count,
  draft_s: seconds(DAY_S),
  /** Longest time that money is held for an order that needs a person. */
  held_s: seconds(90 * DAY_S).default(s(HELD_MS)),
  lateStop_s: seconds(DAY_S).default(s(D.late_stop_ms)),
})

/** When the supervisor acts, per tenant. */
export const SUPERVISION = declareSetting({
  key: 'charging.supervision',
  schema,
  initial: {
    noStart_s: s(D.no_start_ms),
    noData_s: s(D.no_data_ms),
    lost_s: s(D.lost_ms),
    full_s: s(D.full_ms),
    noProgress_s: s(D.no_progress_ms),
    eternalWarn_s: s(D.eternal_warn_ms),
    eternalStop_s: s(D.eternal_stop_ms),
    noBill_s: s(D.no_bill_ms),
    idleFrames: D.idle_frames,
    pileOffline_s: s(D.pile_offline_ms),
    stopReaction_s: s(D.stop_reaction_ms),
    stopAnswer_s: s(D.stop_answer_ms),
    stopTries: D.stop_tries,
    draft_s: s(D.draft_ms),
    lateStop_s: s(D.late_stop_ms),
    held_s: s(HELD_MS),
  },
})

export function limitsOf(set: z.infer<typeof schema>): SupervisorLimits {
  const ms = (value: number) => value * 1_000
  return {
    no_start_ms: ms(set.noStart_s),
    no_data_ms: ms(set.noData_s),
    lost_ms: ms(set.lost_s),
    full_ms: ms(set.full_s),
    no_progress_ms: ms(set.noProgress_s),
    eternal_warn_ms: ms(set.eternalWarn_s),
    eternal_stop_ms: ms(set.eternalStop_s),
    no_bill_ms: ms(set.noBill_s),
    idle_frames: set.idleFrames,
    pile_offline_ms: ms(set.pileOffline_s),
    stop_reaction_ms: ms(set.stopReaction_s),
    stop_answer_ms: ms(set.stopAnswer_s),
    stop_tries: set.stopTries,
    draft_ms: ms(set.draft_s),
    late_stop_ms: ms(set.lateStop_s),
  }
}
