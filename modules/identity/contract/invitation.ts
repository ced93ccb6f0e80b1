import type { PasswordStrength } from './password-strength.ts'

/** How long the link of an invitation is good. */
export const INVITATION_HOURS = 72

/** Answer of `POST /chg/api/user/invitation/look`: who is invited to what. */
export interface SeenInvitation {
  displayName: string
  /** What they will sign in as. */
  username: string
  company: string
  /** Epoch ms. */
  expiresAt: number
  passwordStrength: PasswordStrength
}
