/** Longest question, in characters. */
export const MAX_QUESTION = 2_000
/** Earlier questions and answers that are sent along. */
export const MAX_TURNS = 6
/** Longest of those, in characters; longer ones are cut. */
export const MAX_TURN = 4_000

/** Answer of the contract's `/chg/api/ai/getToken`: a ticket of ours for our own stream, never the service's key. */
export interface AssistantTicket {
  readonly token: string
  readonly expiresIn_s: number
  /** Where questions go, below `/chg`. */
  readonly path: string
}

export interface Turn {
  readonly question: string
  readonly answer: string
}

/** A help section that was given to the service with the question. */
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

/** What a tenant has set; the key itself is never sent. */
export interface AssistantSettings {
  readonly isOn: boolean
  readonly baseUrl: string
  readonly model: string
  readonly hasKey: boolean
  readonly perPersonDay: number
  readonly perTenantDay: number
}

/** How a trial went: `ok`, or which kind of failure. */
export const TRIAL_RESULTS = ['ok', 'address', 'unreachable', 'timeout', 'refused', 'unreadable'] as const
export type TrialResult = (typeof TRIAL_RESULTS)[number]

export interface Trial {
  readonly result: TrialResult
  /** HTTP status of the service, when it answered. */
  readonly status: number | null
  readonly took_ms: number
}
