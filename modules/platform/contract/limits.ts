/** Setting of a tenant: amount from which a command waits for a second person, fen by permission; null means never. */
export const FOUR_EYES_LIMITS = 'platform.fourEyesLimits'
/** Setting of a tenant: sums that one person may move without a second one, see `WordCaps`. */
export const WORD_CAPS = 'platform.wordCaps'
/** Setting of a tenant: hours that a request waits for a second person. */
export const APPROVAL_HOURS = 'platform.approvalHours'
export const MOST_HOURS = 720
/** Largest limit: ten million yuan, far above any single command and safe in a JSON number. */
export const MAX_LIMIT_FEN = 1_000_000_000

export const CAPS = ['memberMonth', 'personDay', 'personMonth', 'paidInMember', 'paidInPerson'] as const
/** Caps in fen; null means no cap. */
export type WordCaps = Readonly<Record<(typeof CAPS)[number], number | null>>

/** Default caps of the product; a stored value replaces only the keys that it has. */
export const INITIAL_CAPS: WordCaps = {
  memberMonth: 60_000,
  personDay: 100_000,
  personMonth: 1_000_000,
  paidInMember: 1_000_000,
  paidInPerson: 5_000_000,
}
