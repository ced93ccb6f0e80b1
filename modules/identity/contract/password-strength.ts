/** Bounds of the length that a tenant can ask for, in characters: longer ones would be written down. */
export const SHORTEST_MINIMUM = 6
export const LONGEST_MINIMUM = 64
/** Small letters, capital letters, digits, others. */
export const MOST_KINDS = 4

/** What a new password has to be like. */
export interface PasswordStrength {
  /** Characters. */
  readonly minLength: number
  /** Kinds of characters it must have, of small and capital letters, digits and others; 1 asks for nothing. */
  readonly kinds: number
}

/** What a tenant has said of it; null is as the installation has it. */
export interface OwnPasswordStrength {
  readonly password_length: number | null
  readonly password_kinds: number | null
}

/** The stricter of both: what a tenant said once is no way around an installation that has become stricter since. */
export const passwordStrength = (own: OwnPasswordStrength, installation: PasswordStrength): PasswordStrength => ({
  minLength: Math.max(own.password_length ?? 0, installation.minLength),
  kinds: Math.max(own.password_kinds ?? 0, installation.kinds),
})
