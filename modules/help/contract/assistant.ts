/** Longest question, in characters. */
export const MAX_QUESTION = 2_000
/** Earlier questions and answers that are sent along. */
export const MAX_TURNS = 6
/** Most characters of one turn; longer ones are cut. */
export const MAX_TURN = 4_000

/** Longest address of the service. */
export const MAX_ADDRESS = 300

export interface Turn {
  readonly question: string
  readonly answer: string
}

/** A help section that was sent to the service with the question. */
export interface UsedSection {
  readonly topic: string
  readonly id: string
  readonly title: string
}

/** One event of the stream. `used` comes first, `end` or `error` last. */
export type AssistantEvent =
  | { readonly type: 'used'; readonly sections: readonly UsedSection[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end' }
  | { readonly type: 'error'; readonly msg: string }

/** Result of a connection test: `ok`, or the kind of failure. */
export const TRIAL_RESULTS = ['ok', 'address', 'unreachable', 'timeout', 'refused', 'unreadable'] as const
export type TrialResult = (typeof TRIAL_RESULTS)[number]
