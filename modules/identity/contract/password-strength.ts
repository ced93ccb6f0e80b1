/** Smallest and largest minimum length that a tenant can demand, in characters. People would write longer passwords down. */
export const SHORTEST_MINIMUM = 6
export const LONGEST_MINIMUM = 64
/** Small letters, capital letters, digits, others. */
export const MOST_KINDS = 4

/** Requirements for a new password. */
export interface PasswordStrength {
  /** Characters. */
  readonly minLength: number
  /** Number of character kinds that it must have, out of lower case, upper case, digits and others; 1 means no requirement. */
  readonly kinds: number
}

/** A tenant's own requirements; null means the installation's value. */
export interface OwnPasswordStrength {
  readonly password_length: number | null
  readonly password_kinds: number | null
}

/**
 * Returns the stricter of both rules per value. A tenant's older setting must not weaken an installation that has become stricter
 * since.
 */
export const passwordStrength = (own: OwnPasswordStrength, installation: PasswordStrength): PasswordStrength => ({
  minLength: Math.max(own.password_length ?? 0, installation.minLength),
  kinds: Math.max(own.password_kinds ?? 0, installation.kinds),
})
