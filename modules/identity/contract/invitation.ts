import type { PasswordStrength } from './password-strength.ts'

/** How long the link of an invitation is good. */
export const INVITATION_HOURS = 72

/** One link, said once: the server keeps only what proves it. */
export interface SaidInvitation {
  /** Id of the person. */
  id: string
  name: string
  /** What they sign in as. */
  username: string
  /** Behind the console's own address; the secret stands after `#`. */
  path: string
  /** Epoch ms. */
  expiresAt: number
  /** Ways it was sent by; none when somebody has to pass it on. */
  sentBy: readonly ('mail' | 'sms' | 'wechat')[]
}

/** Answer of the command `invite`. */
export interface Invitations {
  list: readonly SaidInvitation[]
}

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
