/** Setting of a tenant: from which amount on a command waits for a second person, fen by permission; null never. */
export const FOUR_EYES_LIMITS = 'platform.fourEyesLimits'
/** Setting of a tenant: what may add up on one person's word, see `WordCaps`. */
export const WORD_CAPS = 'platform.wordCaps'
/** Setting of a tenant: how long a request for a second person waits, hours. */
export const APPROVAL_HOURS = 'platform.approvalHours'
export const MOST_HOURS = 720
/** Largest limit: ten million yuan, far above any single command and safe in a JSON number. */
export const MAX_LIMIT_FEN = 1_000_000_000

export const CAPS = ['memberMonth', 'personDay', 'personMonth', 'paidInMember', 'paidInPerson'] as const
/** Fen; null never waits. */
export type WordCaps = Readonly<Record<(typeof CAPS)[number], number | null>>

/** The product's own; what a stored value does not name is this. */
export const INITIAL_CAPS: WordCaps = {
  memberMonth: 60_000,
  personDay: 100_000,
  personMonth: 1_000_000,
  paidInMember: 1_000_000,
  paidInPerson: 5_000_000,
}
