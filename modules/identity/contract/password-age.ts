/** Longest age that can be asked for, in days; what is longer is no limit. */
export const MAX_AGE_DAYS = 3650
/** Most passwords that are remembered: each is compared by a hash that takes its time. */
export const MAX_REMEMBERED = 12
/** Days before its end on which a person is told of it, once each. */
export const WARNED_DAYS = [1, 3, 7, 14] as const

const DAY_MS = 24 * 60 * 60_000

/** How old passwords may get and which may not come again; 0 is never. */
export interface PasswordRule {
  /** Days. */
  readonly maxAgeDays: number
  /** The last so many may not be chosen again, the present one among them. */
  readonly remembered: number
}

/** What a tenant has said of it; null is as the installation has it. */
export interface OwnPasswordRule {
  readonly password_max_age_days: number | null
  readonly password_remembered: number | null
}

export const passwordRule = (own: OwnPasswordRule, installation: PasswordRule): PasswordRule => ({
  maxAgeDays: own.password_max_age_days ?? installation.maxAgeDays,
  remembered: own.password_remembered ?? installation.remembered,
})

/** When a password is too old (epoch ms); null is never. @param at when it was chosen; null where there is none */
export function passwordEndsAt(at: number | null, maxAgeDays: number): number | null {
  return at === null || maxAgeDays === 0 ? null : at + maxAgeDays * DAY_MS
}

/** Returns which warning is due: the least of the days above that are left; null when it is not yet time, or over. */
export function warningDue(endsAt: number, now: number): (typeof WARNED_DAYS)[number] | null {
  if (now >= endsAt) return null
  const left = Math.ceil((endsAt - now) / DAY_MS)
  return WARNED_DAYS.find(days => left <= days) ?? null
}
