/** Longest maximum age in days. */
export const MAX_AGE_DAYS = 3650
/** Most passwords that are remembered. Each comparison needs a slow hash. */
export const MAX_REMEMBERED = 12
/** Days before expiry at which a person is warned, once each. */
export const WARNED_DAYS = [1, 3, 7, 14] as const

const DAY_MS = 24 * 60 * 60_000

/** Maximum age of passwords, and which old ones are refused. 0 means no limit. */
export interface PasswordRule {
  /** Days. */
  readonly maxAgeDays: number
  /** Number of last passwords that cannot be chosen again, the present one included. */
  readonly remembered: number
}

/** A tenant's own password rule; null means the installation's value. */
export interface OwnPasswordRule {
  readonly password_max_age_days: number | null
  readonly password_remembered: number | null
}

export const passwordRule = (own: OwnPasswordRule, installation: PasswordRule): PasswordRule => ({
  maxAgeDays: own.password_max_age_days ?? installation.maxAgeDays,
  remembered: own.password_remembered ?? installation.remembered,
})

/**
 * Returns when a password expires (epoch ms); null means never.
 * @param at instant of its choice; null when there is none
 */
export function passwordEndsAt(at: number | null, maxAgeDays: number): number | null {
  return at === null || maxAgeDays === 0 ? null : at + maxAgeDays * DAY_MS
}

/**
 * Returns the due warning, as one of `WARNED_DAYS`: the smallest that is not below the days left. Null before the first warning
 * and after expiry.
 */
export function warningDue(endsAt: number, now: number): (typeof WARNED_DAYS)[number] | null {
  if (now >= endsAt) return null
  const left = Math.ceil((endsAt - now) / DAY_MS)
  return WARNED_DAYS.find(days => left <= days) ?? null
}
